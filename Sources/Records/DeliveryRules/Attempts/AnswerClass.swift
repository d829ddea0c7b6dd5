/// What a destination's answer means for the record.
public enum AnswerClass: Sendable, Hashable {
    /// The destination has the record.
    case submitted(serverID: String?)
    /// The session's credentials are invalid: the session ends, and the record is unsynced.
    case sessionUnauthorized
    /// The destination refuses the record permanently.
    case rejected(DeliveryError)
    /// The way to the API is broken: all records stay, and the destination is probed.
    case destinationPaused(DeliveryError)
    /// The record is sent again later, after the destination's Retry-After if it gave one.
    case retry(after: Duration?, DeliveryError)
}

extension AnswerClass {
    /// Whether the destination may have the record although its answer does not confirm it.
    ///
    /// A refused or redirected record was not taken. Neither was one answered with 425, 429, 503 or a status from the
    /// destination's settings, unless the request may have left twice. Any other server error may come from a proxy
    /// that timed out while the server continued. A success that does not come from the API proves nothing.
    ///
    /// - Parameters:
    ///   - status: The answer's HTTP status.
    ///   - wasSentOnce: Whether the request certainly left only once.
    ///   - refused: Further statuses that mean that this destination did not take the record.
    public func mayHaveArrived(status: Int, wasSentOnce: Bool, refused: Set<Int> = []) -> Bool {
        switch self {
        case .submitted, .sessionUnauthorized, .rejected: false
        case .destinationPaused: (200...299).contains(status)
        case .retry: Self.tookNothing.union(refused).contains(status) ? !wasSentOnce : true
        }
    }

    /// Too early, too many requests, unavailable (RFC 8470 section 5.2, RFC 6585 section 4, RFC 9110 section 15.6.4).
    private static let tookNothing: Set<Int> = [425, 429, 503]
}
