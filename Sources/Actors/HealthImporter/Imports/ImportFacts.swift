internal import BusContract
internal import FoundationEssentials
internal import ImportStore
internal import MessageBus

/// An import as it is saved: what is wanted, and how far it is.
struct ImportFacts: Codable, Sendable, Hashable {
    typealias Origin = ImportState.Origin
    typealias State = ImportState.State

    var origin: Origin
    var state = State.waiting
    /// Whose it is: the session's user as a keyed hash.
    var person: String
    /// What is wanted.
    var wish: ImportWish
    /// What the file was when it was taken; of a watched folder.
    var stamp: String?
    /// For which person and types; of a watched folder.
    var choice: String?
    var bytes: Int64 = 0
    var totalBytes: Int64 = 0
    var created = 0
    var updated = 0
    /// How many records this pass found; those of an earlier, broken one come again.
    var seen = 0
    var damaged = 0
    /// What was left out though it could be read; nil for nothing, and in facts of earlier versions.
    var leftOut: [ImportLeftOut]?
    /// New and changed records by their type.
    var counts: [String: Int] = [:]
    /// All records that this pass found, by their type.
    var found: [String: Int] = [:]
    var error: WireFault?

    /// As it goes over the bus.
    ///
    /// - Parameter isBrief: Whether what was left out is summed up by reason, for a list of several imports.
    func state(id: String, seat: String, hub: String, isBrief: Bool = false) -> ImportState {
        ImportState(
            seat: seat,
            hub: hub,
            importID: id,
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
    /// Reads a saved import's facts; nil for what no version wrote.
    init?(of entry: StoredImport) {
        // Absent is nil: the caller says that the import is dropped.
        guard let facts = try? WireJSON.decode(ImportFacts.self, from: Array(entry.facts)) else { return nil }
        self = facts
    }
}

extension ImportState.State {
    /// Whether nothing is left but to tell.
    var isEnd: Bool { self != .waiting && self != .running }
}
