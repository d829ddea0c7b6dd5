/// The first byte of a glucose measurement: its unit, and which fields follow.
public struct GlucoseFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A time offset follows.
    public static let timeOffset = GlucoseFlags(rawValue: 1 << 0)
    /// A concentration and the sample follow.
    public static let concentration = GlucoseFlags(rawValue: 1 << 1)
    /// The concentration is in mol/L, else in kg/L.
    public static let molePerLitre = GlucoseFlags(rawValue: 1 << 2)
    /// A status follows.
    public static let status = GlucoseFlags(rawValue: 1 << 3)
    /// A frame of characteristic 0x2A34 follows for the same record.
    public static let contextFollows = GlucoseFlags(rawValue: 1 << 4)
    /// The bits without a meaning.
    public static let reserved = GlucoseFlags(rawValue: 0b1110_0000)
}
