/// A frame of the Intermediate Cuff Pressure characteristic 0x2A36: the pressure during a measurement.
///
/// It has the layout of 0x2A35 with the second and third pressure unused. It shows progress and never becomes a
/// reading.
public struct IntermediateCuffPressure: Hashable, Sendable {
    /// The flags: the unit, and which fields are present.
    public let flags: BloodPressureFlags
    /// Current cuff pressure in the frame's unit.
    public let cuffPressure: MedicalFloat
    /// Time on the device's clock.
    public let time: GATTDateTime?
    /// Pulse rate in beats per minute.
    public let pulse: MedicalFloat?
    /// The device's user index; 255 means unknown.
    public let userID: UInt8?
    /// Measurement status reported by the device.
    public let status: BloodPressureStatus?

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        let frame = try BloodPressureMeasurement(decoding: bytes, allowsBeurer: false)
        flags = frame.flags
        cuffPressure = frame.systolic
        time = frame.time
        pulse = frame.pulse
        userID = frame.userID
        status = frame.status
    }
}

extension IntermediateCuffPressure {
    /// The fields, named as `vitalbus decode` shows them.
    var fields: [DecodedField] {
        [DecodedField("cuff", value: .float(cuffPressure)), DecodedField("unit", value: .text(flags.unitLabel))]
            + BloodPressureMeasurement.optionalFields(time: time, pulse: pulse, userID: userID, status: status)
    }
}
