internal import BusContract
internal import FoundationEssentials
internal import Logging

/// Stores the notes that were typed with values, for the person of each seat (mode 0600): for this page only.
///
/// A record has no field for a note, and no destination gets one. Notes belong to the user of the seat's session.
/// Another person never gets them, and they are deleted with the person (``PersonSweep``).
final class PersonNotes: Sendable {
    /// The longest note, in characters.
    static let longest = 200
    /// The most notes of a person; the oldest is deleted first.
    static let most = 50

    /// One note.
    struct Note: Codable, Sendable, Hashable {
        let text: String
        let author: LimitStore.Author
    }

    /// The notes of one seat's person, the oldest first.
    struct Entry: PersonEntry {
        let user: String
        let organization: String?
        var session: String
        let notes: [Note]
    }

    let file: PersonFile<Entry>

    /// Reads the file; without a readable one there are no notes.
    init(_ path: String, now: Date, logger: Logger) {
        let trouble = "cannot read the notes about persons: none are shown"
        file = PersonFile(path, now: now, logger: logger, trouble: trouble)
    }

    /// The notes about the person of a seat's present session, the newest first.
    func notes(of seat: String, session: SessionView?) -> [Note] {
        file.entry(of: seat, session: session)?.notes.reversed() ?? []
    }

    /// Checks a note before the values that it belongs to are saved.
    ///
    /// - Throws: ``PageError`` `malformed` if it is too long.
    static func checked(_ text: String) throws -> String {
        let text = PersonLabels.clean(text)
        guard text.count <= longest, text.utf8.count <= 8 * longest else {
            throw PageError(.malformed, text: "error.note")
        }
        return text
    }

    /// Adds a note about a session's person.
    ///
    /// - Throws: ``PageError`` `conflict` if the session has no person, `unavailable` if it cannot be stored.
    func add(_ note: Note, session: SessionView) throws {
        guard let user = session.userID, !session.defaultUser else {
            throw PageError(.conflict, text: "error.labelPerson")
        }
        let notes = (file.entry(of: session.seat, session: session)?.notes ?? []) + [note]
        let entry = Entry(
            user: user,
            organization: session.organizationID,
            session: session.sessionID,
            notes: notes.suffix(Self.most)
        )
        try file.set(entry, seat: session.seat)
    }

    /// Deletes a note about a session's person, because the values that it belongs to were taken back.
    ///
    /// - Throws: ``PageError`` `unavailable`.
    func remove(_ note: Note, seat: String) throws {
        guard let was = file.all[seat] else { return }
        let kept = was.notes.filter { $0 != note }
        let entry = Entry(user: was.user, organization: was.organization, session: was.session, notes: kept)
        try file.replace(seat, was: was, with: kept.isEmpty ? nil : entry)
    }
}
