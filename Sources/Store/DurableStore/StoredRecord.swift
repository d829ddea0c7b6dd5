public import DeliveryRules
public import FoundationEssentials

/// A record of the queue with its delivery.
public struct StoredRecord: Sendable, Hashable {
    /// Its delivery; has the log id, the revision and the state.
    public internal(set) var entry: QueueEntry
    /// The session it belongs to.
    public internal(set) var sessionID: String
    /// Whom it measures.
    public let seat: String
    /// Where the reading was made; `site` if nowhere.
    public let hub: String
    /// The present revision as JSON.
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
    /// What the row says of its image; nil for a record.
    var imageJob: ImageJob? { isImage ? try? JSONDecoder().decode(ImageJob.self, from: record) : nil }

    /// The destination's name for rows of its kind.
    func destination(api: String) -> String { isImage ? ImageDestination.name(of: api) : api }
}
