/// Berry's BCI stream, and Jumper's oximeter, cuff and thermometer.
///
/// Source: the maker's BCI protocol 1.2; facts §10; for protocol 1.5 one program that reads it.
enum BerryFamily {
    /// How a packet of protocol 1.5 begins; a BCI packet never has two bytes with bit 7.
    static let newer: [UInt8] = [0xFF, 0xAA]
    /// The bytes of a packet of protocol 1.5.
    static let newerLength = 20

    /// Decodes packets of five bytes in pieces of any length, or single frames of Jumper devices.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        if frames.contains(where: isJumper) { return try DriverFamily.each(jumper)(frames, options) }
        if let newer = try newerPackets(frames.flatMap { $0 }) { return newer }
        var decoded: [DriverFrame] = []
        for packet in packets(frames.flatMap { $0 }) {
            // What a piece cut off at either end of the stream is not a packet.
            guard packet.count == 5, packet.bytes[0] >= 0x80 else { continue }
            decoded.append(DriverFrame("measurement", fields: try stream(packet)))
        }
        guard !decoded.isEmpty else {
            throw CodecError(.invalid, message: "a packet must have five bytes, and only the first has bit 7")
        }
        return decoded
    }

    /// Bit 7 marks a packet's first byte.
    private static func packets(_ bytes: [UInt8]) -> [ByteView] {
        var packets: [[UInt8]] = []
        for byte in bytes {
            if byte >= 0x80 || packets.isEmpty { packets.append([]) }
            packets[packets.count - 1].append(byte)
        }
        return packets.map { ByteView($0) }
    }

    /// Packets of protocol 1.5; nil for bytes of another.
    private static func newerPackets(_ bytes: [UInt8]) throws(CodecError) -> [DriverFrame]? {
        var (rest, decoded): (ArraySlice<UInt8>, [DriverFrame]) = (bytes[...], [])
        while let start = rest.indices.first(where: { rest[$0...].starts(with: newer) }) {
            let packet = ByteView(rest[start...].prefix(newerLength))
            if packet.count == newerLength { decoded.append(try newerPacket(packet)) }
            rest = rest[start...].dropFirst(newerLength)
        }
        return decoded.isEmpty ? nil : decoded
    }

    /// A packet of protocol 1.5; its sum is not checked, because oximeters send others.
    private static func newerPacket(_ view: ByteView) throws(CodecError) -> DriverFrame {
        // Those of a version look alike, and so does each packet with one of these two numbers.
        if [0x53, 0x48].contains(try view.byte(2)) { return DriverFrame("version", fields: []) }
        let (isUnplugged, noFinger) = (try view.bit(0, at: 3), try view.bit(1, at: 3))
        let isWorn = !noFinger && !isUnplugged
        return DriverFrame(
            "measurement",
            fields: [
                .int("pulse", value: isWorn ? try view.byte(6).unless(0, 255) : nil),
                .int("spo2", value: isWorn ? try view.byte(4).saturation : nil), .bool("finger", value: !noFinger),
                .bool("unplugged", value: isUnplugged), .bool("noSignal", value: try view.bit(2, at: 3)),
                .scaled("pi", value: isWorn ? try view.byte(10).upTo(200) : nil, exponent: -1),
            ]
        )
    }

    private static func isJumper(_ frame: [UInt8]) -> Bool {
        frame.starts(with: [0xFD, 0xFD]) || frame.count == 4 && frame[0] == 0x81
    }

    private static func stream(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let pulse = try (view.bit(6, at: 2) ? 0x80 : 0) | view.byte(3)
        let (noFinger, isUnplugged) = (try view.bit(4, at: 2), try view.bit(5, at: 0))
        let isWorn = !noFinger && !isUnplugged
        return [
            .int("pulse", value: isWorn ? pulse.unless(0, 255) : nil),
            .int("spo2", value: isWorn ? try view.byte(4).saturation : nil), .bool("finger", value: !noFinger),
            .bool("searching", value: try view.bit(5, at: 2)), .bool("unplugged", value: isUnplugged),
            .bool("noSignal", value: try view.bit(4, at: 0)),
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
        if view.starts(0x80) { return DriverFrame("wave", fields: []) }
        guard view.starts(0xFD, 0xFD) else { throw DriverFamily.unknownFrame("berry") }
        guard try view.byte(2) == 0xFC else {
            return DriverFrame("progress", fields: [.hex("state", value: try view.byte(2), bytes: 1)])
        }
        // Cuff and thermometer share the header; their lengths differ.
        guard let end = view.bytes.firstIndex(of: 0x0D), [5, 6].contains(end), try view.byte(end + 1) == 0x0A else {
            throw CodecError(.truncated, message: "the frame has no end (0D 0A) after its values")
        }
        if end == 5 { return DriverFrame("temperature", fields: try temperature(view)) }
        return DriverFrame(
            "pressure",
            fields: [
                .int("systolic", value: try view.byte(3).unless(0)),
                .int("diastolic", value: try view.byte(4).unless(0)),
                .int("pulse", value: try view.byte(5).unless(0)),
            ]
        )
    }
    /// Tenths of a degree, of Celsius below 90.
    private static func temperature(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let raw = try view.big(3)
        return [
            .scaled("temperature", value: raw.upTo(1_200), exponent: -1),
            .text("unit", value: raw >= 900 ? "°F" : "°C"),
        ]
    }
}
