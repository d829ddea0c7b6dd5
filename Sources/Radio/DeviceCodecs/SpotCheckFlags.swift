/// The first byte of a spot-check: which fields follow.
public struct SpotCheckFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A time follows.
    public static let time = SpotCheckFlags(rawValue: 1 << 0)
    /// A measurement status follows.
    public static let status = SpotCheckFlags(rawValue: 1 << 1)
    /// A device and sensor status follows.
    public static let sensorStatus = SpotCheckFlags(rawValue: 1 << 2)
    /// A pulse amplitude index follows.
    public static let pulseAmplitudeIndex = SpotCheckFlags(rawValue: 1 << 3)
    /// The device's clock is not set, so its time means nothing.
    public static let clockNotSet = SpotCheckFlags(rawValue: 1 << 4)
    /// The bits without a meaning.
    public static let reserved = SpotCheckFlags(rawValue: 0b1110_0000)
}
