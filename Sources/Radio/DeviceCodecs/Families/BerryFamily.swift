/// Berry's BCI stream, and Jumper's oximeter, cuff and thermometer.
///
/// Source: the maker's BCI protocol 1.2; facts §10.
enum BerryFamily {
    /// Decodes packets of five bytes in pieces of any length, or single frames of Jumper devices.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        if frames[0].starts(with: [0xFD, 0xFD]) || frames[0].count == 4 && frames[0][0] == 0x81 {
            return try DriverFamily.each(jumper)(frames, options)
        }
        // Bit 7 marks a packet's first byte; bytes before one belong to a packet that began earlier.
        let bytes = ByteView(frames.flatMap { $0 }.drop { $0 < 0x80 })
        var decoded: [DriverFrame] = []
        for start in stride(from: 0, to: bytes.count, by: 5) {
            let packet = ByteView(try bytes.slice(start, count: 5))
            guard packet.bytes[0] >= 0x80, packet.bytes.dropFirst().allSatisfy({ $0 < 0x80 }) else {
                throw CodecError(.invalid, message: "a packet must have five bytes, and only the first has bit 7")
            }
            decoded.append(DriverFrame("measurement", fields: try stream(packet)))
        }
        guard !decoded.isEmpty else { throw DriverFamily.unknownFrame("berry") }
        return decoded
    }

    private static func stream(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let pulse = try (view.bit(6, at: 2) ? 0x80 : 0) | view.byte(3)
        let noFinger = try view.bit(4, at: 2)
        return [
            .int("pulse", value: pulse.unless(0, 255).flatMap { noFinger ? nil : $0 }),
            .int("spo2", value: try view.byte(4).saturation), .bool("finger", value: !noFinger),
            .bool("searching", value: try view.bit(5, at: 2)), .bool("unplugged", value: try view.bit(5, at: 0)),
            .int("signal", value: (try view.byte(0) & 0x0F).unless(15)),
        ]
    }

    private static func jumper(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        if view.starts(0x81) {
            return DriverFrame(
                "measurement",
                fields: [
                    .int("spo2", value: try view.byte(2).saturation),
                    .int("pulse", value: try view.byte(1).unless(0, 255)),
                    .scaled("pi", value: try view.byte(3), exponent: -1),
                ]
            )
        }
        guard view.starts(0xFD, 0xFD) else { throw DriverFamily.unknownFrame("berry") }
        guard try view.byte(2) == 0xFC else {
            return DriverFrame("progress", fields: [.hex("state", value: try view.byte(2), bytes: 1)])
        }
        // Cuff and thermometer share the header; their lengths differ.
        if view.count == 7 {
            let raw = try view.big(3)
            return DriverFrame(
                "temperature",
                fields: [
                    .scaled("temperature", value: raw, exponent: -1), .text("unit", value: raw >= 900 ? "°F" : "°C"),
                ]
            )
        }
        return DriverFrame(
            "pressure",
            fields: [
                .int("systolic", value: try view.byte(3).unless(0)),
                .int("diastolic", value: try view.byte(4).unless(0)),
                .int("pulse", value: try view.byte(5).unless(0)),
            ]
        )
    }
}
