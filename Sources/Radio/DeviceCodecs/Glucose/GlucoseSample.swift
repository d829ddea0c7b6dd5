internal import VitalRecords

/// What was measured and where it was taken (the Type-Sample Location byte of 0x2A18).
public struct GlucoseSample: Hashable, Sendable {
    /// The byte as the device sent it.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The kind of sample, the low four bits.
    public var type: UInt8 { rawValue & 0x0F }
    /// Where it was taken, the high four bits.
    public var location: UInt8 { rawValue >> 4 }
    /// True for the liquid that checks the meter: no one's blood.
    public var isControlSolution: Bool { type == 10 || location == 4 }

    /// The names of both, like `sample_capillary_plasma` and `location_finger`.
    ///
    /// Unlisted numbers are named too; 0 and "not available" say nothing.
    public var names: [String] {
        let type = Self.types[type].map { "sample_\($0)" } ?? (type == 0 ? nil : "sample_reserved_\(type)")
        let isSilent = location == 0 || location == 15
        let place = Self.locations[location].map { "location_\($0)" }
        return [type, place ?? (isSilent ? nil : "location_reserved_\(location)")].compactMap { $0 }
    }

    private static let types: [UInt8: String] = [
        1: "capillary_whole_blood", 2: "capillary_plasma", 3: "venous_whole_blood", 4: "venous_plasma",
        5: "arterial_whole_blood", 6: "arterial_plasma", 7: "undetermined_whole_blood", 8: "undetermined_plasma",
        9: "interstitial_fluid", 10: "control_solution",
    ]

    private static let locations: [UInt8: String] = [
        1: "finger", 2: "alternate_site", 3: "earlobe", 4: "control_solution", 5: "subcutaneous_tissue",
    ]
}

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

/// What a meter's range ends make of its values: HI and LO.
enum GlucoseLimits {
    /// On which side a value lies outside of what an Accu-Chek shows: over 600 mg/dL is HI, under 10 is LO.
    ///
    /// 33.3 and 0.6 mmol/L are the same ends as those meters show them.
    static func accuChek(_ value: Measurement) -> BoundsDirection? {
        let isMolar = value.unit == "mmol/L"
        let low = isMolar ? DecimalNumber(mantissa: 6, exponent: -1) : 10
        let high = isMolar ? DecimalNumber(mantissa: 333, exponent: -1) : 600
        if value.value < low { return .low }
        return value.value > high ? .high : nil
    }
}
