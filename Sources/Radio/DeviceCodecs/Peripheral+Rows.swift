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
