/// Frames of devices that have a protocol of their own, as public code reads them.
///
/// For people to look at: no device is read by these yet, and none of them is verified.
enum VendorFrames {
    /// Takes a byte that must have a value.
    static func expect(_ value: UInt8, _ field: StaticString, _ reader: inout ByteReader) throws(CodecError) {
        guard try reader.uint8(field) == value else {
            throw CodecError(code: .invalid, message: "the \(field) is another one: not this device's frame")
        }
    }

    /// A number, or `"NaN"` where the device says that it has none.
    static func value(_ byte: UInt8, none: UInt8) -> DecodedValue {
        byte == none ? .text("NaN") : .integer(byte)
    }

    /// A number in tenths.
    static func tenths(_ byte: UInt8) -> DecodedValue { .number(ScaleUnits.tenths(UInt16(byte))) }
}
