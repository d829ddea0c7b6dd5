public import DeliveryRules

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
    /// The destinations that it delivers to; nil for all but those for images.
    public var apis: Set<String>?
    /// How many requests an access token may make.
    public var rates: RateLimit
    /// How far the worker's ledger has come; nil where it does not say.
    public var ledger: LedgerMark?

    /// Makes a request.
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
