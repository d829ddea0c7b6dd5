/// A single-packet frame of a OneTouch Verio meter: `01 | 02 len 00 03 message 03 crcLo crcHi`.
///
/// Source: NightscoutFoundation/xDrip, VerioHelper.java; glucometers-tech/glucometer-protocols. There is no encoder, so
/// this program cannot send the message that erases the memory.
package struct VerioFrame: Hashable, Sendable {
    /// The command or answer.
    let message: [UInt8]

    /// Decodes a frame.
    ///
    /// - Throws: ``CodecError``: `truncated`, `invalid` for a wrong marker or checksum, `empty`, or `oversized`.
    init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        try VendorFrames.expect(1, field: "number of packets", from: &reader)
        try VendorFrames.expect(2, field: "start", from: &reader)
        let length = Int(try reader.uint8("length"))
        try VendorFrames.expect(0, field: "length's high byte", from: &reader)
        try VendorFrames.expect(3, field: "link", from: &reader)
        guard length >= 8 else { throw CodecError(.invalid, message: "the length is too short for a frame") }
        var message: [UInt8] = []
        for _ in 0..<(length - 7) { message.append(try reader.uint8("message")) }
        try VendorFrames.expect(3, field: "end", from: &reader)
        guard try reader.uint16("checksum") == Self.checksum(bytes[1..<(length - 1)]) else {
            throw CodecError(.invalid, message: "the checksum is wrong")
        }
        self.message = message
    }

    /// CRC-16/CCITT-FALSE.
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0xFFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { word, _ in
                word & 0x8000 == 0 ? word << 1 : word << 1 ^ 0x1021
            }
        }
    }

    /// The fields, named as `vitalbus decode` shows them.
    var fields: [DecodedField] {
        [
            DecodedField("message", value: .text(DecodedValue.hex(message))),
            meaning.map { DecodedField("meaning", value: .text($0)) },
        ].compactMap { $0 }
    }

    private var meaning: String? {
        switch message {
        case [0x20, 0x02]: "read clock"
        case [0x27, 0x00]: "read record count"
        case [0x0A, 0x02, 0x06]: "read test counter"
        case [0x09, 0x02, 0x02]: "read unit"
        case [0x0A, 0x02, 0x07]: "read low limit"
        case [0x0A, 0x02, 0x08]: "read high limit"
        default:
            message.count == 3 && message[0] == 0xB3
                ? "read record \(UInt16(message[1]) | UInt16(message[2]) << 8)" : nil
        }
    }
}
