internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine
internal import VitalRecords

/// The deliveries of a record to further destinations of its session.
///
/// Each is a separate row with its own leases, answers, attempts and server id, so that no destination delays another.
/// The record's content is stored once, in its first row.
struct FurtherDeliveries: QueueStep {
    let step: QueueTransaction

    /// Loads a record's further deliveries.
    func fetch(of logID: String) throws -> [StoredRecord] {
        try StoredRecord.fetchAll(
            database,
            condition: "WHERE queue.record_log_id = ? ORDER BY queue.id",
            arguments: [logID]
        )
    }

    /// Begins a new record's deliveries to its session's further destinations.
    ///
    /// - Parameters:
    ///   - record: The record in its first row.
    ///   - sessionID: The session under which it was accepted; a later session may have taken it over already.
    ///   - possiblySent: Whether it may have been sent under an earlier row.
    func begin(_ record: StoredRecord, sessionID: String, possiblySent: Bool) throws {
        for session in try StoredSession.further(database, of: sessionID) {
            try begin(record, at: session, possiblySent: possiblySent)
        }
    }

    /// Begins the delivery under a session that accompanies the record's.
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
        // Fences continue from the last one, so that no old answer matches the new row.
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
