/// Whether a request may still start under a lease.
///
/// No request starts unless its whole timeout fits. The worker counts the lease from the moment it *sent the pull* that
/// the grant answers. That is before the owner's grant, so the worker's end is never later than the owner's. Each side
/// measures durations on its own boot clock; no clocks are compared.
public struct LeaseBudget: Sendable, Hashable {
    /// How long the lease lasts, as the grant says.
    public let term: Duration
    /// The worker's boot clock when it sent the pull that the grant answers, not any other pull.
    public let pullSent: BootInstant
    /// Time kept free at the end, for clocks that run at slightly different rates.
    public let margin: Duration

    /// Creates a budget.
    public init(term: Duration, pullSent: BootInstant, margin: Duration = .milliseconds(500)) {
        self.term = term
        self.pullSent = pullSent
        self.margin = margin
    }

    /// When the worker must have finished, on its own boot clock.
    public var deadline: BootInstant {
        pullSent + (term - margin)
    }

    /// Whether a request that takes at most `requestTimeout` may start now.
    ///
    /// A clock reading before the pull means that the machine has restarted; then no request may start.
    public func mayStart(now: BootInstant, requestTimeout: Duration) -> Bool {
        now >= pullSent && requestTimeout >= .zero && now + requestTimeout <= deadline
    }
}
