extension PeripheralCatalogue {
    /// Blood pressure monitors and thermometers by model.
    static let cuffs: [Peripheral] = [
        Peripheral(
            10_040,
            manufacturer: "A&D",
            model: "UA-651BLE",
            type: .bloodPressureMonitor,
            advert: AdvertRule(services: [.bloodPressureService], namePrefixes: ["A&D_UA-651", "UA-651"]),
            words: .cuff,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_041,
            manufacturer: "A&D",
            model: "UT-201BLE",
            type: .thermometer,
            advert: AdvertRule(services: [.thermometerService], namePrefixes: ["A&D_UT-201", "A&D_UT201", "UT-201"]),
            words: .thermometer,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_042,
            manufacturer: "A&D",
            model: "UC-352BLE",
            type: .weightScale,
            advert: AdvertRule(services: [.weightScaleService], namePrefixes: ["A&D_UC-352", "UC-352"]),
            words: .scale,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_050,
            manufacturer: "Beurer",
            model: "BM85",
            type: .bloodPressureMonitor,
            advert: AdvertRule(services: [.bloodPressureService], namePrefixes: ["BM85", "BM 85", "Beurer BM85"]),
            words: .cuff,
            // It shows the pairing digits.
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_051,
            manufacturer: "Beurer",
            model: "BM57",
            type: .bloodPressureMonitor,
            advert: AdvertRule(services: [.bloodPressureService], namePrefixes: ["BM57", "BM 57", "Beurer BM57"]),
            words: .cuff,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_052,
            manufacturer: "Beurer",
            model: "FT95",
            type: .thermometer,
            advert: AdvertRule(services: [.thermometerService], namePrefixes: ["FT95", "FT 95", "Beurer FT95"]),
            words: .thermometer
        ),
        Peripheral(
            10_070,
            // Every cuff of the maker advertises so; the model is known once it is read.
            manufacturer: "Omron",
            model: "Blood pressure monitor",
            type: .bloodPressureMonitor,
            advert: AdvertRule(services: [.bloodPressureService], companies: [0x020E]),
            words: .cuff,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_071,
            manufacturer: "Omron",
            model: "X4 Smart",
            type: .bloodPressureMonitor,
            advert: AdvertRule(services: [.bloodPressureService], namePrefixes: ["X4 Smart"]),
            words: .cuff,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_072,
            // The whole memory of the models that the driver knows; row 10070 reads the newest result of all.
            manufacturer: "Omron",
            model: "Blood pressure monitor with memory",
            type: .bloodPressureMonitor,
            advert: AdvertRule(namePrefixes: ["BLESmart_0000", "HEM-"]),
            words: .omronMemory,
            speaks: .omron,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_094,
            manufacturer: "Yonker",
            model: "YK-IBPA1",
            type: .bloodPressureMonitor,
            advert: AdvertRule(namePrefixes: ["YK-IBPA1", "Yonker"]),
            words: .cuff,
            speaks: .yonker,
            pairing: .none,
            // It sends data only on a link established after the measurement.
            advertises: .afterMeasurement,
            connectDelay: 5_000
        ),
    ]

    /// Oximeters by model.
    static let oximeters: [Peripheral] = [
        Peripheral(
            10_000,
            manufacturer: "Nonin",
            model: "3230",
            type: .pulseOximeter,
            advert: AdvertRule(namePrefixes: ["Nonin3230"]),
            words: .noninOximeter,
            speaks: .nonin,
            advertises: .beforeMeasurement,
            hasMemory: false
        ),
        // Live values only: its memory is not read. Older ones have Bluetooth Classic, which no advertisement shows.
        Peripheral(
            10_001,
            manufacturer: "Nonin",
            model: "3150",
            type: .pulseOximeter,
            advert: AdvertRule(namePrefixes: ["Nonin3150"]),
            words: .noninOximeter,
            speaks: .nonin,
            advertises: .beforeMeasurement,
            hasMemory: false
        ),
        Peripheral(
            10_010,
            manufacturer: "ChoiceMMed",
            model: "Pulse oximeter",
            type: .pulseOximeter,
            advert: AdvertRule(services: [.pulseOximeterService], namePrefixes: ["ChoiceMMed", "MD300"]),
            words: .oximeter
        ),
        stream(10_090, manufacturer: "Viatom", model: "PC-60FW", names: ["PC-60F"], speaks: .pc60fw),
        Peripheral(
            10_091,
            manufacturer: "Viatom",
            model: "O2Ring",
            type: .pulseOximeter,
            advert: AdvertRule(namePrefixes: ["O2Ring"]),
            words: .nights,
            speaks: .o2ring,
            pairing: .none
        ),
        stream(10_092, manufacturer: "Jumper", model: "JPD-500F", names: ["JPD-500", "My Oximeter"], speaks: .jumper),
        stream(10_093, manufacturer: "Contec", model: "CMS50D-BT", names: ["CMS50D", "SpO208"], speaks: .contec),
        stream(10_095, manufacturer: "Berry", model: "BM1000", names: ["BerryMed"], speaks: .berry),
        // Scales and cuffs of the brand have the same name; its other oximeters are not known.
        stream(
            10_096,
            manufacturer: "ChoiceMMed",
            model: "MD300C208, OX100",
            names: ["iChoice"],
            excludes: [.weightScaleService, .bodyCompositionService, .bloodPressureService],
            speaks: .choiceMMed
        ),
        // Their advertised names are taken to be the printed ones.
        stream(10_097, manufacturer: "Viatom", model: "PC-60E", names: ["PC-60E"], speaks: .pc60fw),
        stream(
            10_098,
            manufacturer: "Viatom",
            model: "POD-1, POD-3, PF-10",
            names: ["POD-1", "POD-3", "PF-10"],
            speaks: .pc60fw
        ),
    ]

    /// An oximeter that streams while a finger is in it, in its maker's protocol.
    private static func stream(
        _ id: Int,
        manufacturer: String,
        model: String,
        names: [String],
        excludes: [BluetoothUUID] = [],
        speaks: ProtocolName
    ) -> Peripheral {
        Peripheral(
            id,
            manufacturer: manufacturer,
            model: model,
            type: .pulseOximeter,
            advert: AdvertRule(
                namePrefixes: names,
                excludes: excludes.map { AdvertRule(services: [$0]) }
            ),
            words: .oximeter,
            speaks: speaks,
            pairing: .none,
            advertises: .beforeMeasurement,
            hasMemory: false
        )
    }
}

extension PeripheralWords {
    /// For Nonin's oximeters, whose own mark of a good value is waited for.
    static let noninOximeter = PeripheralWords(
        pairing: oximeter.pairing,
        start: oximeter.start,
        reading:
            "Keep the finger in and the hand still until the hub says that the reading is done, up to half a minute."
    )
}
