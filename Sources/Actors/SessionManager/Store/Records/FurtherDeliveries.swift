internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine
internal import VitalRecords

/// The deliveries of a record to further destinations of its session.
///
/// Each is a row of its own, with leases, answers, attempts and a server's id of its own, so that no destination holds up
/// another; the record's content stands once, in its first row.
struct FurtherDeliveries: QueueStep {
    let step: QueueTransaction

    /// Those of a record.
    func fetch(of logID: String) throws -> [StoredRecord] {
        try StoredRecord.fetchAll(
            database,
            condition: "WHERE queue.record_log_id = ? ORDER BY queue.id",
            arguments: [logID]
        )
    }

    /// Begins those of a new record, as its session names them.
    ///
    /// - Parameters:
    ///   - record: The record in its first row.
    ///   - sessionID: The session that it came under; it may go on under a later one already.
    ///   - possiblySent: Whether an earlier row of it may have sent it.
    func begin(_ record: StoredRecord, sessionID: String, possiblySent: Bool) throws {
        for session in try StoredSession.further(database, of: sessionID) {
            try begin(record, at: session, possiblySent: possiblySent)
        }
    }

    /// Begins one at a session that accompanies the record's.
    func begin(
        _ record: StoredRecord,
        at session: StoredSession,
        kind: WorkKind? = nil,
        possiblySent: Bool
    ) throws {
        var entry = QueueEntry(
            logID: LogID.delivery(of: record.entry.logID, to: session.api).rawValue,
            revision: record.entry.newestRevision,
            isSessionEnded: session.endedAt != nil
        )
        // Fences go on where they were, so that no old answer fits the new row.
        entry.fence = record.entry.fence
        entry.revisionBase = record.entry.revisionBase
        entry.possiblySent = possiblySent
        var delivery = StoredRecord(
            entry: entry,
            recordLogID: record.entry.logID,
            sessionID: session.id,
            api: session.api,
            seat: record.seat,
            hub: record.hub,
            record: Data(),
            waitingRecord: nil,
            kind: kind ?? record.kind,
            createdAt: at,
            measuredAt: record.measuredAt,
            changedAt: at,
            destinationID: nil,
            lastError: nil
        )
        try step.sessions.goOn(&delivery)
        try delivery.insert(database, at: at)
    }

    /// The newest content of a record.
    func newestContent(of logID: String) throws -> Data {
        let row = try database.rowCached(
            sql: "SELECT coalesce(waiting_record, record) AS content FROM queue WHERE log_id = ?",
            arguments: [logID]
        )
        return try row?.value("content") ?? Data()
    }
}
