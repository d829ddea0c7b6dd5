/// What is known of a sample beside its value.
public struct HealthSampleFlags: OptionSet, Hashable, Sendable {
    /// The bits; the upper four are free.
    public let rawValue: UInt8

    /// Makes flags from bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A person typed it (`HKWasUserEntered`).
    public static let userEntered = HealthSampleFlags(rawValue: 1)
    /// Measured before a meal (`HKBloodGlucoseMealTime` 1).
    public static let beforeMeal = HealthSampleFlags(rawValue: 2)
    /// Measured after a meal (`HKBloodGlucoseMealTime` 2).
    public static let afterMeal = HealthSampleFlags(rawValue: 4)
}
