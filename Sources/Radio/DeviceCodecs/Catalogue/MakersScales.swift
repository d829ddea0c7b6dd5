extension ProtocolName {
    /// Beurer, Sanitas and Runtastic scales with the service FFE0.
    public static let beurer = ProtocolName(rawValue: "beurer")
    /// QN, Yolanda and Renpho scales that are connected.
    public static let qn = ProtocolName(rawValue: "qn")
    /// Renpho scales with the service 1A10.
    public static let renpho = ProtocolName(rawValue: "renpho")
    /// Medisana's scales BS430, BS440 and BS444.
    public static let medisana = ProtocolName(rawValue: "medisana")
}

/// Scales with makers' own protocols; none was tried on a real device.
enum MakersScales {
    /// The rows.
    static let peripherals: [Peripheral] =
        beurerScales + omronScales + [
            scale(
                10_127,
                manufacturer: "Yolanda",
                model: "QN-Scale (Renpho, Arboleaf, GE)",
                names: ["QN-Scale", "Renpho-Scale", "GE CS 10 G"],
                words: .liveScale,
                speaks: .qn,
                // What it stored has its own time, and a weight without one was measured now.
                hasMemory: false
            ),
            // Each of these models by one public source.
            scale(
                10_128,
                manufacturer: "Renpho",
                model: "ES-CS20M, ES-32MD, R-MSC04, ES-26BB, R-A012, R-A020",
                names: ["ES-CS20M", "ES-32MD", "R-MSC04", "ES-26BB", "R-A012", "R-A020"],
                words: .liveScale,
                speaks: .renpho,
                hasMemory: false
            ),
            scale(
                10_129,
                manufacturer: "Medisana",
                model: "BS440, BS444",
                names: ["013197", "013198", "0202B6"],
                words: .storingScale,
                speaks: .medisana
            ),
            scale(
                10_130,
                manufacturer: "Medisana",
                model: "BS430",
                names: ["0203B"],
                words: .storingScale,
                speaks: .medisana
            ),
        ]

    /// The layout by one project's reading of the maker's field table, and computed frames only.
    private static let omronScales: [Peripheral] = [
        Peripheral(
            10_131,
            manufacturer: "Omron",
            model: "Body composition monitor with memory",
            type: .weightScale,
            advert: AdvertRule(namePrefixes: ["BLESmart_0001", "HBF-", "KRD-703T", "BCM-500", "VIVA"]),
            words: .omronScale,
            speaks: .omron,
            pairing: .required,
            advertises: .afterMeasurement
        )
    ]

    /// The BF710 advertises as `BF700`.
    private static let beurerScales: [Peripheral] = [
        beurer(10_120, model: "BF700", names: ["BEURER BF700", "BF-700"]),
        // With its newest firmware it never answers.
        beurer(10_121, model: "BF800", names: ["BEURER BF800", "BF-800"]),
        beurer(10_122, model: "BF710", names: ["BEURER BF710", "BF710", "BF700"]),
        beurer(10_123, manufacturer: "Sanitas", model: "SBF70", names: ["SANITAS SBF70", "SBF70"]),
        beurer(10_124, manufacturer: "Sanitas", model: "SBF75", names: ["SANITAS SBF75", "SBF75"]),
        beurer(10_125, manufacturer: "Runtastic", model: "Libra", names: ["RT-Libra", "Libra-B", "Libra-W"]),
        beurer(10_126, manufacturer: "Silvercrest", model: "AICDSCALE1", names: ["AICDSCALE1"]),
    ]

    private static func beurer(
        _ id: Int,
        manufacturer: String = "Beurer",
        model: String,
        names: [String]
    ) -> Peripheral {
        scale(id, manufacturer: manufacturer, model: model, names: names, words: .knowingScale, speaks: .beurer)
    }

    private static func scale(
        _ id: Int,
        manufacturer: String,
        model: String,
        names: [String],
        words: PeripheralWords,
        speaks: ProtocolName,
        hasMemory: Bool = true
    ) -> Peripheral {
        Peripheral(
            id,
            manufacturer: manufacturer,
            model: model,
            type: .weightScale,
            advert: AdvertRule(namePrefixes: names),
            words: words,
            speaks: speaks,
            pairing: .none,
            hasMemory: hasMemory
        )
    }
}

extension PeripheralWords {
    private static let noPairing = "No pairing is needed."

    /// For Omron's scales, which hold one key.
    static let omronScale = PeripheralWords(
        pairing: """
            Put the scale into its pairing mode, as its manual says, and keep it near the hub. It holds one pairing: \
            afterwards the phone no longer reads it until the phone is paired again.
            """,
        start: "Measure first. Then switch the scale's Bluetooth on and keep it near the hub.",
        reading: "Leave the scale on and near the hub until its weighings have been sent."
    )
    /// For scales that tell people apart and store their weighings.
    static let knowingScale = PeripheralWords(
        pairing: noPairing,
        start: """
            Enter the people with the maker's app first: the hub adds and changes none on the scale. Close the app, \
            because the scale has one connection.
            """,
        reading: """
            Step on barefoot and stand still until the scale shows its result. What the scale stored of a person whom \
            it does not know is not sent.
            """
    )
    /// For scales that store weighings and send them after the next one.
    static let storingScale = PeripheralWords(
        pairing: noPairing,
        start: "Close the maker's app, because the scale has one connection. The hub sets the scale's clock.",
        reading: "Step on barefoot and stand still until the scale shows its result, then leave it near the hub."
    )
    /// For scales that show the weight to any connected hub.
    static let liveScale = PeripheralWords(
        pairing: noPairing,
        start: "Close the maker's app, because the scale has one connection. Step on once to wake the scale.",
        reading: """
            Step on barefoot and stand still until the value stops blinking. The weight and the body's resistance are \
            sent, and no fat, water or muscle: the maker's app computes these.
            """
    )
}
