internal import VitalRecords

/// A frame of the Temperature Measurement characteristic 0x2A1C (Health Thermometer Service 1.0).
///
/// The Intermediate Temperature 0x2A1E has the same layout and never becomes a reading.
public struct TemperatureMeasurement: Hashable, Sendable {
    /// The revision of this decoder; raise it whenever the same bytes decode to different values.
    static let decoderRevision = 1

    /// The flags: the unit, and which fields are present.
    public let flags: TemperatureFlags
    /// Temperature in degrees Celsius or Fahrenheit.
    public let temperature: MedicalFloat
    /// Time of the measurement on the device's clock.
    public let time: GATTDateTime?
    /// Site on the body.
    public let type: TemperatureType?

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        flags = TemperatureFlags(rawValue: try reader.uint8("flags"))
        temperature = try reader.float("temperature")
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        type = flags.contains(.type) ? TemperatureType(rawValue: try reader.uint8("type")) : nil
    }

    /// Whether the temperature is neither a number nor an out-of-range mark.
    public var isUnusable: Bool { temperature.number == nil && temperature.outOfBounds == nil }

    /// The fields, named as `vitalbus decode` shows them.
    ///
    /// `usable` appears only if it is false.
    var fields: [DecodedField] {
        [
            DecodedField("temperature", value: .float(temperature)),
            DecodedField("unit", value: .text(flags.contains(.fahrenheit) ? "F" : "C")),
            time.map { DecodedField("time", value: .time($0)) },
            type.map { DecodedField("type", value: .integer($0.rawValue)) },
            isUnusable ? DecodedField("usable", value: .bool(false)) : nil,
        ].compactMap { $0 }
    }

    /// The measurement that the frame reports.
    func deviceMeasurement(frame: [UInt8]) -> DeviceMeasurement {
        let unit = flags.contains(.fahrenheit) ? "[degF]" : "Cel"
        let found: [(DeviceQuirk, Bool)] = [
            (.rfuFlagBits, !flags.isDisjoint(with: .reserved)), (.clockNotSet, time?.isClockSet == false),
        ]
        return DeviceMeasurement(
            characteristic: .temperatureMeasurement,
            time: time.map { DeviceTime($0) },
            keyBytes: frame,
            type: .biometrics,
            measurements: temperature.number
                .map { [Measurement(metric: .bodyTemperature, value: $0, unit: unit)] } ?? [],
            context: ReadingContext(
                statusFlags: [type?.name].compactMap { $0 },
                outOfBounds: temperature.outOfBounds
                    .map { [OutOfBounds(metric: .bodyTemperature, direction: $0)] } ?? []
            ),
            quirks: found.filter(\.1).map(\.0),
            decoderRevision: Self.decoderRevision
        )
    }
}

/// The flags of 0x2A1C: the unit, and which fields follow.
public struct TemperatureFlags: OptionSet, Hashable, Sendable {
    /// The raw flags byte.
    public let rawValue: UInt8

    /// Wraps a raw flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The value is in degrees Fahrenheit; otherwise in degrees Celsius.
    public static let fahrenheit = TemperatureFlags(rawValue: 1 << 0)
    /// A time stamp follows.
    public static let time = TemperatureFlags(rawValue: 1 << 1)
    /// A temperature type follows.
    public static let type = TemperatureFlags(rawValue: 1 << 2)
    /// The reserved bits.
    public static let reserved = TemperatureFlags(rawValue: 0b1111_1000)
}

/// The site on the body where a temperature was taken (0x2A1D, and the last byte of 0x2A1C).
public struct TemperatureType: Hashable, Sendable {
    /// The raw byte.
    public let rawValue: UInt8

    /// Wraps a raw byte, assigned or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The name, such as `site_ear`; nil for unassigned numbers.
    public var name: String? {
        guard (1...Self.all.count).contains(Int(rawValue)) else { return nil }
        return "site_\(Self.all[Int(rawValue) - 1])"
    }

    private static let all = [
        "armpit", "body", "ear", "finger", "gastrointestinal_tract", "mouth", "rectum", "toe", "tympanum",
    ]
}
