internal import BusContract
internal import FoundationEssentials
internal import Logging

/// What a file of the page stores about the person of a seat: it never reaches another person.
protocol PersonEntry: Codable, Hashable, Sendable {
    var user: String { get }
    var organization: String? { get }
    /// The newest session of the person that was seen; if it is gone from the session manager, so is the person.
    var session: String { get set }
}

extension PersonEntry {
    /// Whether a session is this person's.
    func isOf(_ view: SessionView) -> Bool { view.userID == user && view.organizationID == organization }
}

/// A file with one entry for the person of each seat (mode 0600), for this page only.
///
/// An entry belongs to the user of the seat's session, and is deleted with the person (``PersonSweep``).
final class PersonFile<Entry: PersonEntry>: Sendable {
    private let file: PageStore<[String: Entry]>

    /// Reads the file; without a readable one there are no entries.
    init(_ path: String, now: Date, logger: Logger, trouble: String) {
        file = PageStore(path, empty: [:], now: now, logger: logger, trouble: trouble)
    }

    /// All entries by seat.
    var all: [String: Entry] { file.content }

    /// The entry of the person of a seat's present session; nil if they have none.
    func entry(of seat: String, session: SessionView?) -> Entry? {
        guard let session, let entry = file.content[seat], entry.isOf(session) else { return nil }
        return entry
    }

    /// Sets or removes the entry of a seat.
    ///
    /// - Throws: ``PageError`` `unavailable`.
    func set(_ entry: Entry?, seat: String) throws { try change { $0[seat] = entry } }

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
}
