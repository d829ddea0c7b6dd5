public import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension DeliveryTable {
    /// Makes every delayed record due now, including those of held sessions, and the probes of paused destinations.
    ///
    /// It works in slices, each in its own transaction, so that live readings get through in between. Records that are
    /// delayed meanwhile may be hastened or not.
    ///
    /// - Returns: How many records became due.
    @discardableResult
    public func hastenAll(at: Date) async throws -> Int {
        try await transaction(at: at) { step in
            try step.database.executeCached(sql: "UPDATE destinations SET next_probe = 0")
            try step.endHolds(now: .init(milliseconds: .max))
        }
        return try await makeAllDue(at: at)
    }

    /// Makes delayed records of one destination due, up to a number; live ones first.
    ///
    /// A record delayed beyond `within` keeps its time, and so do records of held sessions.
    ///
    /// - Returns: How many records became due.
    public func hasten(_ destination: String, limit: Int, within: BootInstant, at: Date) async throws -> Int {
        let images = ImageDestination.api(of: destination)
        let kinds = images == nil ? [WorkKind.live, .history] : [.image]
        return try await transaction(at: at) { step in
            var left = limit
            for kind in kinds where left > 0 {
                left -= try step.makeDue(kind, of: images ?? destination, upTo: within.milliseconds, limit: left)
            }
            return limit - left  // In range: no more than the limit were changed.
        }
    }

    /// The destinations that have delayed records.
    public func delayedDestinations() async throws -> [String] {
        try await writer.read { database in
            let rows = try database.rowsCached(
                sql: """
                    SELECT DISTINCT sessions.api, queue.kind = \(WorkKind.image.rawValue) AS is_image
                    FROM queue JOIN sessions ON sessions.id = queue.session_id
                    WHERE queue.state = 'pending' AND queue.not_before > 0
                    """
            )
            return try rows.map { row in
                let api: String = try row.value("api")
                return try row.value("is_image") ? ImageDestination.name(of: api) : api
            }
        }
    }

    /// Makes every delayed record due, in slices.
    func makeAllDue(at: Date) async throws -> Int {
        let slice = 500
        var count = 0
        for kind in WorkKind.allCases {
            // The rounds are bounded, so that records delayed again meanwhile are not hastened endlessly.
            let last = try await writer.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM queue") ?? 0 }
            var changed = slice
            var rounds = last / Int64(slice) + 1
            while changed == slice, rounds > 0 {
                changed = try await transaction(at: at) {
                    try $0.makeDue(kind, upTo: .max, limit: slice)
                }
                count += changed
                rounds -= 1
            }
        }
        return count
    }

    /// Makes a session's delayed records due now, and ends its hold and its destination's wait for a probe.
    ///
    /// It works in slices, each in its own transaction, so that live readings get through in between.
    public func hasten(session: StoredSession, at: Date) async throws {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: "UPDATE sessions SET hold_until = 0 WHERE id = ?",
                arguments: [session.id]
            )
            try step.database.executeCached(
                sql: "UPDATE destinations SET next_probe = 0 WHERE api IN (?, ?)",
                arguments: [session.api, ImageDestination.name(of: session.api)]
            )
        }
        let slice = 500
        var changed = slice
        // The rounds are bounded, so that records delayed again meanwhile are not hastened endlessly.
        var rounds = try await RecordTable.openCount(base, sessionID: session.id) / slice + 2
        while changed == slice, rounds > 0 {
            changed = try await transaction(at: at) { try $0.makeDue(session: session.id, limit: slice) }
            rounds -= 1
        }
    }
}

extension QueueTransaction {
    /// Makes delayed records of a session due, up to a number; returns how many.
    fileprivate func makeDue(session: String, limit: Int) throws -> Int {
        try database.executeCached(
            sql: """
                UPDATE queue SET not_before = 0, changed_at = ? WHERE id IN (SELECT id FROM queue
                    WHERE session_id = ? AND state = 'pending' AND not_before > 0 LIMIT ?)
                """,
            arguments: [StoreTime.milliseconds(at), session, limit]
        )
        return database.changesCount
    }
}
