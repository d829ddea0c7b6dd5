public import VitalRecords

/// What a display shows, and where: the fields, how their rows can stand, and what holds between them.
///
/// Nothing but data, so that a new meter needs no code.
public struct DisplayLayout: Sendable, Hashable {
    /// The kind of the meter.
    public let kind: DisplayKind
    /// The fields, in the order of results.
    public let fields: [DisplayField]
    /// The ways in which the rows can stand, the usual one first.
    public let arrangements: [DisplayArrangement]
    /// What holds between the fields.
    public let relations: [FieldRelation]
    /// How high the row of a field is against the highest one, by key; 1 is the highest, and absent says nothing.
    public let heights: [String: ClosedRange<Double>]

    /// Makes a layout.
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

    /// The units that can be chosen: those of the fields that have several.
    public var choosableUnits: [DisplayUnit] {
        fields.filter { $0.units.count > 1 }.flatMap(\.units).reduce(into: []) { known, unit in
            if !known.contains(unit) { known.append(unit) }
        }
    }
}

extension DisplayLayout {
    /// The relations that values break; a relation of which a value is missing is not broken.
    public func brokenRelations(_ readings: [String: FieldReading]) -> [FieldRelation] {
        relations.filter { relation in
            guard let greater = readings[relation.greater], let smaller = readings[relation.smaller] else {
                return false
            }
            return !relation.holds(greater.value, smaller.value, unit: greater.unit)
        }
    }

    /// The layout with only one unit in the fields that can have it; the same where none can.
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

/// The kind of a meter, by which its display is laid out.
///
/// The raw values are the words of the command line and of layout files.
public enum DisplayKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// A blood pressure monitor: systolic, diastolic and mostly the pulse.
    case bloodPressure
    /// A blood glucose meter, in mg/dL or mmol/L.
    case glucoseMeter
    /// A thermometer, in °C or °F.
    case thermometer
    /// A pulse oximeter: saturation and pulse rate.
    case pulseOximeter
    /// A weight scale, in kilograms, pounds, or stones and pounds.
    case weightScale
    /// Any meter: what it shows is a number, and nothing is known of it.
    case any
}

/// One way in which the rows of a layout can stand.
public struct DisplayArrangement: Sendable, Hashable {
    /// The keys of fields: lines from top to bottom, in each the fields from left to right.
    public let lines: [[String]]
    /// How unusual it is against the layout's usual one, 0…1; 0 for usual.
    public let penalty: Double

    /// Makes an arrangement.
    public init(_ lines: [[String]], penalty: Double = 0) {
        self.lines = lines
        self.penalty = penalty
    }

    /// All keys in reading order.
    public var keys: [String] { lines.flatMap(\.self) }
}

/// A rule between two fields: one is greater than another by at least so much.
public struct FieldRelation: Sendable, Hashable {
    /// The key of the greater field.
    public let greater: String
    /// The key of the smaller field.
    public let smaller: String
    /// The least difference by the unit's name, in that unit; other units ask for no more than greater.
    public let difference: [String: DecimalNumber]

    /// Makes a relation.
    public init(_ greater: String, exceeds smaller: String, by difference: [String: DecimalNumber] = [:]) {
        self.greater = greater
        self.smaller = smaller
        self.difference = difference
    }

    /// True where the values keep the rule.
    ///
    /// - Parameter unit: The unit of both.
    public func holds(_ upper: DecimalNumber, _ lower: DecimalNumber, unit: DisplayUnit?) -> Bool {
        guard upper > lower else { return false }
        guard let least = unit.flatMap({ difference[$0.name] }), let sum = lower.adding(least) else { return true }
        return upper >= sum
    }
}
