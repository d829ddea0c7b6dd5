internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine
internal import VitalRecords

/// Sends the records of sessions without an account to the destination of a later session with one.
///
/// For each of them it creates a session of the account's person that is already ended. Deliveries begin under that
/// one, and then move to the account's session like those of any ended session. Readings that a device still has from
/// that time follow by themselves.
struct TakenRecords: QueueStep {
    /// The prefix of each unfinished session's setting; its value is the last finished row.
    private static let mark = "taken/"

    let step: QueueTransaction

    /// Creates the ended session that accompanies `session`, for the person of `taker`.
    ///
    /// - Parameter id: The id of the new session.
    func take(_ session: String, along taker: StoredSession, as id: String) throws {
        try taker.accompanying(session, as: id).insert(database)
        try database.executeCached(
            sql: "UPDATE sessions SET ended_at = ?, end_reason = 'replaced', end_told = 1 WHERE id = ?",
            arguments: [StoreTime.milliseconds(at), id]
        )
        try save(Progress(session: id, row: 0))
    }

    /// The progress through a session's records.
    struct Progress: Sendable {
        /// The accompanying session's id.
        let session: String
        /// The last row that has its delivery or needs none.
        let row: Int64
    }

    /// The next session with unfinished records.
    static func next(_ database: Database) throws -> Progress? {
        try database.rowCached(
            sql: "SELECT name, value FROM settings WHERE name >= ? AND name < ? ORDER BY name LIMIT 1",
            arguments: [mark, "taken0"]
        ).map { row in
            let (name, value): (String, Data) = (try row.value("name"), try row.value("value"))
            // An unreadable value restarts at zero: an existing delivery is not begun twice.
            return Progress(
                session: String(name.dropFirst(mark.count)),
                row: Int64(String(decoding: value, as: UTF8.self)) ?? 0
            )
        }
    }

    /// Begins the deliveries of up to `limit` records.
    ///
    /// - Returns: How many rows were examined; 1 when the session is finished.
    func fill(_ progress: Progress, limit: Int) throws -> Int {
        let found = try StoredSession.fetchAll(database, condition: "WHERE id = ?", arguments: [progress.session]).first
        guard let session = found, let first = session.accompanies else { return try close(progress) }
        let records = try database.readAllCached(
            sql: """
                \(StoredRecord.selection) WHERE queue.session_id = ? AND queue.id > ? AND queue.kind < 2
                    AND queue.record_log_id IS NULL ORDER BY queue.id LIMIT ?
                """,
            arguments: [first, progress.row, limit],
            NumberedRecord.init(row:)
        )
        guard let last = records.last else { return try close(progress) }
        for one in records where !one.record.entry.isToBeDeleted && one.record.entry.state != .withdrawn {
            let name = LogID.delivery(of: one.record.entry.logID, to: session.api).rawValue
            if try StoredRecord.fetch(database, logID: name) == nil {
                try step.further.begin(one.record, at: session, kind: .history, possiblySent: false)
            }
        }
        try save(Progress(session: progress.session, row: last.row))
        return records.count
    }

    private func save(_ progress: Progress) throws {
        try database.executeCached(
            sql: "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)",
            arguments: [Self.mark + progress.session, Data("\(progress.row)".utf8)]
        )
    }

    private func close(_ progress: Progress) throws -> Int {
        try database.executeCached(
            sql: "DELETE FROM settings WHERE name = ?",
            arguments: [Self.mark + progress.session]
        )
        return 1
    }
}

/// A record and its row's number.
private struct NumberedRecord {
    let row: Int64
    let record: StoredRecord

    init(row: Row) throws {
        self.row = try row.value("id")
        record = try StoredRecord(row: row)
    }
}
