/// What came of one attempt to deliver a record, as the worker tells the owner.
public enum AttemptOutcome: Sendable, Hashable, Codable {
    /// The destination has it.
    case done(serverID: String?)
    /// The destination refused it for good.
    case failed(DeliveryError)
    /// To be sent again, no sooner than the given number of milliseconds after this answer.
    case retry(afterMilliseconds: Int64, possiblySent: Bool, error: DeliveryError)
    /// Given back unasked.
    case released(possiblySent: Bool)
}

extension AttemptOutcome {
    /// Whether the destination may have the record although this outcome does not say so.
    public var isPossiblySent: Bool {
        switch self {
        case .done, .failed: false
        case .retry(_, let possiblySent, _), .released(let possiblySent): possiblySent
        }
    }

    /// Whether the attempt may have made a record at the destination, told or not.
    public var mayHaveArrived: Bool {
        if case .done = self { true } else { isPossiblySent }
    }
}
