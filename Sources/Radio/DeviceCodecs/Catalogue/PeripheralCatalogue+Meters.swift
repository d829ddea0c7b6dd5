extension PeripheralCatalogue {
    private static let glucose = [BluetoothUUID.glucoseService]

    /// Glucose meters and scales by model.
    static let meters: [Peripheral] = [
        oneTouch(10_030, model: "OneTouch Verio Flex"),
        oneTouch(10_031, model: "OneTouch Verio Reflect"),
        oneTouch(10_032, model: "OneTouch Select Plus Flex"),
        oneTouch(10_033, model: "OneTouch Ultra Plus Flex"),
        profile(10_060, manufacturer: "Ascensia", model: "Contour Next One", names: ["Contour"]),
        profile(
            10_061,
            manufacturer: "Roche",
            model: "Accu-Chek Guide",
            names: ["meter+", "Accu-Chek Guide"]
        ),
        profile(10_062, manufacturer: "Roche", model: "Accu-Chek Instant", names: ["Accu-Chek Instant"]),
        profile(10_063, manufacturer: "i-SENS", model: "CareSens", names: ["CareSens"]),
        profile(10_064, manufacturer: "ReliOn", model: "Premier", names: ["ReliOn"]),
        profile(10_065, manufacturer: "TaiDoc", model: "Diamond Mini", names: ["Diamond Mini", "TAIDOC"]),
        profile(10_066, manufacturer: "Fora", model: "TNG", names: ["TNG", "FORA"]),
    ]

    /// Scales by model.
    static let scales: [Peripheral] = [
        Peripheral(
            10_011,
            manufacturer: "ChoiceMMed",
            model: "Scale",
            type: .weightScale,
            advert: AdvertRule(services: [.weightScaleService], namePrefixes: ["ChoiceMMed"]),
            words: .scale
        ),
        Peripheral(
            10_053,
            manufacturer: "Beurer",
            model: "BF720",
            type: .weightScale,
            advert: AdvertRule(
                services: [.weightScaleService, .bodyCompositionService],
                namePrefixes: ["BF720", "Beurer BF720"]
            ),
            words: .scale,
            // It keeps one bond, and its users must consent on each link.
            pairing: .required
        ),
        Peripheral(
            10_080,
            manufacturer: "Xiaomi",
            model: "Mi Scale",
            type: .weightScale,
            advert: AdvertRule(serviceData: [ServiceDataRule(service: .weightScaleService, lengths: [10])]),
            words: .advertScale,
            speaks: .xiaomiScale,
            pairing: .required,
            advertises: .afterMeasurement,
            hasMemory: false
        ),
        Peripheral(
            10_081,
            manufacturer: "Xiaomi",
            model: "Mi Body Composition Scale 2",
            type: .weightScale,
            advert: AdvertRule(serviceData: [ServiceDataRule(service: .bodyCompositionService, lengths: [13])]),
            words: .advertScale,
            speaks: .xiaomiScale,
            pairing: .required,
            advertises: .afterMeasurement,
            hasMemory: false
        ),
    ]

    private static func profile(
        _ id: Int,
        manufacturer: String,
        model: String,
        names: [String]
    ) -> Peripheral {
        let advert = AdvertRule(services: glucose, namePrefixes: names)
        return Peripheral(
            id,
            manufacturer: manufacturer,
            model: model,
            type: .glucoseMeter,
            advert: advert,
            words: .meter,
            pairing: .required,
            advertises: .afterMeasurement
        )
    }

    /// An entry for a OneTouch meter, which shows the pairing digits and takes a new address in pairing mode.
    ///
    /// All of them advertise "OneTouch" and the end of the serial number, so an advertisement matches all four.
    private static func oneTouch(_ id: Int, model: String) -> Peripheral {
        let advert = AdvertRule(namePrefixes: ["OneTouch"])
        return Peripheral(
            id,
            manufacturer: "LifeScan",
            model: model,
            type: .glucoseMeter,
            advert: advert,
            words: .meter,
            speaks: .onetouch,
            pairing: .required,
            advertises: .afterMeasurement
        )
    }
}
