internal import VitalRecords

/// A frame of the PLX Spot-Check Measurement characteristic 0x2A5E (Pulse Oximeter Service 1.0).
public struct SpotCheck: Hashable, Sendable {
    /// Fields of the frame.
    public let flags: SpotCheckFlags
    /// Saturation and pulse rate.
    public let values: OximeterPair
    /// When it was measured, by the device's clock; see ``isClockSet``.
    public let time: GATTDateTime?
    let tail: OximeterTail

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        flags = SpotCheckFlags(rawValue: try reader.uint8("flags"))
        values = try OximeterPair(&reader)
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        tail = try OximeterTail(
            &reader,
            hasStatus: flags.contains(.status),
            hasSensorStatus: flags.contains(.sensorStatus),
            hasIndex: flags.contains(.pulseAmplitudeIndex)
        )
    }

    /// What the device reports about the measurement.
    public var status: OximeterStatus? { tail.status }
    /// What it reports about itself and its sensor.
    public var sensorStatus: OximeterSensorStatus? { tail.sensorStatus }
    /// How strong the pulse was at the sensor, in percent.
    public var pulseAmplitudeIndex: MedicalFloat? { tail.pulseAmplitudeIndex }
    /// False where the device says that its clock is not set, or its date is unknown.
    public var isClockSet: Bool { !flags.contains(.clockNotSet) && time?.isClockSet != false }
    /// True where it is a result of a person: a number, and not invalid, unavailable, a demonstration or a test.
    public var isUsable: Bool { values.isNumber && tail.isUsable }
}

extension SpotCheck {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `clock_not_set` only where it is true, `usable` only where it is false.
    var fields: [DecodedField] {
        let fields: [DecodedField?] = [
            DecodedField("spo2", .float(values.spo2)),
            DecodedField("pulse", .float(values.pulse)),
            time.map { DecodedField("time", .time($0)) },
        ]
        let marks: [DecodedField?] = [
            flags.contains(.clockNotSet) ? DecodedField("clock_not_set", .bool(true)) : nil,
            isUsable ? nil : DecodedField("usable", .bool(false)),
        ]
        return fields.compactMap { $0 } + tail.fields + marks.compactMap { $0 }
    }

    /// The frame as a measurement of a device.
    func deviceMeasurement(frame: [UInt8]) -> DeviceMeasurement {
        let found: [(DeviceQuirk, Bool)] = [
            (.rfuFlagBits, !flags.isDisjoint(with: .reserved)), (.clockNotSet, time != nil && !isClockSet),
        ]
        return DeviceMeasurement(
            characteristic: .spotCheck,
            time: time.map { isClockSet ? DeviceTime($0) : .unset },
            keyBytes: frame,
            type: .biometrics,
            measurements: isUsable ? values.measurements + tail.measurements : [],
            context: tail.context,
            isUsable: isUsable,
            isPatient: tail.isPatient,
            quirks: found.filter(\.1).map(\.0)
        )
    }
}

/// The first byte of a spot-check: which fields follow.
public struct SpotCheckFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A time follows.
    public static let time = SpotCheckFlags(rawValue: 1 << 0)
    /// A measurement status follows.
    public static let status = SpotCheckFlags(rawValue: 1 << 1)
    /// A device and sensor status follows.
    public static let sensorStatus = SpotCheckFlags(rawValue: 1 << 2)
    /// A pulse amplitude index follows.
    public static let pulseAmplitudeIndex = SpotCheckFlags(rawValue: 1 << 3)
    /// The device's clock is not set, so its time means nothing.
    public static let clockNotSet = SpotCheckFlags(rawValue: 1 << 4)
    /// The bits without a meaning.
    public static let reserved = SpotCheckFlags(rawValue: 0b1110_0000)
}
