/// The first word of a body composition: its unit, and which fields follow.
public struct BodyCompositionFlags: OptionSet, Hashable, Sendable {
    /// The word.
    public let rawValue: UInt16

    /// Takes the word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Pounds and inches, else kilograms and metres.
    public static let imperial = BodyCompositionFlags(rawValue: 1 << 0)
    /// A time follows.
    public static let time = BodyCompositionFlags(rawValue: 1 << 1)
    /// A user follows.
    public static let user = BodyCompositionFlags(rawValue: 1 << 2)
    /// A basal metabolism follows.
    public static let basalMetabolism = BodyCompositionFlags(rawValue: 1 << 3)
    /// A muscle percentage follows.
    public static let musclePercentage = BodyCompositionFlags(rawValue: 1 << 4)
    /// A muscle mass follows.
    public static let muscleMass = BodyCompositionFlags(rawValue: 1 << 5)
    /// A fat-free mass follows.
    public static let fatFreeMass = BodyCompositionFlags(rawValue: 1 << 6)
    /// A soft lean mass follows.
    public static let softLeanMass = BodyCompositionFlags(rawValue: 1 << 7)
    /// A body water mass follows.
    public static let bodyWaterMass = BodyCompositionFlags(rawValue: 1 << 8)
    /// An impedance follows.
    public static let impedance = BodyCompositionFlags(rawValue: 1 << 9)
    /// A weight follows.
    public static let weight = BodyCompositionFlags(rawValue: 1 << 10)
    /// A height follows.
    public static let height = BodyCompositionFlags(rawValue: 1 << 11)
    /// The measurement comes in more than one frame.
    public static let multiplePacket = BodyCompositionFlags(rawValue: 1 << 12)
    /// The bits without a meaning.
    public static let reserved = BodyCompositionFlags(rawValue: 0b1110_0000_0000_0000)
}
