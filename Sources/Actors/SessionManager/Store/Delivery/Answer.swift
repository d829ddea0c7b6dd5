public import DeliveryRules

/// A worker's answer to a grant.
public struct Answer: Sendable, Hashable {
    /// The record.
    public var logID: String
    /// The grant's number.
    public var fence: Int64
    /// The outcome of the attempt.
    public var outcome: AttemptOutcome
    /// Its effect beyond its record.
    public var effect: AnswerEffect?
    /// How many requests it took; nil if the worker did not count.
    public var requests: Int?
    /// The URL at which the destination shows an image.
    public var mediaURL: String?
    /// For how long one of its requests may still arrive; nil if the worker does not say.
    public var underWay: Duration?

    /// Creates an answer.
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

/// An effect of a worker's answer beyond its record, carried out in the same transaction.
public enum AnswerEffect: Sendable, Hashable {
    /// Ends the record's session for this reason.
    case endSession(reason: String)
    /// The session's destination pauses at a moment of the boot clock; its probes are granted after 2, 4, 8 … 30 s.
    case pauseDestination(reason: String, at: BootInstant)
    /// Holds the session's records until this moment of the boot clock, as the destination asked.
    case holdSession(until: BootInstant)
}

/// What an answer changed.
///
/// The change is committed, so it may be confirmed to the worker.
public struct Settlement: Sendable, Hashable {
    /// The record.
    public let logID: String
    /// The grant's number.
    public let fence: Int64
    /// The actions of the state machine; empty if the queue does not have the record.
    public let actions: [DeliveryAction]
    /// Its destination; nil if the queue does not have the record.
    public let destination: String?
}
