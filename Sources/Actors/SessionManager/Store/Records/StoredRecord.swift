public import DeliveryRules
public import FoundationEssentials
package import GRDB
internal import StoreEngine

/// A record of the queue with its delivery to one destination.
public struct StoredRecord: Sendable, Hashable {
    /// Its delivery: name, revision and state.
    public package(set) var entry: QueueEntry
    /// The record's log id, if this is its delivery to a further destination under a separate name; otherwise nil.
    public var recordLogID: String?
    /// The session it belongs to.
    public internal(set) var sessionID: String
    /// The session's destination, for example `inform`.
    public let api: String
    /// The seat of its person.
    public let seat: String
    /// The hub of its reading; `site` without one.
    public let hub: String
    /// The present revision as JSON, read from the record's first row for a further delivery; empty for an image.
    public internal(set) var record: Data
    /// The revision that waits for the lease to end, as JSON.
    public internal(set) var waitingRecord: Data?
    /// Whether it is live, history, or an image.
    public let kind: WorkKind
    /// When it was first accepted.
    public let createdAt: Date
    /// When it was measured.
    public internal(set) var measuredAt: Date
    /// When its delivery last changed; for a delivered record, when the destination confirmed it.
    public internal(set) var changedAt: Date
    /// The destination's id for it, if known and the record was not deleted since.
    public internal(set) var destinationID: String?
    /// The last error's code, even after a later success.
    public internal(set) var lastError: String?
    /// The last fence granted under the person's earlier sessions; higher fences belong to the present session.
    var sessionFence: Int64 = 0
    /// Where the destination shows an image; set only while its answer is settled.
    var mediaURL: String?
}

extension StoredRecord {
    /// Whether the row delivers an image and has no record of its own.
    public var isImage: Bool { kind == .image }

    /// Whether it delivers a record to a further destination of its session.
    public var isFurther: Bool { recordLogID != nil }
    /// The record's name at all of its destinations.
    public var logID: String { recordLogID ?? entry.logID }

    /// The destination's name for rows of its kind.
    var destination: String { isImage ? ImageDestination.name(of: api) : api }
}

extension StoredRecord: LeasedRow {
    /// The table of waiting records and images.
    package static let table = "queue"

    /// The condition of the index `queue_settled`; SQLite uses the index only for a query that has the same text.
    ///
    /// An open record is not in it, so that accepting and granting do not write its page.
    static let isSettled = "state NOT IN ('pending', 'leased')"

    /// The columns of a record that are not its delivery's.
    package static let ownColumns = [
        "session_id", "session_fence", "record", "waiting_record", "destination_id", "last_error", "changed_at",
    ]
    /// The statement that saves the mutable columns.
    package static let updateQuery = updateText()

    /// The query for the columns that ``init(row:)`` reads, including the session's.
    package static let selection = "SELECT \(columns) FROM queue JOIN sessions ON sessions.id = queue.session_id"

    /// The columns of ``selection``.
    static let columns = """
        queue.*, \(content) AS content, sessions.api AS api, sessions.ended_at IS NOT NULL AS session_ended
        """

    /// A row's content: its own, or for a further delivery its record's newest, unless it keeps an older one.
    static let content = """
        CASE WHEN queue.record_log_id IS NULL OR length(queue.record) > 0 THEN queue.record ELSE (
            SELECT coalesce(first.waiting_record, first.record) FROM queue AS first
            WHERE first.log_id = queue.record_log_id) END
        """

    /// Reads a row of ``selection``.
    package init(row: Row) throws {
        entry = try QueueEntry(row: row)
        recordLogID = try row.optional("record_log_id")
        sessionID = try row.value("session_id")
        api = try row.value("api")
        seat = try row.value("seat")
        hub = try row.value("hub")
        record = try row.optional("content") ?? Data()
        waitingRecord = try row.optional("waiting_record")
        guard let known = WorkKind(rawValue: try row.value("kind")) else {
            throw UnreadableColumn(name: "kind")
        }
        kind = known
        createdAt = StoreTime.date(try row.value("created_at"))
        measuredAt = StoreTime.date(try row.value("measured_at"))
        changedAt = StoreTime.date(try row.value("changed_at"))
        destinationID = try row.optional("destination_id")
        lastError = try row.optional("last_error")
        sessionFence = try row.value("session_fence")
    }

    /// The columns that never change.
    package func firstColumns(at: Date) -> [String: (any DatabaseValueConvertible)?] {
        [
            "record_log_id": recordLogID, "seat": seat, "hub": hub, "kind": kind.rawValue,
            "created_at": StoreTime.milliseconds(createdAt), "measured_at": StoreTime.milliseconds(measuredAt),
        ]
    }

    /// The columns that may change.
    package func columns(at: Date) -> [String: (any DatabaseValueConvertible)?] {
        var values = entry.columns
        values["session_id"] = sessionID
        values["session_fence"] = sessionFence
        // While a newer revision waits, the leased content is kept, because its answer is published with it.
        values["record"] = isFurther && entry.waitingRevision == nil ? Data() : record
        values.updateValue(waitingRecord, forKey: "waiting_record")
        values.updateValue(destinationID, forKey: "destination_id")
        values.updateValue(lastError, forKey: "last_error")
        values["changed_at"] = StoreTime.milliseconds(at)
        return values
    }
}
