internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// What a seat's ended sessions left undelivered.
public struct SeatLeftover: Sendable, Hashable {
    /// Why the seat's last session ended.
    public var endReason: String?
    /// How many records are not certainly at the destination and were not taken over by another session.
    public var unsynced = 0
}

extension SessionTable {
    /// What a seat's ended sessions left; nil if none has ended.
    public func leftover(seat: String) async throws -> SeatLeftover? {
        try await writer.read { database in
            guard let end = try database.rowCached(sql: SeatLeftover.lastEnd, arguments: [seat]) else { return nil }
            var left = SeatLeftover()
            left.endReason = try end.optional("end_reason")
            let row = try database.rowCached(sql: SeatLeftover.unsyncedOfSeat, arguments: [seat])
            left.unsynced = try row?.optional("n") ?? 0
            return left
        }
    }
}

extension SeatLeftover {
    /// What ended sessions left, by seat; a seat without an ended session is missing.
    static func fetchAll(_ database: Database) throws -> [String: SeatLeftover] {
        var found: [String: SeatLeftover] = [:]
        for row in try database.rowsCached(sql: lastEnds) {
            let reason: String? = try row.optional("end_reason")
            found[try row.value("seat"), default: SeatLeftover()].endReason = reason
        }
        for row in try database.rowsCached(sql: unsyncedBySeat) {
            found[try row.value("seat"), default: SeatLeftover()].unsynced = try row.value("n")
        }
        return found
    }

    fileprivate static let lastEnd = """
        SELECT end_reason FROM sessions WHERE seat = ? AND accompanies IS NULL AND ended_at IS NOT NULL ORDER BY rowid DESC LIMIT 1
        """

    /// A seat's sessions follow each other, so the newest of those that ended is the last one.
    private static let lastEnds = """
        SELECT seat, end_reason, max(rowid) FROM sessions
        WHERE accompanies IS NULL AND ended_at IS NOT NULL GROUP BY seat
        """

    private static let unsyncedBySeat =
        "SELECT sessions.seat AS seat, sum(queue_counts.n) AS n \(unsynced) GROUP BY sessions.seat"

    fileprivate static let unsyncedOfSeat = "SELECT sum(queue_counts.n) AS n \(unsynced) AND sessions.seat = ?"

    private static let unsynced = """
        FROM queue_counts JOIN sessions ON sessions.id = queue_counts.session_id
        WHERE queue_counts.state IN ('ended', 'pending') AND queue_counts.kind < 2
            AND sessions.ended_at IS NOT NULL AND sessions.id NOT IN (\(SessionSteps.leftToNext))
        """
}
