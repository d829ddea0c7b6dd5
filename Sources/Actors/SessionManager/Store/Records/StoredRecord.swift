public import DeliveryRules
public import FoundationEssentials
package import GRDB
internal import StoreEngine

/// A record of the queue with its delivery to one destination.
public struct StoredRecord: Sendable, Hashable {
    /// Its delivery; has the delivery's name, the revision and the state.
    public package(set) var entry: QueueEntry
    /// The record's log id where this is its delivery to a further destination of its session, under a name of its own; nil
    /// where that name is the log id.
    public var recordLogID: String?
    /// The session it belongs to.
    public internal(set) var sessionID: String
    /// The session's destination, for example `inform`.
    public let api: String
    /// Whom it measures.
    public let seat: String
    /// Where the reading was made; `site` if nowhere.
    public let hub: String
    /// The present revision as JSON, of a further delivery from the record's first row; empty for an image.
    public internal(set) var record: Data
    /// The revision that waits for the lease, as JSON.
    public internal(set) var waitingRecord: Data?
    /// Whether it is live, history, or an image.
    public let kind: WorkKind
    /// When it was accepted first.
    public let createdAt: Date
    /// When it was measured.
    public internal(set) var measuredAt: Date
    /// When its delivery changed last: of one that has arrived, when the destination said so.
    public internal(set) var changedAt: Date
    /// The destination's id of it, where it has been told and the record was not deleted since.
    public internal(set) var destinationID: String?
    /// The last error's code, settled or not.
    public internal(set) var lastError: String?
    /// The last grant that was made under earlier sessions of the person; greater fences belong to the present session.
    var sessionFence: Int64 = 0
    /// Where the destination shows an image; only while its answer is settled.
    var mediaURL: String?
}

extension StoredRecord {
    /// Whether it is history, which goes after everything live.
    public var isHistory: Bool { kind == .history }
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
    /// Where records and images wait.
    package static let table = "queue"

    /// What a record has beside its delivery.
    package static let ownColumns = [
        "session_id", "session_fence", "record", "waiting_record", "destination_id", "last_error", "changed_at",
    ]
    /// Saves what may have changed.
    package static let updateQuery = updateText()

    /// The columns that ``init(row:)`` reads, with what the session says.
    package static let selection = "SELECT \(columns) FROM queue JOIN sessions ON sessions.id = queue.session_id"

    /// The columns of ``selection``.
    static let columns = """
        queue.*, \(content) AS content, sessions.api AS api, sessions.ended_at IS NOT NULL AS session_ended
        """

    /// A row's content: its own, and of a further delivery the newest of its record, unless it has kept an older one.
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

    /// What a record keeps from its first row on.
    package func firstColumns(at: Date) -> [String: (any DatabaseValueConvertible)?] {
        [
            "record_log_id": recordLogID, "seat": seat, "hub": hub, "kind": kind.rawValue,
            "created_at": StoreTime.milliseconds(createdAt), "measured_at": StoreTime.milliseconds(measuredAt),
        ]
    }

    /// What may change.
    package func columns(at: Date) -> [String: (any DatabaseValueConvertible)?] {
        var values = entry.columns
        values["session_id"] = sessionID
        values["session_fence"] = sessionFence
        // What a worker has is kept while a newer revision waits: its answer is told with it.
        values["record"] = isFurther && entry.waitingRevision == nil ? Data() : record
        values.updateValue(waitingRecord, forKey: "waiting_record")
        values.updateValue(destinationID, forKey: "destination_id")
        values.updateValue(lastError, forKey: "last_error")
        values["changed_at"] = StoreTime.milliseconds(at)
        return values
    }
}
