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
    /// The seat that it was made for, if the producer was told one.
    public let seat: String?
    /// Whether only a person decides; otherwise an assignment may.
    public let awaitsPerson: Bool
    /// Where it was made.
    public let hub: String
    /// Equal for equal device and bytes.
    public let mergeKey: String?
    /// When the hub heard it.
    public let seenAt: Date
    /// When it was accepted.
    public let receivedAt: Date
}
