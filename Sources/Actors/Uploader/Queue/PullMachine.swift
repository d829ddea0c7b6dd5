package import DeliveryRules

/// Remembers when each demand was sent, so that leases are counted from then.
///
/// A grant for a demand that is not known here has no beginning, so nothing may be sent under it.
package struct PullMachine: Sendable {
    /// The most demands remembered; the oldest goes first.
    package static let limit = 1_024
    /// Longer leases than this do not exist.
    package static let longestLease = Duration.seconds(600)

    private var sent: [String: BootInstant] = [:]
    private var order: [String] = []

    /// Remembers nothing.
    package init() {}

    /// Notes a demand.
    ///
    /// - Parameter now: The boot clock *before* the demand is published.
    package mutating func sent(_ pullID: String, at now: BootInstant) {
        if sent.updateValue(now, forKey: pullID) == nil { order.append(pullID) }
        while let oldest = order.first,
            order.count > Self.limit || (sent[oldest] ?? .zero) + Self.longestLease < now
        {
            order.removeFirst()
            sent[oldest] = nil
        }
    }

    /// The lease of a grant that answers a demand; nil for a demand that is not known, or a lease of no length.
    package func budget(_ pullID: String, leaseSeconds: Int) -> LeaseBudget? {
        guard let start = sent[pullID], leaseSeconds > 0 else { return nil }
        return LeaseBudget(term: min(.seconds(leaseSeconds), Self.longestLease), pullSent: start)
    }
}
