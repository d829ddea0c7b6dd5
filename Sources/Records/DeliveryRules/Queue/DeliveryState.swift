/// Where one record stands on its way to the destination.
public enum DeliveryState: Sendable, Hashable, Codable {
    /// Waits for a worker, not before the given moment on the owner's boot clock.
    case pending(notBefore: BootInstant)
    /// A worker may be sending it now.
    case leased(Lease)
    /// The destination has it; where the revision deletes the record, it has none any more.
    case submitted(serverID: String?)
    /// The destination refused it for good; only an operator or a new revision sends it again.
    case rejected(DeliveryError)
    /// Its session ended first. Unknown means that the destination may have it all the same.
    case ended(outcomeUnknown: Bool)
    /// It was deleted before anything of it was sent.
    case withdrawn
}
