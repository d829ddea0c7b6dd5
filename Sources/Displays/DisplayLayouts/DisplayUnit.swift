/// A unit that a display shows values in.
public struct DisplayUnit: Sendable, Hashable {
    /// The unit's name as people write it, such as `mg/dL`; also what is printed and sent.
    public let name: String
    /// The unit in UCUM, such as `mm[Hg]`, as measurements have it.
    public let ucum: String
    /// Other ways to write it, in small letters.
    public let otherNames: [String]

    /// Makes a unit.
    public init(name: String, ucum: String, otherNames: [String] = []) {
        self.name = name
        self.ucum = ucum
        self.otherNames = otherNames
    }

    /// True where a word means this unit, in any case of letters.
    public func isNamed(_ word: String) -> Bool {
        let small = word.lowercased()
        return small == name.lowercased() || small == ucum.lowercased() || otherNames.contains(small)
    }

    /// The unit that a word means, or nil.
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
