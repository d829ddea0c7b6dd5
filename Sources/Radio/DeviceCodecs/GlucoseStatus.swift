/// What a meter reports about a measurement (Sensor Status Annunciation of 0x2A18).
public struct GlucoseStatus: OptionSet, Hashable, Sendable {
    /// The word as the device sent it, with its reserved bits.
    public let rawValue: UInt16

    /// Takes the word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The value was above what the meter can measure.
    public static let resultTooHigh = GlucoseStatus(rawValue: 1 << 5)
    /// The value was below what the meter can measure.
    public static let resultTooLow = GlucoseStatus(rawValue: 1 << 6)
    /// The meter's time may be wrong.
    public static let timeFault = GlucoseStatus(rawValue: 1 << 11)

    /// The names of what is reported, in the order of the bits.
    public var names: [String] {
        BitNames.names(UInt32(rawValue), width: 16) { $0 < Self.all.count ? Self.all[$0] : nil }
    }

    private static let all = [
        "battery_low", "sensor_malfunction", "sample_insufficient", "strip_insertion_error", "strip_type_incorrect",
        "result_too_high", "result_too_low", "temperature_too_high", "temperature_too_low", "read_interrupted",
        "general_fault", "time_fault",
    ]
}
