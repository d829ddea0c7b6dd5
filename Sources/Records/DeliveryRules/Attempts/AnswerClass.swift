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

extension AnswerClass {
    /// Whether the destination may have the record although its answer does not say so.
    ///
    /// What is refused or redirected was not taken. 429 and 425 mean that too, unless the request may have left twice.
    /// A server error, or a success that is not the API's, says nothing.
    ///
    /// - Parameters:
    ///   - status: The answer's HTTP status.
    ///   - wasSentOnce: Whether the request surely left only once.
    public func mayHaveArrived(status: Int, wasSentOnce: Bool) -> Bool {
        switch self {
        case .submitted, .sessionUnauthorized, .rejected: false
        case .destinationPaused: (200...299).contains(status)
        case .retry: status == 429 || status == 425 ? !wasSentOnce : true
        }
    }
}
