public import Delivery

/// A worker's answer to a grant.
public struct Answer: Sendable, Hashable {
    /// The record.
    public var logID: String
    /// The grant's number.
    public var fence: Int64
    /// What came of it.
    public var outcome: AttemptOutcome

    /// Makes an answer.
    public init(logID: String, fence: Int64, outcome: AttemptOutcome) {
        self.logID = logID
        self.fence = fence
        self.outcome = outcome
    }
}
