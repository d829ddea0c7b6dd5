public import DeliveryRules
public import FoundationEssentials
internal import MessageBus
public import VitalRecords

/// A reading that a producer puts into its outbox.
public struct OutboxReading: Sendable, Hashable {
    /// Its key and revision.
    public var item: OutboxItem
    /// The reading as JSON.
    public var payload: Data
    /// The seat that the reading names; erasing the seat finds it by this.
    public var seat: String?
    /// The device that the reading is of; erasing the device finds it by this.
    public var device: String?

    /// Makes the row of a reading.
    ///
    /// - Throws: `EncodingError` for a reading JSON cannot hold.
    public init(_ reading: Reading) throws {
        self.init(
            item: OutboxItem(readingKey: reading.readingKey.rawValue, revision: reading.revision),
            payload: Data(try WireJSON.encode(reading)),
            seat: reading.seat?.rawValue,
            device: reading.device?.description
        )
    }

    /// Makes the row of a reading that is JSON already.
    public init(item: OutboxItem, payload: Data, seat: String?, device: String?) {
        self.item = item
        self.payload = payload
        self.seat = seat
        self.device = device
    }
}
