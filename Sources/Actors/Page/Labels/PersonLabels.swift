internal import BusContract
internal import FoundationEssentials
internal import Logging

/// Stores a label for the person of each seat (mode 0600): for this page only, never on the bus or at a destination.
///
/// A label belongs to the user of the seat's session. Another person never gets it, and it is deleted with the person
/// (``LabelSweep``).
final class PersonLabels: Sendable {
    /// The longest label, in characters.
    static let longest = 60

    /// The label of one seat's person.
    struct Entry: Codable, Sendable, Hashable {
        let user: String
        let organization: String?
        /// The newest session of the person that was seen; if it is gone from the session manager, so is the person.
        var session: String
        let label: String

        /// Whether a session is this person's.
        func isOf(_ view: SessionView) -> Bool { view.userID == user && view.organizationID == organization }
    }

    private let file: PageStore<[String: Entry]>

    /// Reads the file; without a readable one there are no labels.
    init(_ path: String, logger: Logger) {
        file = PageStore(path, empty: [:], logger: logger, trouble: "cannot read the labels of persons: none are shown")
    }

    /// All labels by seat.
    var all: [String: Entry] { file.content }

    /// The label of the person of a seat's present session; nil if they have none.
    func label(of seat: String, session: SessionView?) -> String? {
        guard let session, let entry = file.content[seat], entry.isOf(session) else { return nil }
        return entry.label
    }

    /// Sets or removes the label of a session's person.
    ///
    /// - Parameter text: The label as typed; empty to remove it.
    /// - Throws: ``PageError`` `malformed` if the label is too long, `conflict` if the session has no person,
    ///   `unavailable` if it cannot be stored.
    func set(_ text: String, session: SessionView) throws {
        let label = Self.clean(text)
        guard label.count <= Self.longest, label.utf8.count <= 8 * Self.longest else {
            throw PageError(.malformed, text: "error.label")
        }
        guard let user = session.userID, !session.defaultUser else {
            throw PageError(.conflict, text: "error.labelPerson")
        }
        try change { entries in
            entries[session.seat] =
                label.isEmpty
                ? nil
                : Entry(user: user, organization: session.organizationID, session: session.sessionID, label: label)
        }
    }

    /// Replaces or deletes the entry of a seat, unless it changed since it was read.
    ///
    /// - Throws: ``PageError`` `unavailable`.
    func replace(_ seat: String, was: Entry, with entry: Entry?) throws {
        try change { entries in
            if entries[seat] == was { entries[seat] = entry }
        }
    }

    private func change(_ body: (inout [String: Entry]) -> Void) throws {
        do {
            try file.change(body)
        } catch {
            throw PageError(.unavailable, text: "error.store")
        }
    }

    /// The label on one line, without control characters and marks that would reverse the text around it.
    static func clean(_ text: String) -> String {
        let marks: [ClosedRange<UInt32>] = [0x202A...0x202E, 0x2066...0x2069]
        let plain = text.unicodeScalars.map { scalar -> Character in
            scalar.properties.generalCategory == .control || scalar.properties.isWhitespace ? " " : Character(scalar)
        }
        let kept = String(plain).unicodeScalars.filter { scalar in !marks.contains { $0.contains(scalar.value) } }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: kept)
        return String(line).split(separator: " ").joined(separator: " ")
    }
}
