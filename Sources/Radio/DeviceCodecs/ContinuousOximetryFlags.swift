/// The first byte of a continuous oximeter frame: which fields follow.
public struct ContinuousOximetryFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Values over a short time follow.
    public static let fast = ContinuousOximetryFlags(rawValue: 1 << 0)
    /// Values over a long time follow.
    public static let slow = ContinuousOximetryFlags(rawValue: 1 << 1)
    /// A measurement status follows.
    public static let status = ContinuousOximetryFlags(rawValue: 1 << 2)
    /// A device and sensor status follows.
    public static let sensorStatus = ContinuousOximetryFlags(rawValue: 1 << 3)
    /// A pulse amplitude index follows.
    public static let pulseAmplitudeIndex = ContinuousOximetryFlags(rawValue: 1 << 4)
    /// The bits without a meaning.
    public static let reserved = ContinuousOximetryFlags(rawValue: 0b1110_0000)
}
