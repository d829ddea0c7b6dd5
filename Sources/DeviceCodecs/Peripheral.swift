/// A device model of the catalogue, or a generic entry for all devices that conform to a profile.
public struct Peripheral: Hashable, Sendable, Codable, Identifiable {
    /// The peripheral ID.
    public let id: Int
    /// The name for people.
    public var name: String
    /// The manufacturer, or nil for a generic entry.
    public var manufacturer: String?
    /// The model, or nil for a generic entry.
    public var model: String?
    /// The kind of device.
    public var type: PeripheralType
    /// By what it is told from its advertisement.
    public var advert: AdvertRule
    /// True where it has to be paired before it can be read.
    public var requiresPairing: Bool
    /// When it can be seen.
    public var advertises: AdvertisingPhase
    /// Whether it may send measurements that it has kept.
    ///
    /// Only where it cannot, a measurement without a time was made when it was received.
    public var hasMemory: Bool
    /// How to pair it, in plain words.
    public var pairingInstructions: String
    /// How to take a reading, in plain words.
    public var readingInstructions: String
    /// An image of it, or nil.
    public var imageURL: String?
    /// True where it is neither read nor offered.
    ///
    /// Peripherals are disabled, never removed.
    public var disabled: Bool
    /// True where a frame captured from this model passes the tests.
    public var verified: Bool
}
