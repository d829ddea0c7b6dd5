/// A record of 14 bytes from the memory of an Omron cuff, in either of two layouts that share the length.
///
/// Source: eigger/hass-omron, tests/test_record_parsers.py; userx14/omblepy. The models use different layouts, and the
/// frame does not name its model, so only the checksum identifies the layout.
enum OmronRecord {
    /// The layouts.
    private enum Layout: String {
        /// Bytes, then two little-endian words of date and time; byte 12 is the sum of the first 12.
        case bytes = "L14"
        /// Bits, big-endian; byte 13 is the sum of the first 12.
        case bits = "B14"
    }

    /// The fields, named as `vitalbus decode` shows them.
    ///
    /// An empty place of the memory is reported as such, as is a record whose checksum fits no layout or both.
    ///
    /// - Throws: ``CodecError``: `truncated`, `empty`, or `oversized`.
    static func fields(_ bytes: [UInt8]) throws(CodecError) -> [DecodedField] {
        var reader = try FrameReader(bytes)
        for _ in 0..<14 { _ = try reader.uint8("record") }
        let record = Array(bytes.prefix(14))
        let isEmpty = record.allSatisfy { $0 == 0 } || record.allSatisfy { $0 == 0xFF }
        guard !isEmpty else { return [DecodedField("empty", value: .bool(true))] + VendorFrames.unusable(true) }
        switch layout(of: record) {
        case .bytes?: return byteFields(record)
        case .bits?: return bitFields(record)
        case nil: return [DecodedField("layout", value: .text("unknown"))] + VendorFrames.unusable(true)
        }
    }

    private static func layout(of record: [UInt8]) -> Layout? {
        let sum = record.prefix(12).reduce(0) { $0 &+ $1 }
        let isBytes = record[12] == sum && (record[13] == ~sum || record[13] == 0)
        let isBits = record[13] == sum
        return isBytes == isBits ? nil : isBytes ? .bytes : .bits
    }

    private static func byteFields(_ record: [UInt8]) -> [DecodedField] {
        // Above, the place is empty.
        guard record[0] <= 0xE1 else {
            return [DecodedField("empty", value: .bool(true))] + VendorFrames.unusable(true)
        }
        return VendorFrames.pressure(
            systolic: Int(record[0]) + 25,
            diastolic: Int(record[1]),
            pulse: Int(record[2]),
            time: time(
                year: record[3],
                date: UInt16(record[4]) | UInt16(record[5]) << 8,
                clock: UInt16(record[6]) | UInt16(record[7]) << 8
            )
        )
    }

    private static func bitFields(_ record: [UInt8]) -> [DecodedField] {
        VendorFrames.pressure(
            systolic: Int(record[1]) + 25,
            diastolic: Int(record[0]),
            pulse: Int(record[3]),
            time: time(
                year: record[2],
                date: UInt16(record[4]) << 8 | UInt16(record[5]),
                clock: UInt16(record[6]) << 8 | UInt16(record[7])
            )
        )
    }

    /// The time as both layouts pack it: a year since 2000, then two words.
    private static func time(year: UInt8, date: UInt16, clock: UInt16) -> GATTDateTime {
        GATTDateTime(
            year: 2000 + UInt16(year & 0x3F),
            month: UInt8(date >> 10 & 0x0F),
            day: UInt8(date >> 5 & 0x1F),
            hour: UInt8(date & 0x1F),
            minute: UInt8(clock >> 6 & 0x3F),
            second: min(59, UInt8(clock & 0x3F))
        )
    }
}
