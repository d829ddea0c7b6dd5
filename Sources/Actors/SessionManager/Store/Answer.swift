public import DeliveryRules

/// A worker's answer to a grant.
public struct Answer: Sendable, Hashable {
    /// The record.
    public var logID: String
    /// The grant's number.
    public var fence: Int64
    /// What came of it.
    public var outcome: AttemptOutcome
    /// What it shows beyond its record.
    public var effect: AnswerEffect?
    /// How many requests it took; nil where the worker did not count.
    public var requests: Int?
    /// Where the destination shows an image.
    public var mediaURL: String?
    /// For how long a request of it may still arrive; nil where the worker does not say.
    public var underWay: Duration?

    /// Makes an answer.
    public init(
        logID: String,
        fence: Int64,
        outcome: AttemptOutcome,
        effect: AnswerEffect? = nil,
        requests: Int? = nil,
        mediaURL: String? = nil,
        underWay: Duration? = nil
    ) {
        self.underWay = underWay
        self.logID = logID
        self.fence = fence
        self.outcome = outcome
        self.effect = effect
        self.requests = requests
        self.mediaURL = mediaURL
    }
}
