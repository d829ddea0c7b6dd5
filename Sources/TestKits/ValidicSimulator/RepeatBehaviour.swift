/// What the simulated server does with a log id that it has accepted before from the same user.
public enum RepeatBehaviour: String, Codable, CaseIterable, Sendable {
    /// The record is replaced, its id stays: 200.
    case upsert
    /// Refused: 409.
    case conflict
    /// A second record is made (a duplicate); the list shows all log ids.
    case blindLookup = "blind-lookup"
    /// A second record is made (a duplicate); the list answers 404.
    case blind
}
