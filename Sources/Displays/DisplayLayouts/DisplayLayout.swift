public import VitalRecords

/// A display's content: its fields, the arrangements of their rows, and the relations between them.
///
/// It is data only, so a new meter needs no code.
public struct DisplayLayout: Sendable, Hashable {
    /// The kind of the meter.
    public let kind: DisplayKind
    /// The fields, in the order of results.
    public let fields: [DisplayField]
    /// The arrangements of the rows, the usual one first.
    public let arrangements: [DisplayArrangement]
    /// The relations between the fields.
    public let relations: [FieldRelation]
    /// The height of a field's row relative to the highest one, by key; 1 is the highest, absent means unknown.
    public let heights: [String: ClosedRange<Double>]

    /// Creates a layout.
    public init(
        kind: DisplayKind,
        fields: [DisplayField],
        arrangements: [DisplayArrangement],
        relations: [FieldRelation] = [],
        heights: [String: ClosedRange<Double>] = [:]
    ) {
        self.kind = kind
        self.fields = fields
        self.arrangements = arrangements
        self.relations = relations
        self.heights = heights
    }

    /// The field with a key, or nil.
    public func field(_ key: String) -> DisplayField? { fields.first { $0.key == key } }

    /// The fields of an arrangement in reading order.
    public func fields(of arrangement: DisplayArrangement) -> [DisplayField] { arrangement.keys.compactMap(field) }

    /// The selectable units: those of the fields that have several.
    public var choosableUnits: [DisplayUnit] {
        fields.filter { $0.units.count > 1 }.flatMap(\.units).reduce(into: []) { known, unit in
            if !known.contains(unit) { known.append(unit) }
        }
    }
}

extension DisplayLayout {
    /// The relations that values break; a relation with a missing value is not broken.
    public func brokenRelations(_ readings: [String: FieldReading]) -> [FieldRelation] {
        relations.filter { relation in
            guard let greater = readings[relation.greater], let smaller = readings[relation.smaller] else {
                return false
            }
            return !relation.holds(greater.value, lower: smaller.value, unit: greater.unit)
        }
    }

    /// The layout restricted to one unit in the fields that have it; unchanged if none has.
    public func limited(to unit: DisplayUnit) -> DisplayLayout {
        let narrowed = fields.map { $0.limited(to: unit) ?? $0 }
        return DisplayLayout(
            kind: kind,
            fields: narrowed,
            arrangements: arrangements,
            relations: relations,
            heights: heights
        )
    }
}

extension DisplayLayout {
    /// The standard layout of a kind of meter.
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
            // A column at the left with memory number and pulse. If both digits are equally high, the pulse cannot be
            // distinguished from the lower pressure, and the left one is taken as the pressure.
            DisplayArrangement([["sys"], ["pul", "dia"]], penalty: 0.2, heights: ["pul": 0.3...0.7]),
            DisplayArrangement([["sys", "dia", "pul"]], penalty: 0.3),
            // A missing pulse is accepted only if nothing else is missing: a wrist model without one, or a cropped
            // picture.
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

/// The kind of a meter, which determines the layout of its display.
///
/// The raw values are the words of the command line and of layout files.
public enum DisplayKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// A blood pressure monitor: systolic, diastolic and usually the pulse.
    case bloodPressure
    /// A blood glucose meter, in mg/dL or mmol/L.
    case glucoseMeter
    /// A thermometer, in °C or °F.
    case thermometer
    /// A pulse oximeter: saturation and pulse rate.
    case pulseOximeter
    /// A weight scale, in kilograms, pounds, or stones and pounds.
    case weightScale
    /// Any meter: its display shows a number of unknown meaning.
    case any

    /// The kind with a name, or with the name that Bluetooth peripherals use for the same type; nil for any other.
    public init?(word: String) {
        guard word != "bloodPressureMonitor" else {
            self = .bloodPressure
            return
        }
        self.init(rawValue: word)
    }
}

/// An arrangement of a layout's rows.
public struct DisplayArrangement: Sendable, Hashable {
    /// The keys of the fields: lines from top to bottom, each from left to right.
    public let lines: [[String]]
    /// How unusual it is, 0…1; 0 for the usual one.
    public let penalty: Double
    /// The relative heights of rows, by key, which override the layout's.
    public let heights: [String: ClosedRange<Double>]

    /// Creates an arrangement.
    public init(_ lines: [[String]], penalty: Double = 0, heights: [String: ClosedRange<Double>] = [:]) {
        self.lines = lines
        self.penalty = penalty
        self.heights = heights
    }

    /// All keys in reading order.
    public var keys: [String] { lines.flatMap(\.self) }
}

/// A relation between two fields: one is greater than the other by a minimum difference.
public struct FieldRelation: Sendable, Hashable {
    /// The key of the greater field.
    public let greater: String
    /// The key of the smaller field.
    public let smaller: String
    /// The minimum difference by unit name, in that unit; for other units the field must only be greater.
    public let difference: [String: DecimalNumber]

    /// Creates a relation.
    public init(_ greater: String, exceeds smaller: String, by difference: [String: DecimalNumber] = [:]) {
        self.greater = greater
        self.smaller = smaller
        self.difference = difference
    }

    /// True if the values satisfy the relation.
    ///
    /// - Parameter unit: The unit of both values.
    public func holds(_ upper: DecimalNumber, lower: DecimalNumber, unit: DisplayUnit?) -> Bool {
        guard upper > lower else { return false }
        guard let least = unit.flatMap({ difference[$0.name] }), let sum = lower.adding(least) else { return true }
        return upper >= sum
    }
}
