/// The first byte of a temperature: its unit, and which fields follow.
public struct TemperatureFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The value is in degrees Fahrenheit, else in degrees Celsius.
    public static let fahrenheit = TemperatureFlags(rawValue: 1 << 0)
    /// A time follows.
    public static let time = TemperatureFlags(rawValue: 1 << 1)
    /// The place on the body follows.
    public static let type = TemperatureFlags(rawValue: 1 << 2)
    /// The bits without a meaning.
    public static let reserved = TemperatureFlags(rawValue: 0b1111_1000)
}
