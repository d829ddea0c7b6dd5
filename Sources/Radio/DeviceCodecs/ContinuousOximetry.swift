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
        var reader = try ByteReader(bytes)
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
