internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Selects refused records to send again.
public struct RefusedRecords: Sendable, Hashable {
    /// One record; nil for all.
    public var logID: String?
    /// Only this seat's; nil for all.
    public var seat: String?
    /// Only records refused then or later; nil for all.
    public var since: Date?

    /// Creates a selection.
    public init(logID: String? = nil, seat: String? = nil, since: Date? = nil) {
        (self.logID, self.seat, self.since) = (logID, seat, since)
    }
}

/// The result of sending refused records again.
public struct RefusedRetried: Sendable, Hashable {
    /// How many deliveries wait again.
    public internal(set) var retried = 0
    /// How many stay refused because their session has ended.
    public internal(set) var ended = 0
}

extension RecordTable {
    /// Sends refused records again, at an operator's request, to each destination that refused them.
    ///
    /// It works in slices, each in its own transaction, so that live readings get through in between. A record that is
    /// refused again meanwhile is not retried twice. As for every doubtful delivery, a destination that can be asked is
    /// asked first whether it has the record.
    public func resubmit(_ chosen: RefusedRecords, at: Date) async throws -> RefusedRetried {
        var (all, last) = (RefusedRetried(), Int64(0))
        while true {
            let after = last
            let (part, end) = try await transaction(at: at) { step in try step.resubmit(chosen, after: after) }
            all.retried += part.retried
            all.ended += part.ended
            guard let end, !Task.isCancelled else { return all }
            last = end
        }
    }

    /// How many records were refused since a time, and the code of the last refusal.
    public func refused(since: Date) async throws -> (count: Int, lastError: String?) {
        try await writer.read { database in
            let row = try database.rowCached(
                sql: """
                    SELECT count(*) AS n, (SELECT last_error FROM queue
                        WHERE state = 'rejected' AND \(StoredRecord.isSettled) AND kind < 2
                        ORDER BY changed_at DESC, id DESC LIMIT 1) AS last_error
                    FROM queue WHERE state = 'rejected' AND \(StoredRecord.isSettled) AND kind < 2
                        AND changed_at >= ?
                    """,
                arguments: [StoreTime.milliseconds(since)]
            )
            guard let row else { throw UnreadableColumn(name: "rejected") }
            return (try row.value("n"), try row.optional("last_error"))
        }
    }
}

extension QueueTransaction {
    /// Sends a slice of refused rows again.
    ///
    /// - Returns: The result, and the last row examined; nil at the end.
    fileprivate func resubmit(_ chosen: RefusedRecords, after: Int64) throws -> (RefusedRetried, Int64?) {
        let slice = 200
        let rows = try database.rowsCached(
            sql: """
                SELECT id, log_id FROM queue
                WHERE state = 'rejected' AND \(StoredRecord.isSettled) AND kind < 2 AND id > :after
                    AND (:log_id IS NULL OR log_id = :log_id OR record_log_id = :log_id)
                    AND (:seat IS NULL OR seat = :seat) AND changed_at >= :since
                ORDER BY id LIMIT :slice
                """,
            arguments: [
                "after": after, "log_id": chosen.logID, "seat": chosen.seat,
                "since": chosen.since.map(StoreTime.milliseconds) ?? .min, "slice": slice,
            ]
        )
        var (part, last) = (RefusedRetried(), Int64?.none)
        for row in rows {
            last = try row.value("id") as Int64
            guard var record = try StoredRecord.fetch(database, logID: try row.value("log_id")) else { continue }
            let actions = try apply(to: &record) { $0.operatorResubmit() }
            if actions.contains(.persist) {
                changed.note(record.seat)
                part.retried += 1
            } else if actions.contains(.ignore(.sessionEnded)) {
                part.ended += 1
            }
        }
        return (part, rows.count == slice ? last : nil)
    }
}
