public import FoundationEssentials

/// A reading that waits for a confirmation or an owner.
public struct HeldReading: Sendable, Hashable {
    /// Its key.
    public let readingKey: String
    /// Its revision.
    public let revision: Int
    /// The reading as JSON.
    public let reading: Data
    /// Why it is held.
    public let reason: String
    /// The device's UUID, if one made it.
    public let device: String?
    /// Where it was made.
    public let hub: String
    /// When it was accepted.
    public let receivedAt: Date
}
