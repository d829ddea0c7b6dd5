/// The first byte of a blood pressure frame: its unit, and which fields follow.
public struct BloodPressureFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Pressures are in kPa, else in mmHg.
    public static let kilopascal = BloodPressureFlags(rawValue: 1 << 0)
    /// A time follows.
    public static let time = BloodPressureFlags(rawValue: 1 << 1)
    /// A pulse rate follows.
    public static let pulse = BloodPressureFlags(rawValue: 1 << 2)
    /// A user follows.
    public static let user = BloodPressureFlags(rawValue: 1 << 3)
    /// A status follows.
    public static let status = BloodPressureFlags(rawValue: 1 << 4)
    /// The three bits without a meaning.
    ///
    /// Real cuffs set them.
    public static let reserved = BloodPressureFlags(rawValue: 0b1110_0000)

    /// The unit of the pressures as people read it.
    var unitLabel: String { contains(.kilopascal) ? "kPa" : "mmHg" }

    /// How long a frame with these flags is, in bytes.
    var impliedLength: Int {
        7 + (contains(.time) ? 7 : 0) + (contains(.pulse) ? 2 : 0) + (contains(.user) ? 1 : 0)
            + (contains(.status) ? 2 : 0)
    }
}
