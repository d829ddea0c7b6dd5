public import VitalRecords

/// A unit of displayed values.
public struct DisplayUnit: Sendable, Hashable {
    /// The unit's usual name, such as `mg/dL`, which is also printed and sent.
    public let name: String
    /// The unit in UCUM, such as `mm[Hg]`, for measurements.
    public let ucum: String
    /// Other spellings, in lower case.
    public let otherNames: [String]

    /// Creates a unit.
    public init(name: String, ucum: String, otherNames: [String] = []) {
        self.name = name
        self.ucum = ucum
        self.otherNames = otherNames
    }

    /// True if a word names this unit, in any case.
    public func isNamed(_ word: String) -> Bool {
        let small = word.lowercased()
        return small == name.lowercased() || small == ucum.lowercased() || otherNames.contains(small)
    }

    /// Finds the unit that a word names; nil if there is none.
    public static func named(_ word: String) -> DisplayUnit? { known.first { $0.isNamed(word) } }

    /// All units of the built-in layouts.
    public static let known: [DisplayUnit] = [
        .mmHg, .kilopascal, .perMinute, .percent, .milligramPerDecilitre, .millimolePerLitre, .celsius, .fahrenheit,
        .kilogram, .pound, .stone,
    ]

    /// Millimetres of mercury.
    public static let mmHg = DisplayUnit(name: "mmHg", ucum: "mm[Hg]")
    /// Kilopascals, which some blood pressure monitors show.
    public static let kilopascal = DisplayUnit(name: "kPa", ucum: "kPa")
    /// Beats in a minute.
    public static let perMinute = DisplayUnit(name: "bpm", ucum: "/min", otherNames: ["1/min", "beats/min"])
    /// Per cent.
    public static let percent = DisplayUnit(name: "%", ucum: "%", otherNames: ["percent"])
    /// Milligrams of glucose in a decilitre of blood.
    public static let milligramPerDecilitre = DisplayUnit(name: "mg/dL", ucum: "mg/dL", otherNames: ["mgdl", "mg"])
    /// Millimoles of glucose in a litre of blood.
    public static let millimolePerLitre =
        DisplayUnit(name: "mmol/L", ucum: "mmol/L", otherNames: ["mmoll", "mmol"])
    /// Degrees Celsius.
    public static let celsius = DisplayUnit(name: "°C", ucum: "Cel", otherNames: ["c", "celsius"])
    /// Degrees Fahrenheit.
    public static let fahrenheit = DisplayUnit(name: "°F", ucum: "[degF]", otherNames: ["f", "fahrenheit"])
    /// Kilograms.
    public static let kilogram = DisplayUnit(name: "kg", ucum: "kg")
    /// Pounds.
    public static let pound = DisplayUnit(name: "lb", ucum: "[lb_av]", otherNames: ["lbs"])
    /// Stones; a display in stones shows the rest in pounds.
    public static let stone = DisplayUnit(name: "st", ucum: "[stone_av]", otherNames: ["st:lb", "st-lb", "stone"])
}

/// The format of a field's values in one of its units.
public struct UnitRule: Sendable, Hashable {
    /// The unit; nil for a number of unknown meaning.
    public let unit: DisplayUnit?
    /// The range that the display can show; values outside are not values of the field.
    public let range: ClosedRange<DecimalNumber>
    /// The range of most people's values, within ``range``; values outside are less plausible.
    public let usual: ClosedRange<DecimalNumber>
    /// The number of digits, fraction digits included.
    public let digits: ClosedRange<Int>
    /// The number of fraction digits.
    public let decimals: ClosedRange<Int>
    /// Whether a minus sign is allowed.
    public let allowsMinus: Bool
    /// Whether the unit is used only if it is given or shown, and never inferred from a matching text.
    public let isToldOnly: Bool
    /// True for stones and pounds in one text, `11:4.5`; range, digits and decimals are then those of the total in
    /// pounds.
    public let isStonesAndPounds: Bool

    /// Creates a rule.
    ///
    /// - Parameter usual: The usual range; nil for all of `range`.
    public init(
        _ unit: DisplayUnit?,
        range: ClosedRange<DecimalNumber>,
        usual: ClosedRange<DecimalNumber>? = nil,
        digits: ClosedRange<Int>,
        decimals: ClosedRange<Int> = 0...0,
        allowsMinus: Bool = false,
        isToldOnly: Bool = false,
        isStonesAndPounds: Bool = false
    ) {
        self.unit = unit
        self.range = range
        self.usual = usual ?? range
        self.digits = digits
        self.decimals = decimals
        self.allowsMinus = allowsMinus
        self.isToldOnly = isToldOnly
        self.isStonesAndPounds = isStonesAndPounds
    }
}
