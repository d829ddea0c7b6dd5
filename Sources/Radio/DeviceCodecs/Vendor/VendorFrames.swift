internal import VitalRecords

/// Frames of devices with a proprietary protocol, decoded as public code does.
///
/// They serve display only: no device is read through them yet, and none is verified.
enum VendorFrames {
    /// Reads a byte that must have this value.
    static func expect(_ value: UInt8, field: StaticString, from reader: inout FrameReader) throws(CodecError) {
        guard try reader.uint8(field) == value else {
            throw CodecError(.invalid, message: "the \(field) differs: this is not a frame of this device")
        }
    }

    /// A number, or `"NaN"` if the byte is the device's mark for a missing value.
    static func value(_ byte: UInt8, none: UInt8) -> DecodedValue {
        byte == none ? .text("NaN") : .integer(byte)
    }

    /// A byte as a number in tenths.
    static func tenths(_ byte: UInt8) -> DecodedValue { .number(ScaleUnits.tenths(UInt16(byte))) }
}

extension VendorFrames {
    /// Yonker blood pressure: `81 sys dia pulse 00 00 day month year hour minute second …`.
    ///
    /// Source: derdilla/blood-pressure-monitor-fl, yonker_measurement_data_test.dart.
    static func yonker(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        try expect(0x81, field: "frame type", from: &reader)
        let systolic = try reader.uint8("systolic")
        let diastolic = try reader.uint8("diastolic")
        let pulse = try reader.uint8("pulse")
        _ = try reader.uint16("unknown")
        let (day, month, year) = (try reader.uint8("day"), try reader.uint8("month"), try reader.uint8("year"))
        let (hour, minute) = (try reader.uint8("hour"), try reader.uint8("minute"))
        let time = GATTDateTime(
            year: 2000 + UInt16(year),
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: try reader.uint8("second")
        )
        return pressure(systolic: Int(systolic), diastolic: Int(diastolic), pulse: Int(pulse), time: time)
    }

    /// Lifesense A2 weight 0x8A21: flags, a medical float in kg, seconds since 2010.
    ///
    /// Source: captures in stackoverflow.com/questions/34309288; openScale's wiki on the Medisana BS444.
    static func lifesense(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        _ = try reader.uint8("flags")
        let weight = try reader.float("weight")
        let seconds = try reader.uint32("seconds since 2010")
        let days = 14_610 + Int(seconds) / 86_400
        let time = CivilDateTime(daysSince1970: days, secondOfDay: Int(seconds) % 86_400)
        return [
            DecodedField("weight", value: .float(weight)), DecodedField("unit", value: .text("kg")),
            time.map { DecodedField("time", value: .text($0.description)) },
        ].compactMap { $0 }
    }

    static func pressure(systolic: Int, diastolic: Int, pulse: Int, time: GATTDateTime) -> [DecodedField] {
        [
            DecodedField("sys", value: .integer(systolic)), DecodedField("dia", value: .integer(diastolic)),
            DecodedField("pulse", value: .integer(pulse)), DecodedField("time", value: .time(time)),
        ] + unusable(systolic == 0 || diastolic == 0)
    }

    /// The mark that a frame holds no result.
    static func unusable(_ isUnusable: Bool) -> [DecodedField] {
        isUnusable ? [DecodedField("usable", value: .bool(false))] : []
    }
}

extension VendorFrames {
    /// Jumper JPD-500F: `81 PR SpO2 PI`.
    ///
    /// Source: JAICHANGPARK/flutter_pulse_oximeter_connect; 255 and 127 mean no value in the BCI protocol.
    static func jumper(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        try expect(0x81, field: "frame type", from: &reader)
        let pulse = try reader.uint8("pulse rate")
        let spo2 = try reader.uint8("SpO2")
        return [
            DecodedField("pulse", value: value(pulse, none: 0xFF)),
            DecodedField("spo2", value: value(spo2, none: 0x7F)),
            DecodedField("pi", value: tenths(try reader.uint8("perfusion index"))),
        ] + unusable(!isSaturation(spo2))
    }

    /// Wellue PC-60FW: `AA 55 0F len 01 SpO2 PR 00 PI … CRC`; the CRC-8/MAXIM over all before it may be stripped.
    ///
    /// Source: sza2/viatom_pc60fw.
    static func pc60fw(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        try expect(0xAA, field: "first byte", from: &reader)
        try expect(0x55, field: "second byte", from: &reader)
        try expect(0x0F, field: "frame type", from: &reader)
        let length = Int(try reader.uint8("length"))
        try expect(0x01, field: "function", from: &reader)
        if bytes.count == length + 4, Checksum.maxim(bytes.dropLast()) != bytes.last {
            throw CodecError(.invalid, message: "the checksum is wrong")
        }
        let spo2 = try reader.uint8("SpO2")
        let pulse = try reader.uint8("pulse rate")
        _ = try reader.uint8("unknown")
        return [
            DecodedField("spo2", value: value(spo2, none: 0)), DecodedField("pulse", value: value(pulse, none: 0)),
            DecodedField("pi", value: tenths(try reader.uint8("perfusion index"))),
        ] + unusable(!isSaturation(spo2))
    }

    /// Whether an oximeter's byte is a saturation: 0 and 127 mean no finger.
    private static func isSaturation(_ byte: UInt8) -> Bool { (1...100).contains(byte) }

    /// Contec CMS50D-BT: `EB 01 .. PR SpO2 7F 00 sum`; the sum is of the other bytes, modulo 128.
    ///
    /// Source: tobiasisenberg/OxiVis#2. A frame cut before its sum is shown, as captures have it.
    static func contec(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        try expect(0xEB, field: "first byte", from: &reader)
        try expect(0x01, field: "frame type", from: &reader)
        guard bytes.count != 8 || bytes.last == bytes.dropLast().reduce(0, { $0 &+ $1 }) & 0x7F else {
            throw CodecError(.invalid, message: "the checksum is wrong")
        }
        _ = try reader.uint8("status")
        let pulse = try reader.uint8("pulse rate")
        let spo2 = try reader.uint8("SpO2")
        return [
            DecodedField("pulse", value: value(pulse, none: 0xFF)),
            DecodedField("spo2", value: value(spo2, none: 0x7F)),
        ] + unusable(!isSaturation(spo2))
    }
}
