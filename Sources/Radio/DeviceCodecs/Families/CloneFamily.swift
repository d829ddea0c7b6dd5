/// Oximeters of small brands on the services FFE0 and FFE5, of which no driver reads any.
///
/// Source: one program each, FletcherD's among them; facts §4.5. No captured frame is public.
enum CloneFamily {
    /// Decodes one frame.
    static func decode(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        if view.starts(0xFE, 0x0A, 0x55) { return try measured(view) }
        if view.starts(0xFE, 0x08, 0x56) { return DriverFrame("wave", fields: []) }
        if view.starts(0xFF, 0x44, 0x01) { return try long(view) }
        guard view.starts(0xFE, 0x5A) else { throw DriverFamily.unknownFrame("clones") }
        return try command(view)
    }

    /// Wellue FS20F: an unknown byte, pulse, saturation, perfusion index.
    private static func measured(_ view: ByteView) throws(CodecError) -> DriverFrame {
        _ = try view.slice(0, count: 10)
        return DriverFrame(
            "measurement",
            fields: [
                .int("spo2", value: try view.byte(5).saturation), .int("pulse", value: try view.byte(4).unless(0, 255)),
                .scaled("pi", value: try view.big(6), exponent: -3), .int("counter", value: try view.byte(8)),
            ]
        )
    }

    /// JKS50F: 69 bytes, whose sum counts one more.
    private static func long(_ view: ByteView) throws(CodecError) -> DriverFrame {
        _ = try view.slice(0, count: 69)
        try Checksum.check(Checksum.sum8(view.bytes.prefix(68)) &+ 1 == view.bytes[68])
        let isWorn = try view.byte(3) == 0
        let index = try view.byte(6) & 0x7F | (view.byte(7) & 0x3F) << 7
        return DriverFrame(
            "measurement",
            fields: [
                .int("spo2", value: isWorn ? try view.byte(4).saturation : nil),
                .int("pulse", value: isWorn ? try view.byte(5).unless(0, 255) : nil),
                .scaled("pi", value: index, exponent: -2), .bool("finger", value: isWorn),
            ]
        )
    }

    /// ACCARE WS20A: a length, a command and its values; the scale of its perfusion index is unknown.
    private static func command(_ view: ByteView) throws(CodecError) -> DriverFrame {
        try Checksum.check(view.count > 4 && Checksum.sum8(view.bytes.dropLast()) == view.bytes.last)
        let command = try view.byte(3)
        let head: [DecodedField] = [.hex("command", value: command, bytes: 1)]
        guard command == 0x10 else { return DriverFrame("command", fields: head) }
        return DriverFrame(
            "measurement",
            fields: head + [
                .int("spo2", value: try view.byte(6).saturation),
                .int("pulse", value: try view.big(4).unless(255)?.upTo(300)), .int("battery", value: try view.byte(9)),
            ]
        )
    }
}
