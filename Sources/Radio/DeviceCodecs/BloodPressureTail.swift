/// The fields of a blood pressure frame behind its time.
struct BloodPressureTail {
    let pulse: MedicalFloat?
    let userID: UInt8?
    let status: BloodPressureStatus?

    init(standard reader: inout ByteReader, flags: BloodPressureFlags) throws(CodecError) {
        pulse = flags.contains(.pulse) ? try reader.sfloat("pulse") : nil
        userID = flags.contains(.user) ? try reader.uint8("user") : nil
        status = flags.contains(.status) ? BloodPressureStatus(rawValue: try reader.uint16("status")) : nil
    }

    init(beurer reader: inout ByteReader) throws(CodecError) {
        pulse = MedicalFloat(sfloat: try reader.bigEndianUInt16("pulse"))
        userID = try reader.uint8("user")
        status = BloodPressureStatus(rawValue: try reader.bigEndianUInt16("status"))
    }
}
