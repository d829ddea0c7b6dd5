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
