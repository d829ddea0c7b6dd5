public import DeliveryRules
public import FoundationEssentials

/// A reading that waits in the outbox.
public struct OutboxRow: Sendable, Hashable {
    /// Its key and revision.
    public let item: OutboxItem
    /// The reading as JSON.
    public let payload: Data
    /// When it was committed first.
    public let createdAt: Date
    /// How often it was sent.
    public let attempts: Int
    /// When it was sent last.
    public let lastSentAt: Date?
}
