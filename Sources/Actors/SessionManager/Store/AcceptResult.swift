/// What the store did with a decision.
///
/// Every one of them except ``changedByHand`` is a commit: the producer may forget the reading.
public enum AcceptResult: Sendable, Hashable {
    /// New in the queue.
    case queued
    /// New, but its session has ended: it is in the unsynced list.
    case unsynced
    /// A newer revision of a known record.
    case updated
    /// Known already; nothing changed.
    case duplicate
    /// Held, or a newer revision of a held reading.
    case held
    /// Noted as another key's measurement.
    case merged
    /// Discarded; its repeats will be duplicates.
    case discarded
    /// It is a producer's news of what an operator has changed; nothing changed: it has to be held until a person
    /// decides.
    case changedByHand
    /// The key was given to another person; nothing changed.
    case belongsToAnother
}
