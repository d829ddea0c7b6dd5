/// A device model in the catalogue, or a generic entry for all devices that conform to a profile.
public struct Peripheral: Hashable, Sendable, Codable, Identifiable {
    /// The peripheral ID.
    public let id: Int
    /// The display name: manufacturer and model, or the profile.
    public var name: String
    /// The manufacturer; nil for a generic entry.
    public var manufacturer: String?
    /// The model; nil for a generic entry.
    public var model: String?
    /// The kind of device.
    public var type: PeripheralType
    /// How to recognise it by its advertisement.
    public var advert: AdvertRule
    /// Whether it must be paired before it can be read.
    public var requiresPairing: Bool
    /// When it advertises.
    public var advertises: AdvertisingPhase
    /// Whether it may send stored measurements.
    ///
    /// Only if it cannot, the time of reception stands for a missing time of measurement.
    public var hasMemory: Bool
    /// Instructions for pairing it.
    public var pairingInstructions: String
    /// Instructions for what to do before the hub is ready to read.
    public var startInstructions: String
    /// Instructions for taking a reading.
    public var readingInstructions: String
    /// URL of an image of it, or nil.
    public var imageURL: String?
    /// Whether it is neither read nor offered; peripherals are disabled, never removed.
    public var disabled: Bool
    /// The protocol that it speaks.
    public var speaks = ProtocolName.standard
    /// The protocol's needs in addition to a driver, in the order of the checks.
    public var needs: [PeripheralNeed] = []
    /// Silence in seconds after a passive reading before it is read again; nil for the reader's setting.
    public var rearmSeconds: Int?
    /// How long it must advertise before the reader connects, in milliseconds; nil for no delay.
    public var connectDelay: Int?
    /// What identifies it on a USB cable; empty for a device that is read over Bluetooth.
    public var usb: [USBModel] = []

    /// Whether it is read on a cable, without a radio.
    public var isOnCable: Bool { !usb.isEmpty }

    /// Whether the model may send stored measurements; nil for a generic entry, which stands for models of both kinds.
    public var knownMemory: Bool? { manufacturer == nil && model == nil && hasMemory ? nil : hasMemory }

    /// The known quirks of the model, from ``QuirkBook``; the identity of a connected device reveals more.
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
    /// Makes a built-in entry for all devices of a profile, or for an unnamed model.
    init(
        generic id: Int,
        name: String,
        type: PeripheralType,
        advert: AdvertRule,
        words: PeripheralWords,
        speaks: ProtocolName = .standard,
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
            speaks: speaks
        )
    }

    /// Makes a built-in entry for a model.
    init(
        _ id: Int,
        manufacturer: String,
        model: String,
        type: PeripheralType,
        advert: AdvertRule,
        words: PeripheralWords,
        speaks: ProtocolName = .standard,
        needs: [PeripheralNeed] = [],
        pairing: PairingNeed = .onRefusal,
        advertises: AdvertisingPhase = .either,
        hasMemory: Bool = true,
        disabled: Bool = false,
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
            speaks: speaks,
            needs: needs,
            connectDelay: connectDelay
        )
    }
}
