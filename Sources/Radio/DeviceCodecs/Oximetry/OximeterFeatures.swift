/// The features of a pulse oximeter (PLX Features, 0x2A60).
public struct OximeterFeatures: Hashable, Sendable {
    /// The raw features word: bit 0 measurement status, 1 sensor status, 2 spot-check storage, 3 time stamp, 4 fast, 5
    /// slow, 6 pulse amplitude index, 7 several bonds.
    public let rawValue: UInt16
    /// The bits of ``OximeterStatus`` that the device can set; nil if the frame omits them.
    public let statusSupport: UInt16?
    /// The bits of ``OximeterSensorStatus`` that the device can set; nil if the frame omits them.
    public let sensorStatusSupport: UInt32?

    /// Decodes a frame.
    ///
    /// Takes the two support fields only if complete: some devices announce them and leave them out.
    ///
    /// - Throws: ``CodecError`` if the frame is too short or too long.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        rawValue = try reader.uint16("features")
        statusSupport =
            rawValue & 1 == 1 && reader.remaining >= 2 ? try reader.uint16("measurement status support") : nil
        sensorStatusSupport =
            rawValue & 2 == 2 && reader.remaining >= 3 ? try reader.uint24("sensor status support") : nil
    }

    /// The fields, named as `vitalbus decode` shows them.
    var fields: [DecodedField] {
        [
            DecodedField("value", value: .integer(rawValue)),
            statusSupport.map { DecodedField("measurement_status_support", value: .integer($0)) },
            sensorStatusSupport.map { DecodedField("device_sensor_status_support", value: .integer($0)) },
        ].compactMap { $0 }
    }
}

/// The Measurement Status field of 0x2A5E and 0x2A5F.
public struct OximeterStatus: OptionSet, Hashable, Sendable {
    /// The raw word, including reserved bits.
    public let rawValue: UInt16

    /// Wraps a raw word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The values are demonstration data.
    public static let demo = OximeterStatus(rawValue: 1 << 10)
    /// The values are test data.
    public static let test = OximeterStatus(rawValue: 1 << 11)
    /// No measurement is available.
    public static let unavailable = OximeterStatus(rawValue: 1 << 13)
    /// The measurement is invalid.
    public static let invalid = OximeterStatus(rawValue: 1 << 15)

    /// The device doubts the measurement.
    public static let questionable = OximeterStatus(rawValue: 1 << 14)

    /// Names of the reported conditions, in bit order.
    public var names: [String] {
        BitNames.names(UInt32(rawValue), width: 16) { $0 >= 5 ? Self.fromBit5[$0 - 5] : nil }
    }

    private static let fromBit5 = [
        "measurement_ongoing", "early_estimate", "validated", "fully_qualified", "from_measurement_storage", "demo",
        "test", "calibration_ongoing", "measurement_unavailable", "questionable_measurement", "invalid_measurement",
    ]
}

/// The Device and Sensor Status field of 0x2A5E and 0x2A5F, 24 bits.
public struct OximeterSensorStatus: Hashable, Sendable {
    /// The raw bits, including reserved ones.
    public let rawValue: UInt32

    /// Wraps the raw bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Whether the equipment or the sensor is faulty, or the sensor is not where it measures.
    public var isFaulty: Bool { rawValue & 0b1110_1000_0000_0010 != 0 }

    /// Names of the reported conditions, in bit order.
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
