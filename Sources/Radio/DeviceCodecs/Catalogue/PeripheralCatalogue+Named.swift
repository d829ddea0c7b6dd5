extension PeripheralCatalogue {
    /// Blood pressure monitors and thermometers by model.
    static let cuffs: [Peripheral] = [
        Peripheral(
            10_040,
            "A&D",
            "UA-651BLE",
            .bloodPressureMonitor,
            AdvertRule(services: [.bloodPressureService], namePrefixes: ["A&D_UA-651", "UA-651"]),
            .cuff,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_041,
            "A&D",
            "UT-201BLE",
            .thermometer,
            AdvertRule(services: [.thermometerService], namePrefixes: ["A&D_UT-201", "A&D_UT201", "UT-201"]),
            .thermometer,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_042,
            "A&D",
            "UC-352BLE",
            .weightScale,
            AdvertRule(services: [.weightScaleService], namePrefixes: ["A&D_UC-352", "UC-352"]),
            .scale,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_050,
            "Beurer",
            "BM85",
            .bloodPressureMonitor,
            AdvertRule(services: [.bloodPressureService], namePrefixes: ["BM85", "BM 85", "Beurer BM85"]),
            .cuff,
            // It shows the pairing digits.
            pairing: .required,
            advertises: .afterMeasurement,
            verified: true
        ),
        Peripheral(
            10_051,
            "Beurer",
            "BM57",
            .bloodPressureMonitor,
            AdvertRule(services: [.bloodPressureService], namePrefixes: ["BM57", "BM 57", "Beurer BM57"]),
            .cuff,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_052,
            "Beurer",
            "FT95",
            .thermometer,
            AdvertRule(services: [.thermometerService], namePrefixes: ["FT95", "FT 95", "Beurer FT95"]),
            .thermometer
        ),
        Peripheral(
            10_070,
            "Omron",
            "X4 Smart",
            .bloodPressureMonitor,
            AdvertRule(services: [.bloodPressureService], companies: [0x020E]),
            .cuff,
            pairing: .required,
            advertises: .afterMeasurement
        ),
        Peripheral(
            10_094,
            "Yonker",
            "YK-IBPA1",
            .bloodPressureMonitor,
            AdvertRule(namePrefixes: ["YK-IBPA1", "Yonker"]),
            .cuff,
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
            "Nonin",
            "3230",
            .pulseOximeter,
            AdvertRule(namePrefixes: ["Nonin3230"]),
            .oximeter,
            advertises: .beforeMeasurement
        ),
        // First sold with Bluetooth Classic; its Low Energy variant is undocumented.
        Peripheral(
            10_001,
            "Nonin",
            "3150",
            .pulseOximeter,
            AdvertRule(namePrefixes: ["Nonin3150"]),
            .oximeter,
            disabled: true
        ),
        Peripheral(
            10_010,
            "ChoiceMMed",
            "Pulse oximeter",
            .pulseOximeter,
            AdvertRule(services: [.pulseOximeterService], namePrefixes: ["ChoiceMMed", "MD300"]),
            .oximeter,
            verified: true
        ),
        Peripheral(
            10_090,
            "Viatom",
            "PC-60FW",
            .pulseOximeter,
            AdvertRule(namePrefixes: ["PC-60F"]),
            .oximeter,
            speaks: .viatom,
            pairing: .none,
            advertises: .beforeMeasurement,
            hasMemory: false
        ),
        Peripheral(
            10_091,
            "Viatom",
            "O2Ring",
            .pulseOximeter,
            AdvertRule(namePrefixes: ["O2Ring"]),
            .oximeter,
            speaks: .viatom,
            pairing: .none,
            advertises: .beforeMeasurement
        ),
        Peripheral(
            10_092,
            "Jumper",
            "JPD-500F",
            .pulseOximeter,
            AdvertRule(namePrefixes: ["JPD-500", "My Oximeter"]),
            .oximeter,
            speaks: .jumper,
            pairing: .none,
            advertises: .beforeMeasurement,
            hasMemory: false
        ),
        Peripheral(
            10_093,
            "Contec",
            "CMS50D-BT",
            .pulseOximeter,
            AdvertRule(namePrefixes: ["CMS50D", "SpO2"]),
            .oximeter,
            speaks: .contec,
            pairing: .none,
            advertises: .beforeMeasurement,
            hasMemory: false
        ),
    ]
}
