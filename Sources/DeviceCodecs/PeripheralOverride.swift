/// An operator's changes to one peripheral of the catalogue.
///
/// Absent parts stay as they are.
public struct PeripheralOverride: Hashable, Sendable, Codable {
    /// The peripheral ID.
    public var id: Int
    /// Another name.
    public var name: String?
    /// Whether it has to be paired.
    public var requiresPairing: Bool?
    /// When it can be seen.
    public var advertises: AdvertisingPhase?
    /// Whether it may send measurements that it has kept.
    public var hasMemory: Bool?
    /// How to pair it.
    public var pairingInstructions: String?
    /// How to take a reading.
    public var readingInstructions: String?
    /// An image of it.
    public var imageURL: String?
    /// Whether it is off.
    public var disabled: Bool?

    /// Makes changes to a peripheral.
    public init(
        id: Int,
        name: String? = nil,
        requiresPairing: Bool? = nil,
        advertises: AdvertisingPhase? = nil,
        hasMemory: Bool? = nil,
        pairingInstructions: String? = nil,
        readingInstructions: String? = nil,
        imageURL: String? = nil,
        disabled: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.requiresPairing = requiresPairing
        self.advertises = advertises
        self.hasMemory = hasMemory
        self.pairingInstructions = pairingInstructions
        self.readingInstructions = readingInstructions
        self.imageURL = imageURL
        self.disabled = disabled
    }

    func applied(to peripheral: Peripheral) -> Peripheral {
        var result = peripheral
        result.name = name ?? result.name
        result.requiresPairing = requiresPairing ?? result.requiresPairing
        result.advertises = advertises ?? result.advertises
        result.hasMemory = hasMemory ?? result.hasMemory
        result.pairingInstructions = pairingInstructions ?? result.pairingInstructions
        result.readingInstructions = readingInstructions ?? result.readingInstructions
        result.imageURL = imageURL ?? result.imageURL
        result.disabled = disabled ?? result.disabled
        return result
    }
}
