package import DeliveryRules

/// What came of one granted record.
package struct UploadOutcome: Sendable, Hashable {
    /// The result as the owner is told it.
    package enum Result: Sendable, Hashable {
        /// The destination has it.
        case done(serverID: String?)
        /// The destination refused it for good.
        case failed(DeliveryError)
        /// To be sent again later, no sooner than the destination asked for.
        case retry(after: Duration?, DeliveryError)
        /// Given back unasked.
        case release
        /// The session's credentials are no good.
        case unauthorized(DeliveryError)
        /// The destination is at fault, not the record.
        case paused(DeliveryError)
    }

    /// The grant.
    package let key: WorkKey
    /// The revision that was granted.
    package let revision: Int
    /// The result.
    package let result: Result
    /// Whether the destination may have the record all the same.
    package let possiblySent: Bool
    /// Whether the ledger has the attempt; an outcome without one is only told, not remembered.
    package var isInLedger: Bool
    /// How many requests it took, look-ups too; nil for an attempt of an earlier start.
    package var requests: Int?
    /// Where the destination shows an image that it has.
    package var url: String?
    /// When nothing of it can arrive any more, on the own boot clock; nil for what the lease's end decides.
    package var over: BootInstant?

    /// Makes an outcome.
    package init(
        key: WorkKey,
        revision: Int,
        result: Result,
        possiblySent: Bool,
        isInLedger: Bool = false,
        requests: Int? = nil
    ) {
        self.key = key
        self.revision = revision
        self.result = result
        self.possiblySent = possiblySent
        self.isInLedger = isInLedger
        self.requests = requests
    }
}
