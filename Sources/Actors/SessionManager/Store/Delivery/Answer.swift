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

/// What a worker's answer shows beyond its record; it is done in the same transaction.
public enum AnswerEffect: Sendable, Hashable {
    /// The record's session ends, for this reason.
    case endSession(reason: String)
    /// The session's destination pauses at a moment of the boot clock; its probes are granted after 2, 4, 8 … 30 s.
    case pauseDestination(reason: String, at: BootInstant)
    /// The destination wants nothing more of the session before the given moment of the boot clock.
    case holdSession(until: BootInstant)
}

/// What an answer changed.
///
/// It is committed; the worker's ledger may be told so.
public struct Settlement: Sendable, Hashable {
    /// The record.
    public let logID: String
    /// The grant's number.
    public let fence: Int64
    /// What the state machine said; empty for a record that the queue does not have.
    public let actions: [DeliveryAction]
    /// Where it was to go; nil for a record that the queue does not have.
    public let destination: String?
}
