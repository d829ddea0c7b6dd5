/// What a destination's answer means for the record.
public enum AnswerClass: Sendable, Hashable {
    /// The destination has the record.
    case submitted(serverID: String?)
    /// The session's credentials are no good: the session ends, the record is unsynced.
    case sessionUnauthorized
    /// The destination refuses the record for good.
    case rejected(DeliveryError)
    /// Something is wrong between here and the API: all records stay and the destination is probed.
    case destinationPaused(DeliveryError)
    /// Sent again later; Retry-After where the destination gave one.
    case retry(after: Duration?, DeliveryError)
}
