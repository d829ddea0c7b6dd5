extension PeripheralCatalogue {
    private static let miBeacon = BluetoothUUID(0xFE95)
    private static let bthome = AdvertRule(serviceData: [ServiceDataRule(service: BluetoothUUID(0xFCD2))])

    /// Devices that are read by their adverts; no frame of one was captured for this project, and none was tried.
    static let advertising: [Peripheral] = [
        advertised(
            10_082,
            manufacturer: "Xiaomi",
            model: "Scale S400",
            advert: AdvertRule(namePrefixes: ["Xiaomi Scale S400"]),
            speaks: .xiaomiMiBeacon,
            needs: [.encryptionKey]
        ),
        advertised(
            10_088,
            manufacturer: "Xiaomi",
            model: "Scale S200",
            advert: AdvertRule(namePrefixes: ["Xiaomi Scale S200"]),
            speaks: .xiaomiMiBeacon,
            needs: [.encryptionKey]
        ),
        // Its name is not public; the length of its frame is.
        advertised(
            10_083,
            manufacturer: "Xiaomi",
            model: "Scale S800",
            advert: AdvertRule(serviceData: [ServiceDataRule(service: miBeacon, lengths: [30])]),
            speaks: .xiaomiMiBeacon,
            needs: [.encryptionKey]
        ),
        advertised(
            10_084,
            manufacturer: "Yolanda",
            model: "QN advert scale (Renpho, FITINDEX)",
            advert: AdvertRule(companies: [0xFFFF]),
            speaks: .qnAdvert
        ),
        advertised(10_085, manufacturer: "BTHome", model: "scale", advert: bthome, speaks: .bthomeScale),
        advertised(
            10_086,
            manufacturer: "BTHome",
            model: "scale, encrypted",
            advert: bthome,
            speaks: .bthomeScale,
            needs: [.encryptionKey]
        ),
        advertised(
            10_087,
            manufacturer: "BTHome",
            model: "body thermometer",
            type: .thermometer,
            advert: bthome,
            words: .advertThermometer,
            speaks: .bthomeThermometer
        ),
    ]

    private static func advertised(
        _ id: Int,
        manufacturer: String,
        model: String,
        type: PeripheralType = .weightScale,
        advert: AdvertRule,
        words: PeripheralWords = .advertScale,
        speaks: ProtocolName,
        needs: [PeripheralNeed] = []
    ) -> Peripheral {
        Peripheral(
            id,
            manufacturer: manufacturer,
            model: model,
            type: type,
            advert: advert,
            words: words,
            speaks: speaks,
            needs: needs,
            pairing: .required,
            advertises: .afterMeasurement,
            hasMemory: false
        )
    }
}

extension PeripheralWords {
    /// For thermometers that say everything in their adverts.
    static let advertThermometer = PeripheralWords(
        pairing: """
            Measure once, so that the thermometer is in sight, and pair it for the person whose it is. A room's thermometer is not \
            for this: what it shows between 30 and 45 °C would be the person's.
            """,
        start: "Switch the thermometer on and put it where it measures.",
        reading: "Measure until the value stays, and leave the thermometer near the hub for ten seconds."
    )
}
