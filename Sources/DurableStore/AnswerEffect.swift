public import Delivery

/// What a worker's answer shows beyond its record; it is done in the same transaction.
public enum AnswerEffect: Sendable, Hashable {
    /// The record's session ends, for this reason.
    case endSession(reason: String)
    /// The session's destination pauses; its next probe is not granted before the given moment of the boot clock.
    case pauseDestination(reason: String, nextProbe: BootInstant)
    /// The destination wants nothing more of the session before the given moment of the boot clock.
    case holdSession(until: BootInstant)
}
