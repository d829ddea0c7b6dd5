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
        var reader = try ByteReader(bytes)
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
