internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine
internal import VitalRecords

/// Records of sessions without an account, which a session with one takes along to its destination.
///
/// A session that has ended before it began accompanies each of them, for the account's person: deliveries begin under it, and go on
/// under the account's session as those of any ended session do. So readings that a device still has of that time follow by themselves.
struct TakenRecords: QueueStep {
    /// The setting of each session whose records are not through yet: its value is the last row that is.
    private static let mark = "taken/"

    let step: QueueTransaction

    /// Lets a session accompany another one of the same seat, for the person of the one that takes its records.
    ///
    /// - Parameter id: The id of what accompanies it.
    func take(_ session: String, along taker: StoredSession, as id: String) throws {
        try taker.accompanying(session, as: id).insert(database)
        try database.executeCached(
            sql: "UPDATE sessions SET ended_at = ?, end_reason = 'replaced', end_told = 1 WHERE id = ?",
            arguments: [StoreTime.milliseconds(at), id]
        )
        try save(Progress(session: id, row: 0))
    }

    /// How far the records of a session are.
    struct Progress: Sendable {
        /// The accompanying session's id.
        let session: String
        /// The last row that has its delivery, or needs none.
        let row: Int64
    }

    /// A session whose records are not through yet.
    static func next(_ database: Database) throws -> Progress? {
        try database.rowCached(
            sql: "SELECT name, value FROM settings WHERE name >= ? AND name < ? ORDER BY name LIMIT 1",
            arguments: [mark, "taken0"]
        ).map { row in
            let (name, value): (String, Data) = (try row.value("name"), try row.value("value"))
            // Zero begins anew: a delivery that is there is not begun twice.
            return Progress(
                session: String(name.dropFirst(mark.count)),
                row: Int64(String(decoding: value, as: UTF8.self)) ?? 0
            )
        }
    }

    /// Begins the deliveries of so many records.
    ///
    /// - Returns: How many rows were looked at, and one more where they are through.
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
