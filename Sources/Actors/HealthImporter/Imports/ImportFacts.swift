internal import BusContract
internal import FoundationEssentials
internal import ImportStore
internal import MessageBus

/// The saved state of an import: the request and the progress.
struct ImportFacts: Codable, Sendable, Hashable {
    typealias Origin = ImportState.Origin
    typealias State = ImportState.State

    var origin: Origin
    var state = State.waiting
    /// The person: the session's user as a keyed hash.
    var person: String
    /// The person's session when the import was requested or last began; nil in data of earlier versions.
    var session: String?
    /// The selection to import.
    var wish: ImportWish
    /// The stamp of the file when it was queued; only for files of a watched folder.
    var stamp: String?
    /// The digest of the person and types; only for files of a watched folder.
    var choice: String?
    var bytes: Int64 = 0
    var totalBytes: Int64 = 0
    var created = 0
    var updated = 0
    /// The number of records found in this pass; a repeated pass counts them again.
    var seen = 0
    var damaged = 0
    /// The readable entries that were skipped; nil for none, and in data of earlier versions.
    var leftOut: [ImportLeftOut]?
    /// The new and changed records by type.
    var counts: [String: Int] = [:]
    /// All records found in this pass, by type.
    var found: [String: Int] = [:]
    var error: WireFault?

    /// The state as sent over the bus.
    ///
    /// - Parameter isBrief: Whether to sum up skipped entries by reason, for a list of several imports.
    func state(id: String, seat: String, hub: String, isBrief: Bool = false) -> ImportState {
        ImportState(
            seat: seat,
            hub: hub,
            importID: id,
            sessionID: session,
            origin: origin,
            state: state,
            bytes: bytes,
            totalBytes: totalBytes,
            created: created,
            updated: updated,
            unchanged: max(0, seen - created - updated),
            damaged: damaged,
            leftOut: isBrief ? LeftOutLines.brief(leftOut) : leftOut,
            error: error
        )
    }

    /// The counts of a historical fetch.
    var historicalCounts: [HistoricalCount] {
        (wish.sets ?? []).map { HistoricalCount(set: HistoricalSet(rawValue: $0), records: found[$0] ?? 0) }
    }
}

extension ImportFacts {
    /// A new import for a session's person.
    init(origin: Origin, of subscriptions: Subscriptions, wish: ImportWish) {
        self.init(origin: origin, person: subscriptions.person, session: subscriptions.sessionID, wish: wish)
    }

    /// Decodes a saved import; nil if unreadable.
    init?(of entry: StoredImport) {
        // Absent is nil: the caller logs that the import is dropped.
        guard let facts = try? WireJSON.decode(ImportFacts.self, from: Array(entry.facts)) else { return nil }
        self = facts
    }
}

extension ImportState.State {
    /// Whether the import has ended, and only its end is left to publish.
    var isEnd: Bool { self != .waiting && self != .running }
}
