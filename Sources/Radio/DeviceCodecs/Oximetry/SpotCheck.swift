internal import VitalRecords

/// A frame of the PLX Spot-Check Measurement characteristic 0x2A5E (Pulse Oximeter Service 1.0).
public struct SpotCheck: Hashable, Sendable {
    /// The flags: which fields are present.
    public let flags: SpotCheckFlags
    /// SpO2 and pulse rate with normal averaging.
    public let values: OximeterPair
    /// Time of the measurement on the device's clock; see ``isClockSet``.
    public let time: GATTDateTime?
    let tail: OximeterTail

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `empty`, or `oversized`.
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

    /// False if the device reports an unset clock, or its date is unknown.
    public var isClockSet: Bool { !flags.contains(.clockNotSet) && time?.isClockSet != false }
    /// Whether it is a person's result: a number, not invalid, unavailable, a demonstration or a test.
    public var isUsable: Bool { values.isNumber && tail.isUsable }
}

extension SpotCheck {
    /// The fields, named as `vitalbus decode` shows them.
    ///
    /// `clock_not_set` appears only if true, `usable` only if false.
    var fields: [DecodedField] {
        let fields: [DecodedField?] = [
            DecodedField("spo2", value: .float(values.spo2)),
            DecodedField("pulse", value: .float(values.pulse)),
            time.map { DecodedField("time", value: .time($0)) },
        ]
        let marks: [DecodedField?] = [
            flags.contains(.clockNotSet) ? DecodedField("clock_not_set", value: .bool(true)) : nil,
            isUsable ? nil : DecodedField("usable", value: .bool(false)),
        ]
        return fields.compactMap { $0 } + tail.fields + marks.compactMap { $0 }
    }

    /// The measurement that the frame reports.
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
            doubted: isUsable && tail.isDoubted ? values.measurements.map(\.metric) : [],
            isPatient: tail.isPatient,
            quirks: found.filter(\.1).map(\.0)
        )
    }
}

/// The flags of 0x2A5E: which fields follow.
public struct SpotCheckFlags: OptionSet, Hashable, Sendable {
    /// The raw flags byte.
    public let rawValue: UInt8

    /// Wraps a raw flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A time stamp follows.
    public static let time = SpotCheckFlags(rawValue: 1 << 0)
    /// A measurement status follows.
    public static let status = SpotCheckFlags(rawValue: 1 << 1)
    /// A device and sensor status follows.
    public static let sensorStatus = SpotCheckFlags(rawValue: 1 << 2)
    /// A pulse amplitude index follows.
    public static let pulseAmplitudeIndex = SpotCheckFlags(rawValue: 1 << 3)
    /// The device's clock is not set; ignore the time stamp.
    public static let clockNotSet = SpotCheckFlags(rawValue: 1 << 4)
    /// The reserved bits.
    public static let reserved = SpotCheckFlags(rawValue: 0b1110_0000)
}
