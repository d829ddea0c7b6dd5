internal import VitalRecords

/// The sample type and location byte of 0x2A18.
public struct GlucoseSample: Hashable, Sendable {
    /// The raw byte.
    public let rawValue: UInt8

    /// Wraps a raw flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Sample type (low nibble).
    public var type: UInt8 { rawValue & 0x0F }
    /// Sample location (high nibble).
    public var location: UInt8 { rawValue >> 4 }
    /// Whether the sample is control solution, which checks the meter, rather than blood.
    public var isControlSolution: Bool { type == 10 || location == 4 }

    /// Names of type and location, such as `sample_capillary_plasma` and `location_finger`.
    ///
    /// Unassigned numbers get names too; 0 and "not available" yield none.
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

/// The Sensor Status Annunciation field of 0x2A18.
public struct GlucoseStatus: OptionSet, Hashable, Sendable {
    /// The raw word, including reserved bits.
    public let rawValue: UInt16

    /// Wraps a raw word.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The result exceeds the meter's range.
    public static let resultTooHigh = GlucoseStatus(rawValue: 1 << 5)
    /// The result is below the meter's range.
    public static let resultTooLow = GlucoseStatus(rawValue: 1 << 6)
    /// The meter's time may be wrong.
    public static let timeFault = GlucoseStatus(rawValue: 1 << 11)

    /// A fault of the sensor, the sample, the strip or the meter, or a temperature in which it does not measure.
    ///
    /// A value that the meter sends with one is not to be trusted.
    public static let faults = GlucoseStatus(rawValue: 0b0111_1001_1110)

    /// Names of the reported conditions, in bit order.
    public var names: [String] {
        BitNames.names(UInt32(rawValue), width: 16) { $0 < Self.all.count ? Self.all[$0] : nil }
    }

    private static let all = [
        "battery_low", "sensor_malfunction", "sample_insufficient", "strip_insertion_error", "strip_type_incorrect",
        "result_too_high", "result_too_low", "temperature_too_high", "temperature_too_low", "read_interrupted",
        "general_fault", "time_fault",
    ]
}

/// The range that a meter measures; outside it the meter shows HI or LO and sends a number that marks it.
struct GlucoseRange {
    /// The lowest and highest values in mg/dL.
    let milligrams: ClosedRange<DecimalNumber>
    /// The same in mmol/L, as meters round them.
    let millimoles: ClosedRange<DecimalNumber>

    /// The widest range that every meter measures; a number outside it may mean HI or LO.
    static let widest = from10

    private static let from10 = GlucoseRange(
        milligrams: 10...600,
        millimoles: DecimalNumber(mantissa: 6, exponent: -1)...DecimalNumber(mantissa: 333, exponent: -1)
    )
    private static let from20 = GlucoseRange(
        milligrams: 20...600,
        millimoles: DecimalNumber(mantissa: 11, exponent: -1)...DecimalNumber(mantissa: 333, exponent: -1)
    )

    private init(milligrams: ClosedRange<DecimalNumber>, millimoles: ClosedRange<DecimalNumber>) {
        self.milligrams = milligrams
        self.millimoles = millimoles
    }

    /// The range of a model; nil if it is unknown.
    init?(_ quirks: Set<DeviceQuirk>) {
        if quirks.contains(.range10To600) {
            self = .from10
        } else if quirks.contains(.range20To600) {
            self = .from20
        } else {
            return nil
        }
    }

    /// The side on which a value exceeds the range; nil for a value inside.
    func side(_ value: Measurement) -> BoundsDirection? {
        let range = value.unit == "mmol/L" ? millimoles : milligrams
        if value.value < range.lowerBound { return .low }
        return value.value > range.upperBound ? .high : nil
    }
}
