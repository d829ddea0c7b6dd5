/// What an oximeter reports about a measurement (Measurement Status of 0x2A5E and 0x2A5F).
public struct OximeterStatus: OptionSet, Hashable, Sendable {
    /// The word as the device sent it, with its reserved bits.
    public let rawValue: UInt16

    /// Takes the word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The values are for demonstration.
    public static let demo = OximeterStatus(rawValue: 1 << 10)
    /// The values are for testing.
    public static let test = OximeterStatus(rawValue: 1 << 11)
    /// There is no measurement.
    public static let unavailable = OximeterStatus(rawValue: 1 << 13)
    /// The measurement is wrong.
    public static let invalid = OximeterStatus(rawValue: 1 << 15)

    /// The names of what is reported, in the order of the bits.
    public var names: [String] {
        BitNames.names(UInt32(rawValue), width: 16) { $0 >= 5 ? Self.fromBit5[$0 - 5] : nil }
    }

    private static let fromBit5 = [
        "measurement_ongoing", "early_estimate", "validated", "fully_qualified", "from_measurement_storage", "demo",
        "test", "calibration_ongoing", "measurement_unavailable", "questionable_measurement", "invalid_measurement",
    ]
}
