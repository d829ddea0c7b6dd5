/// The answer of an agent that refuses.
public struct PairingRefusal: Error, Hashable, Sendable {
    /// Makes a refusal.
    public init() {}
}
