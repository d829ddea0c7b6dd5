/// A frame of the Intermediate Cuff Pressure characteristic 0x2A36: the pressure while the cuff works.
///
/// The layout is that of 0x2A35 with the second and third pressure unused. Never a reading: it is shown and forgotten.
public struct IntermediateCuffPressure: Hashable, Sendable {
    /// Unit and fields of the frame.
    public let flags: BloodPressureFlags
    /// The pressure in the cuff now.
    public let cuffPressure: MedicalFloat
    /// The time by the device's clock.
    public let time: GATTDateTime?
    /// The pulse rate per minute.
    public let pulse: MedicalFloat?
    /// The device's number for its user; 255 is unknown.
    public let userID: UInt8?
    /// What the device reports.
    public let status: BloodPressureStatus?

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
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
    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        [DecodedField("cuff", .float(cuffPressure)), DecodedField("unit", .text(flags.unitLabel))]
            + BloodPressureMeasurement.optionalFields(time: time, pulse: pulse, userID: userID, status: status)
    }
}
