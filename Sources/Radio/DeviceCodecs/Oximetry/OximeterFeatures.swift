/// What an oximeter can send (PLX Features, characteristic 0x2A60).
public struct OximeterFeatures: Hashable, Sendable {
    /// The word of features: 0 measurement status, 1 sensor status, 2 stores spot-checks, 3 has a time, 4 fast, 5 slow,
    /// 6 pulse amplitude index, 7 several bonds.
    public let rawValue: UInt16
    /// Which bits of ``OximeterStatus`` it can set; nil where the frame does not say.
    public let statusSupport: UInt16?
    /// Which bits of ``OximeterSensorStatus`` it can set; nil where the frame does not say.
    public let sensorStatusSupport: UInt32?

    /// True where spot-checks are stored and can be asked for by the record access control point.
    public var storesSpotChecks: Bool { rawValue >> 2 & 1 == 1 }

    /// Decodes a frame.
    ///
    /// The two support fields are taken where they are whole: devices promise them and leave them out.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        rawValue = try reader.uint16("features")
        statusSupport =
            rawValue & 1 == 1 && reader.remaining >= 2 ? try reader.uint16("measurement status support") : nil
        sensorStatusSupport =
            rawValue & 2 == 2 && reader.remaining >= 3 ? try reader.uint24("sensor status support") : nil
    }

    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        [
            DecodedField("value", .integer(rawValue)),
            statusSupport.map { DecodedField("measurement_status_support", .integer($0)) },
            sensorStatusSupport.map { DecodedField("device_sensor_status_support", .integer($0)) },
        ].compactMap { $0 }
    }
}

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
