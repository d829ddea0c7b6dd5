internal import VitalRecords

/// A frame of the PLX Continuous Measurement characteristic 0x2A5F (Pulse Oximeter Service 1.0).
///
/// It has no time: it is of the moment in which it comes.
public struct ContinuousOximetry: Hashable, Sendable {
    /// Fields of the frame.
    public let flags: ContinuousOximetryFlags
    /// Saturation and pulse rate.
    public let values: OximeterPair
    /// Over a short time.
    public let fast: OximeterPair?
    /// Over a long time.
    public let slow: OximeterPair?
    let tail: OximeterTail

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
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

    /// What the device reports about the measurement.
    public var status: OximeterStatus? { tail.status }
    /// What it reports about itself and its sensor.
    public var sensorStatus: OximeterSensorStatus? { tail.sensorStatus }
    /// How strong the pulse was at the sensor, in percent.
    public var pulseAmplitudeIndex: MedicalFloat? { tail.pulseAmplitudeIndex }
    /// True where it is a result of a person: a number, and not invalid, unavailable, a demonstration or a test.
    public var isUsable: Bool { values.isNumber && tail.isUsable }
}

extension ContinuousOximetry {
    /// The frame's fields by the names that `vitalbus decode` shows.
    ///
    /// `usable` only where it is false.
    var fields: [DecodedField] {
        let fields: [DecodedField?] = [
            DecodedField("spo2", .float(values.spo2)),
            DecodedField("pulse", .float(values.pulse)),
            fast.map { DecodedField("spo2_fast", .float($0.spo2)) },
            fast.map { DecodedField("pulse_fast", .float($0.pulse)) },
            slow.map { DecodedField("spo2_slow", .float($0.spo2)) },
            slow.map { DecodedField("pulse_slow", .float($0.pulse)) },
        ]
        let marks = isUsable ? [] : [DecodedField("usable", .bool(false))]
        return fields.compactMap { $0 } + tail.fields + marks
    }

    /// The frame as a measurement of a device, by its normal values: the fast and slow ones say the same otherwise.
    func deviceMeasurement(frame: [UInt8]) -> DeviceMeasurement {
        DeviceMeasurement(
            characteristic: .continuousOximetry,
            time: nil,
            keyBytes: frame,
            type: .biometrics,
            measurements: isUsable ? values.measurements + tail.measurements : [],
            context: tail.context,
            isUsable: isUsable,
            isPatient: tail.isPatient,
            quirks: flags.isDisjoint(with: .reserved) ? [] : [.rfuFlagBits]
        )
    }
}

/// The first byte of a continuous oximeter frame: which fields follow.
public struct ContinuousOximetryFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Values over a short time follow.
    public static let fast = ContinuousOximetryFlags(rawValue: 1 << 0)
    /// Values over a long time follow.
    public static let slow = ContinuousOximetryFlags(rawValue: 1 << 1)
    /// A measurement status follows.
    public static let status = ContinuousOximetryFlags(rawValue: 1 << 2)
    /// A device and sensor status follows.
    public static let sensorStatus = ContinuousOximetryFlags(rawValue: 1 << 3)
    /// A pulse amplitude index follows.
    public static let pulseAmplitudeIndex = ContinuousOximetryFlags(rawValue: 1 << 4)
    /// The bits without a meaning.
    public static let reserved = ContinuousOximetryFlags(rawValue: 0b1110_0000)
}
