internal import BusContract
internal import FoundationEssentials
internal import Logging

/// Stores a label for the person of each seat (mode 0600): for this page only, never on the bus or at a destination.
///
/// A label belongs to the user of the seat's session. Another person never gets it, and it is deleted with the person
/// (``PersonSweep``).
final class PersonLabels: Sendable {
    /// The longest label, in characters.
    static let longest = 60

    /// The label of one seat's person.
    struct Entry: PersonEntry {
        let user: String
        let organization: String?
        var session: String
        let label: String
    }

    let file: PersonFile<Entry>

    /// Reads the file; without a readable one there are no labels.
    init(_ path: String, now: Date, logger: Logger) {
        let trouble = "cannot read the labels of persons: none are shown"
        file = PersonFile(path, now: now, logger: logger, trouble: trouble)
    }

    /// All labels by seat.
    var all: [String: Entry] { file.all }

    /// The label of the person of a seat's present session; nil if they have none.
    func label(of seat: String, session: SessionView?) -> String? { file.entry(of: seat, session: session)?.label }

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
        let entry = Entry(user: user, organization: session.organizationID, session: session.sessionID, label: label)
        try file.set(label.isEmpty ? nil : entry, seat: session.seat)
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
