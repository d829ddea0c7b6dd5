/// The state of a record's delivery to its destination.
public enum DeliveryState: Sendable, Hashable, Codable {
    /// It waits for a worker, no earlier than this moment of the owner's boot clock.
    case pending(notBefore: BootInstant)
    /// A worker may be sending it now.
    case leased(Lease)
    /// The destination has it or, if the revision deletes the record, no longer has it.
    case submitted(serverID: String?)
    /// The destination refused it permanently; only an operator or a new revision sends it again.
    case rejected(DeliveryError)
    /// Its session ended first; with an unknown outcome the destination may still have it.
    case ended(outcomeUnknown: Bool)
    /// It was deleted before it was ever sent.
    case withdrawn
}
