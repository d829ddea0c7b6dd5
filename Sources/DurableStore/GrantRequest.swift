/// A worker's pull.
public struct GrantRequest: Sendable, Hashable {
    /// The worker.
    public var worker: String
    /// How many records it can take.
    public var free: Int
    /// How long its leases last.
    public var term: Duration
    /// What sessions may take, by session id.
    public var budgets: [String: SessionBudget]
    /// What a session may take that has no budget of its own here.
    public var defaultBudget: SessionBudget

    /// Makes a request.
    public init(
        worker: String,
        free: Int,
        term: Duration,
        budgets: [String: SessionBudget] = [:],
        defaultBudget: SessionBudget = .unlimited
    ) {
        self.worker = worker
        self.free = free
        self.term = term
        self.budgets = budgets
        self.defaultBudget = defaultBudget
    }
}
