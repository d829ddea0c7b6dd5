internal import VitalRecords

/// A frame of the PLX Continuous Measurement characteristic 0x2A5F (Pulse Oximeter Service 1.0).
///
/// It carries no time stamp and describes the moment of its arrival.
public struct ContinuousOximetry: Hashable, Sendable {
    /// The flags: which fields are present.
    public let flags: ContinuousOximetryFlags
    /// SpO2 and pulse rate with normal averaging.
    public let values: OximeterPair
    /// Values averaged over a short period.
    public let fast: OximeterPair?
    /// Values averaged over a long period.
    public let slow: OximeterPair?
    let tail: OximeterTail

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        flags = ContinuousOximetryFlags(rawValue: try reader.uint8("flags"))
        values = try OximeterPair(&reader)
        fast = flags.contains(.fast) ? try OximeterPair(&reader) : nil
        slow = flags.contains(.slow) ? try OximeterPair(&reader) : nil
        tail = try OximeterTail(
            &reader,
            hasStatus: flags.contains(.status),
            hasSensorStatus: flags.contains(.sensorStatus),
            hasIndex: flags.contains(.pulseAmplitudeIndex)
        )
    }

    /// Measurement status reported by the device.
    public var status: OximeterStatus? { tail.status }
    /// Pulse amplitude index in percent.
    public var pulseAmplitudeIndex: MedicalFloat? { tail.pulseAmplitudeIndex }
    /// Whether it is a person's result: a number, not invalid, unavailable, a demonstration or a test.
    public var isUsable: Bool { values.isNumber && tail.isUsable }
}

extension ContinuousOximetry {
    /// The fields, named as `vitalbus decode` shows them.
    ///
    /// `usable` appears only if it is false.
    var fields: [DecodedField] {
        let fields: [DecodedField?] = [
            DecodedField("spo2", value: .float(values.spo2)),
            DecodedField("pulse", value: .float(values.pulse)),
            fast.map { DecodedField("spo2_fast", value: .float($0.spo2)) },
            fast.map { DecodedField("pulse_fast", value: .float($0.pulse)) },
            slow.map { DecodedField("spo2_slow", value: .float($0.spo2)) },
            slow.map { DecodedField("pulse_slow", value: .float($0.pulse)) },
        ]
        let marks = isUsable ? [] : [DecodedField("usable", value: .bool(false))]
        return fields.compactMap { $0 } + tail.fields + marks
    }

    /// The measurement from the normal values; the fast and slow ones are other averages of the same signal.
    func deviceMeasurement(frame: [UInt8]) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: .continuousOximetry,
            time: nil,
            keyBytes: frame,
            type: .biometrics,
            measurements: isUsable ? values.measurements + tail.measurements : [],
            context: tail.context,
            isUsable: isUsable,
            doubted: isUsable && tail.isDoubted ? values.measurements.map(\.metric) : [],
            isPatient: tail.isPatient,
            quirks: flags.isDisjoint(with: .reserved) ? [] : [.rfuFlagBits]
        )
    }
}

/// The flags of 0x2A5F: which fields follow.
public struct ContinuousOximetryFlags: OptionSet, Hashable, Sendable {
    /// The raw flags byte.
    public let rawValue: UInt8

    /// Wraps a raw flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Fast values follow.
    public static let fast = ContinuousOximetryFlags(rawValue: 1 << 0)
    /// Slow values follow.
    public static let slow = ContinuousOximetryFlags(rawValue: 1 << 1)
    /// A measurement status follows.
    public static let status = ContinuousOximetryFlags(rawValue: 1 << 2)
    /// A device and sensor status follows.
    public static let sensorStatus = ContinuousOximetryFlags(rawValue: 1 << 3)
    /// A pulse amplitude index follows.
    public static let pulseAmplitudeIndex = ContinuousOximetryFlags(rawValue: 1 << 4)
    /// The reserved bits.
    public static let reserved = ContinuousOximetryFlags(rawValue: 0b1110_0000)
}
