public import DeliveryRules
public import FoundationEssentials

/// The name of a grant.
public struct GrantKey: Sendable, Hashable {
    /// The record's name at the destination, or the image's.
    public let logID: String
    /// The grant's number.
    public let fence: Int64

    /// Names a grant.
    public init(logID: String, fence: Int64) {
        (self.logID, self.fence) = (logID, fence)
    }
}

/// A record that was leased to a worker, with what the worker needs to deliver it.
public struct Grant: Sendable, Hashable {
    /// The delivery's name: the record's log id, unless ``recordLogID`` has that.
    public let logID: String
    /// The record's log id, if this delivers it to a further destination of its session.
    public let recordLogID: String?
    /// The revision to deliver.
    public let revision: Int
    /// The grant's number.
    public let fence: Int64
    /// The session it belongs to.
    public let sessionID: String
    /// The seat of its person.
    public let seat: String
    /// The hub of its reading.
    public let hub: String
    /// The destination; for images ``ImageDestination``.
    public let api: String
    /// The record as JSON.
    public let record: Data
    /// Whether the revision deletes the record.
    public let isDeletion: Bool
    /// Whether the destination surely has an earlier revision.
    public let isUpdate: Bool
    /// The destination's id for it, if known.
    public let serverID: String?
    /// Whether an earlier attempt may have reached the destination: look it up, or send with the same log id.
    public let possiblySent: Bool
    /// The shortest time since the last request that may have reached the destination; nil if none may have.
    public let sentAgo: Duration?
    /// For how long an earlier request may still arrive, counted from now; zero if none can.
    public let underWay: Duration
    /// Whether it goes after all live records: history, or an image.
    public let isHistory: Bool
    /// Whether it delivers an image.
    public let isImage: Bool
    /// The image to deliver instead of a record; nil if its row cannot be read.
    public let image: ImageJob?
    /// Whether it probes a paused destination.
    public let isProbe: Bool
}

/// A worker's pull, or its share of one.
public struct GrantRequest: Sendable, Hashable {
    /// The worker.
    public var worker: String
    /// How many records it can take.
    public var free: Int
    /// How many of them may be history or images.
    public var history: Int
    /// How long its leases last.
    public var term: Duration
    /// The destinations that it delivers to; nil for all except those for images.
    public var apis: Set<String>?
    /// How many requests an access token may make.
    public var rates: RateLimit
    /// How far the worker's ledger has come; nil if it does not say.
    public var ledger: LedgerMark?

    /// Creates a request.
    ///
    /// - Parameter history: As many as `free` when nil.
    public init(
        worker: String,
        free: Int,
        history: Int? = nil,
        term: Duration,
        apis: Set<String>? = nil,
        rates: RateLimit = .unlimited,
        ledger: LedgerMark? = nil
    ) {
        self.ledger = ledger
        self.worker = worker
        self.free = free
        self.history = history ?? free
        self.term = term
        self.apis = apis
        self.rates = rates
    }
}
