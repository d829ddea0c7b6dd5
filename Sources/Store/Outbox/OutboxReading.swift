public import DeliveryRules
public import FoundationEssentials

/// A reading that a producer puts into its outbox.
public struct OutboxReading: Sendable, Hashable {
    /// Its key and revision.
    public var item: OutboxItem
    /// The reading as JSON, opaque to the store.
    public var payload: Data

    /// Makes a reading.
    public init(item: OutboxItem, payload: Data) {
        self.item = item
        self.payload = payload
    }
}
