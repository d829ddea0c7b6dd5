public import FoundationEssentials
internal import GRDB
public import StoreEngine

extension SessionTable {
    /// The seats with data in the store: sessions, assignments, or readings made for them.
    ///
    /// - Parameter held: Whether held readings count, which may name a seat that never existed.
    public func seats(held: Bool) async throws -> Set<String> {
        let held = held ? " UNION SELECT seat FROM held WHERE seat IS NOT NULL" : ""
        return try await writer.read {
            Set(
                try String.fetchAll(
                    $0.cachedStatement(sql: "SELECT seat FROM sessions UNION SELECT seat FROM assignments" + held)
                )
            )
        }
    }

    /// The facts about each seat, in the order given.
    public func facts(ofSeats seats: [String]) async throws -> [SeatFacts] {
        try await writer.read { database in try seats.map { try SeatFacts(database, seat: $0) } }
    }

    /// A page of the sessions, running and ended, newest first, with the number of unsynced records of each.
    ///
    /// - Parameters:
    ///   - seat: Only this seat's; nil for all.
    ///   - reach: Only sessions of these seats; nil for all.
    ///   - page: From 1.
    ///   - pageSize: From 1 to 500.
    public func sessions(seat: String? = nil, within reach: Set<String>? = nil, page: Int = 1, pageSize: Int = 50)
        async throws -> StorePage<(session: StoredSession, open: Int)>
    {
        let seats = try reach.map { try StoreList.json($0) }
        return try await writer.read { database in
            let source = """
                FROM sessions WHERE accompanies IS NULL AND (? IS NULL OR seat = ?)
                    AND (? IS NULL OR seat IN (SELECT value FROM json_each(?)))
                """
            let order = "ORDER BY started_at DESC, id"
            return try StorePage(
                database,
                source: source,
                arguments: [seat, seat, seats, seats],
                weight: "length(user_id) + length(organization_id)",
                order: order,
                page: page,
                pageSize: pageSize
            ) { limit, offset in
                try database.rowsCached(
                    sql: "SELECT *, \(Self.openRecords) AS open \(source) \(order) LIMIT ? OFFSET ?",
                    arguments: [seat, seat, seats, seats, limit, offset]
                ).map { (try StoredSession(row: $0), try $0.value("open")) }
            }
        }
    }

    private static let openRecords = """
        (SELECT coalesce(sum(n), 0) FROM queue_counts WHERE session_id = sessions.id
            AND state IN ('pending', 'leased', 'ended') AND kind < 2)
        """
}

/// The session manager's facts about a seat.
public struct SeatFacts: Sendable, Hashable {
    /// The seat.
    public let seat: String
    /// The session that it has now.
    public let session: StoredSession?
    /// The sessions that accompany it at further destinations.
    public let further: [StoredSession]
    /// When the latest record of its session's person was measured, except withdrawn ones; nil without a session.
    public let lastMeasuredAt: Date?
    /// Records that wait or are leased.
    public let waiting: Int
    /// Records of ended sessions that are not certainly at the destination.
    public let unsynced: Int
    /// Records that the destination refused.
    public let rejected: Int
    /// Held readings made for it, or by a device that is or was assigned to it.
    public let held: Int
    /// Devices now assigned to it.
    public let devices: Int
}

extension SeatFacts {
    fileprivate init(_ database: Database, seat: String) throws {
        session = try StoredSession.present(database, seat: seat)
        let row = try database.rowCached(
            sql: Self.query,
            arguments: ["seat": seat, "user": session?.userID, "organization": session?.organizationID]
        )
        guard let row else { throw UnreadableColumn(name: "seat") }
        self.seat = seat
        further = try session.map { try StoredSession.further(database, of: $0.id) } ?? []
        lastMeasuredAt = try row.optional("last").map(StoreTime.date)
        waiting = try row.value("waiting")
        unsynced = try row.value("unsynced")
        rejected = try row.value("rejected")
        held = try row.value("held")
        devices = try row.value("devices")
    }

    private static let query = """
        WITH counts AS (
            SELECT n, CASE WHEN state = 'pending' AND sessions.ended_at IS NOT NULL THEN 'ended' ELSE state END AS state
            FROM queue_counts JOIN sessions ON sessions.id = queue_counts.session_id
            WHERE kind < 2 AND sessions.seat = :seat)
        SELECT
            (SELECT measured_at FROM queue INDEXED BY queue_history WHERE seat = :seat AND kind < 2
                AND record_log_id IS NULL AND state <> 'withdrawn' AND is_deletion = 0 AND waiting_deletion = 0
                AND session_id IN (SELECT id FROM sessions WHERE user_id = :user AND organization_id = :organization)
                ORDER BY measured_at DESC, id DESC LIMIT 1) AS last,
            coalesce((SELECT sum(n) FROM counts WHERE state IN ('pending', 'leased')), 0) AS waiting,
            coalesce((SELECT sum(n) FROM counts WHERE state = 'ended'), 0) AS unsynced,
            coalesce((SELECT sum(n) FROM counts WHERE state = 'rejected'), 0) AS rejected,
            (SELECT count(*) FROM held WHERE seat = :seat OR device IN (
                SELECT device FROM assignments WHERE assignments.seat = :seat)) AS held,
            (SELECT count(DISTINCT device) FROM assignments
                WHERE assignments.seat = :seat AND valid_until IS NULL) AS devices
        """
}
