/// The outcome of one attempt to deliver a record, as the worker reports it to the owner.
public enum AttemptOutcome: Sendable, Hashable, Codable {
    /// The destination has it.
    case done(serverID: String?)
    /// The destination refused it permanently.
    case failed(DeliveryError)
    /// It must be sent again, no sooner than this many milliseconds after this answer.
    case retry(afterMilliseconds: Int64, possiblySent: Bool, error: DeliveryError)
    /// The worker gave it back without an attempt, or in the middle of one.
    case released(possiblySent: Bool)
}

extension AttemptOutcome {
    /// Whether the destination may have the record although this outcome does not confirm it.
    public var isPossiblySent: Bool {
        switch self {
        case .done, .failed: false
        case .retry(_, let possiblySent, _), .released(let possiblySent): possiblySent
        }
    }

    /// Whether the attempt may have created a record at the destination, confirmed or not.
    public var mayHaveArrived: Bool {
        if case .done = self { true } else { isPossiblySent }
    }
}
