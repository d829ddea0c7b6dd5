/// The first byte of a glucose context: which fields follow.
public struct GlucoseContextFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Carbohydrate follows.
    public static let carbohydrate = GlucoseContextFlags(rawValue: 1 << 0)
    /// A meal follows.
    public static let meal = GlucoseContextFlags(rawValue: 1 << 1)
    /// Tester and health follow.
    public static let testerHealth = GlucoseContextFlags(rawValue: 1 << 2)
    /// Exercise follows.
    public static let exercise = GlucoseContextFlags(rawValue: 1 << 3)
    /// A medication follows.
    public static let medication = GlucoseContextFlags(rawValue: 1 << 4)
    /// The medication is in litres, else in kilograms.
    public static let medicationInLitres = GlucoseContextFlags(rawValue: 1 << 5)
    /// HbA1c follows.
    public static let hba1c = GlucoseContextFlags(rawValue: 1 << 6)
    /// A byte of more flags follows, which has no meaning yet.
    public static let extended = GlucoseContextFlags(rawValue: 1 << 7)
}
