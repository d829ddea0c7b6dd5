internal import VitalRecords

/// A frame of the Temperature Measurement characteristic 0x2A1C (Health Thermometer Service 1.0).
///
/// The Intermediate Temperature 0x2A1E has the same layout and is never a reading.
public struct TemperatureMeasurement: Hashable, Sendable {
    /// The revision of this decoder.
    ///
    /// Raise it when equal bytes give other values.
    static let decoderRevision = 1

    /// Unit and fields of the frame.
    public let flags: TemperatureFlags
    /// The temperature in degrees Celsius or Fahrenheit.
    public let temperature: MedicalFloat
    /// When it was measured, by the device's clock.
    public let time: GATTDateTime?
    /// Where on the body.
    public let type: TemperatureType?

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        flags = TemperatureFlags(rawValue: try reader.uint8("flags"))
        temperature = try reader.float("temperature")
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        type = flags.contains(.type) ? TemperatureType(rawValue: try reader.uint8("type")) : nil
    }

    /// True where there is neither a number nor a word that it was out of range.
    public var isUnusable: Bool { temperature.number == nil && temperature.outOfBounds == nil }

    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `usable` only where it is false.
    var fields: [DecodedField] {
        [
            DecodedField("temperature", .float(temperature)),
            DecodedField("unit", .text(flags.contains(.fahrenheit) ? "F" : "C")),
            time.map { DecodedField("time", .time($0)) },
            type.map { DecodedField("type", .integer($0.rawValue)) },
            isUnusable ? DecodedField("usable", .bool(false)) : nil,
        ].compactMap { $0 }
    }

    /// The frame as a measurement of a device.
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

/// The first byte of a temperature: its unit, and which fields follow.
public struct TemperatureFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The value is in degrees Fahrenheit, else in degrees Celsius.
    public static let fahrenheit = TemperatureFlags(rawValue: 1 << 0)
    /// A time follows.
    public static let time = TemperatureFlags(rawValue: 1 << 1)
    /// The place on the body follows.
    public static let type = TemperatureFlags(rawValue: 1 << 2)
    /// The bits without a meaning.
    public static let reserved = TemperatureFlags(rawValue: 0b1111_1000)
}

/// Where on the body a temperature was taken (0x2A1D, and the last byte of 0x2A1C).
public struct TemperatureType: Hashable, Sendable {
    /// The byte as the device sent it.
    public let rawValue: UInt8

    /// Takes the byte, known or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The name, like `site_ear`; nil for numbers without a meaning.
    public var name: String? {
        guard (1...Self.all.count).contains(Int(rawValue)) else { return nil }
        return "site_\(Self.all[Int(rawValue) - 1])"
    }

    private static let all = [
        "armpit", "body", "ear", "finger", "gastrointestinal_tract", "mouth", "rectum", "toe", "tympanum",
    ]
}
