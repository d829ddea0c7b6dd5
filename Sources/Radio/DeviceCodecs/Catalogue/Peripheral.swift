/// A device model of the catalogue, or a generic entry for all devices that conform to a profile.
public struct Peripheral: Hashable, Sendable, Codable, Identifiable {
    /// The peripheral ID.
    public let id: Int
    /// The name for people: manufacturer and model, or the profile.
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
    /// How to begin a reading, in plain words: what is done before the hub is ready.
    public var startInstructions: String
    /// How to take a reading, in plain words.
    public var readingInstructions: String
    /// An image of it, or nil.
    public var imageURL: String?
    /// True where it is neither read nor offered.
    ///
    /// Peripherals are disabled, never removed.
    public var disabled: Bool
    /// True where a frame captured from this model passes the tests, and this program reads the model.
    public var verified: Bool
    /// What it speaks.
    public var speaks = ProtocolName.standard
    /// What the protocol needs beside a driver, in the order in which it is looked for.
    public var needs: [PeripheralNeed] = []
    /// How long it must be silent after a passive reading before it is read again, in seconds; nil for the reader's
    /// setting.
    public var rearmSeconds: Int?
    /// How long its advertisement must have been there before it is connected, in milliseconds; nil for at once.
    public var connectDelay: Int?

    /// The quirks that the model is known for, by ``QuirkBook``; a device's own identity says more once it is read.
    public var quirks: Set<DeviceQuirk> {
        let names: [String?] = advert.namePrefixes.isEmpty ? [nil] : advert.namePrefixes.map(Optional.some)
        return names.reduce(into: []) { found, name in
            let identity = DeviceIdentity(
                name: name,
                manufacturer: manufacturer,
                model: model,
                companies: Set(advert.companies),
                services: Set(advert.services)
            )
            found.formUnion(QuirkBook.quirks(for: identity))
        }
    }
}

extension Peripheral {
    /// A row of the built-in catalogue for all devices of a profile, or of a model that nobody names.
    init(
        generic id: Int,
        _ name: String,
        _ type: PeripheralType,
        _ advert: AdvertRule,
        _ words: PeripheralWords,
        pairing: PairingNeed = .onRefusal,
        advertises: AdvertisingPhase = .either
    ) {
        self.init(
            id: id,
            name: name,
            manufacturer: nil,
            model: nil,
            type: type,
            advert: advert,
            requiresPairing: pairing == .required,
            advertises: advertises,
            hasMemory: true,
            pairingInstructions: words.pairing(pairing),
            startInstructions: words.start,
            readingInstructions: words.reading,
            imageURL: nil,
            disabled: false,
            verified: false
        )
    }

    /// A row of the built-in catalogue for a model.
    init(
        _ id: Int,
        _ manufacturer: String,
        _ model: String,
        _ type: PeripheralType,
        _ advert: AdvertRule,
        _ words: PeripheralWords,
        speaks: ProtocolName = .standard,
        needs: [PeripheralNeed] = [],
        pairing: PairingNeed = .onRefusal,
        advertises: AdvertisingPhase = .either,
        hasMemory: Bool = true,
        disabled: Bool = false,
        verified: Bool = false,
        connectDelay: Int? = nil
    ) {
        self.init(
            id: id,
            name: "\(manufacturer) \(model)",
            manufacturer: manufacturer,
            model: model,
            type: type,
            advert: advert,
            requiresPairing: pairing == .required,
            advertises: advertises,
            hasMemory: hasMemory,
            pairingInstructions: words.pairing(pairing),
            startInstructions: words.start,
            readingInstructions: words.reading,
            imageURL: nil,
            disabled: disabled,
            verified: verified,
            speaks: speaks,
            needs: needs,
            connectDelay: connectDelay
        )
    }
}
