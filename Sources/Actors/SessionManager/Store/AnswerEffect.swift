public import DeliveryRules

/// What a worker's answer shows beyond its record; it is done in the same transaction.
public enum AnswerEffect: Sendable, Hashable {
    /// The record's session ends, for this reason.
    case endSession(reason: String)
    /// The session's destination pauses at a moment of the boot clock; its probes are granted after 2, 4, 8 … 30 s.
    case pauseDestination(reason: String, at: BootInstant)
    /// The destination wants nothing more of the session before the given moment of the boot clock.
    case holdSession(until: BootInstant)
}
