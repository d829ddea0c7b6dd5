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
    /// What is refused or redirected was not taken. 425, 429 and 503 mean that too, and what the destination's settings name
    /// beside them, unless the request may have left twice. Any other server error may be a proxy's that gave up waiting while
    /// the server went on, and a success that is not the API's says nothing.
    ///
    /// - Parameters:
    ///   - status: The answer's HTTP status.
    ///   - wasSentOnce: Whether the request surely left only once.
    ///   - refused: Further statuses with which this destination has taken nothing.
    public func mayHaveArrived(status: Int, wasSentOnce: Bool, refused: Set<Int> = []) -> Bool {
        switch self {
        case .submitted, .sessionUnauthorized, .rejected: false
        case .destinationPaused: (200...299).contains(status)
        case .retry: Self.tookNothing.union(refused).contains(status) ? !wasSentOnce : true
        }
    }

    /// Too early, too many, not now (RFC 8470 section 5.2, RFC 6585 section 4, RFC 9110 section 15.6.4).
    private static let tookNothing: Set<Int> = [425, 429, 503]
}
