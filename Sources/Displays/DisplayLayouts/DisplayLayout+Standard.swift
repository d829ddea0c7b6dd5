internal import VitalRecords

extension DisplayLayout {
    /// The layout that all meters of a kind share.
    public static func standard(_ kind: DisplayKind) -> DisplayLayout {
        switch kind {
        case .bloodPressure: bloodPressure
        case .glucoseMeter: glucoseMeter
        case .thermometer: thermometer
        case .pulseOximeter: pulseOximeter
        case .weightScale: weightScale
        case .any: anyNumber
        }
    }

    private static let bloodPressure = DisplayLayout(
        kind: .bloodPressure,
        fields: [.systolic, .diastolic, .pulse("pul")],
        arrangements: [
            DisplayArrangement([["sys"], ["dia"], ["pul"]]),
            DisplayArrangement([["sys"], ["dia", "pul"]], penalty: 0.1),
            DisplayArrangement([["sys", "dia"], ["pul"]], penalty: 0.2),
            DisplayArrangement([["sys", "dia", "pul"]], penalty: 0.3),
            // A pulse that is not seen is left out only where nothing else is: a wrist model without one, or a cut.
            DisplayArrangement([["sys"], ["dia"]], penalty: 0.5),
            DisplayArrangement([["sys", "dia"]], penalty: 0.6),
        ],
        relations: [FieldRelation("sys", exceeds: "dia", by: ["mmHg": 10, "kPa": 1])],
        heights: ["sys": 0.8...1, "dia": 0.7...1, "pul": 0.35...1]
    )

    private static let glucoseMeter = DisplayLayout(
        kind: .glucoseMeter,
        fields: [.glucose],
        arrangements: [DisplayArrangement([["glucose"]])]
    )

    private static let thermometer = DisplayLayout(
        kind: .thermometer,
        fields: [.temperature],
        arrangements: [DisplayArrangement([["value"]])]
    )

    private static let pulseOximeter = DisplayLayout(
        kind: .pulseOximeter,
        fields: [.saturation, .pulse("pr")],
        arrangements: [
            DisplayArrangement([["spo2"], ["pr"]]),
            DisplayArrangement([["spo2", "pr"]]),
            DisplayArrangement([["pr"], ["spo2"]], penalty: 0.6),
            DisplayArrangement([["pr", "spo2"]], penalty: 0.6),
        ],
        heights: ["spo2": 0.6...1, "pr": 0.5...1]
    )

    private static let weightScale = DisplayLayout(
        kind: .weightScale,
        fields: [.weight, .stones, .pounds],
        arrangements: [
            DisplayArrangement([["value"]]),
            DisplayArrangement([["stones", "pounds"]], penalty: 0.2),
            DisplayArrangement([["stones"], ["pounds"]], penalty: 0.25),
        ],
        heights: ["value": 1...1, "stones": 0.7...1, "pounds": 0.5...1]
    )

    private static let anyNumber = DisplayLayout(
        kind: .any,
        fields: [.number],
        arrangements: [DisplayArrangement([["value"]])]
    )
}
