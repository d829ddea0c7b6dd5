extension PeripheralCatalogue {
    private static let glucose = [BluetoothUUID.glucoseService]

    /// Glucose meters and scales by model.
    static let meters: [Peripheral] = [
        oneTouch(10_030, "OneTouch Verio Flex"),
        oneTouch(10_031, "OneTouch Verio Reflect"),
        oneTouch(10_032, "OneTouch Select Plus Flex"),
        oneTouch(10_033, "OneTouch Ultra Plus Flex"),
        profile(10_060, "Ascensia", "Contour Next One", ["Contour"]),
        profile(10_061, "Roche", "Accu-Chek Guide", ["meter+", "Accu-Chek Guide"], verified: true),
        profile(10_062, "Roche", "Accu-Chek Instant", ["Accu-Chek Instant"]),
        profile(10_063, "i-SENS", "CareSens", ["CareSens"]),
        profile(10_064, "ReliOn", "Premier", ["ReliOn"]),
        profile(10_065, "TaiDoc", "Diamond Mini", ["Diamond Mini", "TAIDOC"]),
        profile(10_066, "Fora", "TNG", ["TNG", "FORA"]),
    ]

    /// Scales by model.
    static let scales: [Peripheral] = [
        Peripheral(
            10_011,
            "ChoiceMMed",
            "Scale",
            .weightScale,
            AdvertRule(services: [.weightScaleService], namePrefixes: ["ChoiceMMed"]),
            .scale
        ),
        Peripheral(
            10_053,
            "Beurer",
            "BF720",
            .weightScale,
            AdvertRule(
                services: [.weightScaleService, .bodyCompositionService],
                namePrefixes: ["BF720", "Beurer BF720"]
            ),
            .scale,
            // It keeps one bond, and its users must consent on each link.
            pairing: .required,
            verified: true
        ),
        Peripheral(
            10_080,
            "Xiaomi",
            "Mi Scale",
            .weightScale,
            AdvertRule(serviceData: [ServiceDataRule(service: .weightScaleService, lengths: [10])]),
            .scale,
            speaks: .xiaomiScale,
            pairing: .none,
            advertises: .afterMeasurement,
            hasMemory: false
        ),
        Peripheral(
            10_081,
            "Xiaomi",
            "Mi Body Composition Scale 2",
            .weightScale,
            AdvertRule(serviceData: [ServiceDataRule(service: .bodyCompositionService, lengths: [13])]),
            .scale,
            speaks: .xiaomiScale,
            pairing: .none,
            advertises: .afterMeasurement,
            hasMemory: false
        ),
    ]

    private static func profile(
        _ id: Int,
        _ manufacturer: String,
        _ model: String,
        _ names: [String],
        verified: Bool = false
    ) -> Peripheral {
        let advert = AdvertRule(services: glucose, namePrefixes: names)
        return Peripheral(
            id,
            manufacturer,
            model,
            .glucoseMeter,
            advert,
            .meter,
            pairing: .required,
            advertises: .afterMeasurement,
            verified: verified
        )
    }

    /// An entry for a OneTouch meter, which shows the pairing digits and takes a new address in pairing mode.
    ///
    /// All of them advertise "OneTouch" and the end of the serial number, so an advertisement matches all four.
    private static func oneTouch(_ id: Int, _ model: String) -> Peripheral {
        let advert = AdvertRule(namePrefixes: ["OneTouch"])
        return Peripheral(
            id,
            "LifeScan",
            model,
            .glucoseMeter,
            advert,
            .meter,
            speaks: .onetouch,
            pairing: .required,
            advertises: .afterMeasurement
        )
    }
}
