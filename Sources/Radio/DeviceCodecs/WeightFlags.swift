/// The first byte of a weight: its unit, and which fields follow.
public struct WeightFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Pounds and inches, else kilograms and metres.
    public static let imperial = WeightFlags(rawValue: 1 << 0)
    /// A time follows.
    public static let time = WeightFlags(rawValue: 1 << 1)
    /// A user follows.
    public static let user = WeightFlags(rawValue: 1 << 2)
    /// BMI and height follow.
    public static let bodyMassIndex = WeightFlags(rawValue: 1 << 3)
    /// Reserved; Detecto scales say "below zero" by it.
    public static let detectoBelowZero = WeightFlags(rawValue: 1 << 4)
    /// The bits without a meaning.
    public static let reserved = WeightFlags(rawValue: 0b1111_0000)
}
