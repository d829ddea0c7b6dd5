internal import VitalRecords

/// A frame of the Blood Pressure Measurement characteristic 0x2A35 (Blood Pressure Profile 1.0, GATT supplement).
public struct BloodPressureMeasurement: Hashable, Sendable {
    /// Unit and fields of the frame.
    public let flags: BloodPressureFlags
    /// The systolic pressure.
    public let systolic: MedicalFloat
    /// The diastolic pressure.
    public let diastolic: MedicalFloat
    /// The mean arterial pressure.
    ///
    /// Many cuffs send NaN or 0, which mean none.
    public let meanArterialPressure: MedicalFloat
    /// When it was measured, by the device's clock.
    public let time: GATTDateTime?
    /// The pulse rate per minute.
    public let pulse: MedicalFloat?
    /// The device's number for its user; 255 is unknown.
    public let userID: UInt8?
    /// What the device reports about the measurement.
    public let status: BloodPressureStatus?
    /// The rules that were applied, in the order of ``DeviceQuirk``.
    public let quirks: [DeviceQuirk]

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        try self.init(decoding: bytes, allowsBeurer: true)
    }

    init(decoding bytes: [UInt8], allowsBeurer: Bool) throws(CodecError) {
        var reader = try ByteReader(bytes)
        flags = BloodPressureFlags(rawValue: try reader.uint8("flags"))
        systolic = try reader.sfloat("systolic")
        diastolic = try reader.sfloat("diastolic")
        meanArterialPressure = try reader.sfloat("mean arterial pressure")
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        let isBeurer = allowsBeurer && Self.isBeurer(flags, reader)
        let tail =
            isBeurer
            ? try BloodPressureTail(beurer: &reader) : try BloodPressureTail(standard: &reader, flags: flags)
        pulse = tail.pulse
        userID = tail.userID
        status = tail.status
        var quirks: [DeviceQuirk] = flags.isDisjoint(with: .reserved) ? [] : [.rfuFlagBits]
        if isBeurer { quirks.append(.beurerBigEndian) }
        if let time, !time.isClockSet { quirks.append(.clockNotSet) }
        self.quirks = quirks
    }

    /// Tells a Beurer frame, with the reader standing before the pulse.
    ///
    /// See ``DeviceQuirk/beurerBigEndian``.
    private static func isBeurer(_ flags: BloodPressureFlags, _ reader: ByteReader) -> Bool {
        let marks = flags.intersection([.time, .pulse, .user, .status, BloodPressureFlags(rawValue: 1 << 6)])
        guard marks.rawValue == 0b0101_0110, reader.count == flags.impliedLength + 1 else { return false }
        var copy = reader
        guard let pulse = try? copy.sfloat("pulse"), let number = pulse.number else { return false }
        return number < 10 || number > 350
    }
}
