/// What an oximeter reports about itself and its sensor (Device and Sensor Status of 0x2A5E and 0x2A5F), 24 bits.
public struct OximeterSensorStatus: Hashable, Sendable {
    /// The bits as the device sent them, with the reserved ones.
    public let rawValue: UInt32

    /// Takes the bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The names of what is reported, in the order of the bits.
    public var names: [String] {
        BitNames.names(rawValue, width: 24) { $0 < Self.all.count ? Self.all[$0] : "reserved_sensor_\($0)" }
    }

    private static let all = [
        "extended_display_update", "equipment_malfunction", "signal_processing_irregularity", "inadequate_signal",
        "poor_signal", "low_perfusion", "erratic_signal", "nonpulsatile_signal", "questionable_pulse",
        "signal_analysis_ongoing", "sensor_interference", "sensor_unconnected_to_user", "unknown_sensor",
        "sensor_displaced", "sensor_malfunction", "sensor_disconnected",
    ]
}
