/// Nonin 3230 and 3150 by the maker's service.
///
/// Source: the maker's sample and BLE specification 113142-000-02; facts §3.
enum NoninFamily {
    /// Decodes a measurement, a request or an answer.
    static func decode(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        if view.starts(0x0A) {
            guard view.count <= 10 else { throw CodecError(.invalid, message: "a measurement must have 10 bytes") }
            return DriverFrame("measurement", fields: try measurement(view))
        }
        if view.starts(0xFE, 0xFD) || options.kind == "playback" { return try playback(view) }
        let command = try view.byte(0)
        guard (0x60...0x72).contains(command) else { throw DriverFamily.unknownFrame("nonin") }
        var fields: [DecodedField] = [.hex("command", value: command, bytes: 1)]
        if command == 0x60 || command == 0x61 {
            let text = view.rest(2).filter { (0x20..<0x7F).contains($0) }.map { Character(Unicode.Scalar($0)) }
            fields.append(.text("text", value: String(text)))
        }
        return DriverFrame("control", fields: fields)
    }

    private static func measurement(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let pulse = try view.big(8)
        let saturation = try view.byte(7)
        return [
            .int("spo2", value: saturation.saturation), .int("pulse", value: (1...325).contains(pulse) ? pulse : nil),
            .scaled("pai", value: try view.big(3), exponent: -2),
            .scaled("battery", value: try view.byte(2), exponent: -1),
            .int("counter", value: try view.big(5)), .bool("finger", value: try view.bit(4, at: 1)),
            .bool("lowBattery", value: try view.bit(5, at: 1)), .bool("smartPoint", value: try view.bit(2, at: 1)),
            .bool("searching", value: try view.bit(3, at: 1)), .bool("weakSignal", value: try view.bit(1, at: 1)),
            .bool("inStep", value: try view.bit(0, at: 1)), .bool("encrypted", value: try view.bit(6, at: 1)),
        ]
    }

    /// The memory: triplets of two bytes and their sum; the header's triplets are times, the others pulse and
    /// saturation.
    private static func playback(_ view: ByteView) throws(CodecError) -> DriverFrame {
        var pulses: [DecodedValue] = []
        var saturations: [DecodedValue] = []
        for start in stride(from: view.starts(0xFE, 0xFD) ? 33 : 0, to: view.count, by: 3) {
            let triplet = try view.slice(start, count: 3)
            try Checksum.check(triplet[0] &+ triplet[1] == triplet[2])
            let pulse = triplet[0] == 255 ? nil : triplet[0] > 200 ? 200 + 2 * (Int(triplet[0]) - 200) : Int(triplet[0])
            pulses.append(pulse.map { .integer($0) } ?? .null)
            saturations.append(Int(triplet[1]).saturation.map { .integer($0) } ?? .null)
        }
        return DriverFrame(
            "playback",
            fields: try head(view) + [
                DecodedField("pulse", value: .list(pulses)), DecodedField("spo2", value: .list(saturations)),
            ]
        )
    }

    /// The header: seconds per sample, and three times of three triplets each.
    private static func head(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        guard view.starts(0xFE, 0xFD) else { return [] }
        func time(_ place: Int) throws(CodecError) -> String? {
            try FamilyTime.text(
                2000 + view.byte(place + 3),
                month: view.byte(place),
                day: view.byte(place + 1),
                hour: view.byte(place + 7),
                minute: view.byte(place + 4),
                second: view.byte(place + 6)
            )
        }
        return [
            .int("interval", value: try view.byte(3)), .text("current", value: try time(6)),
            .text("stop", value: try time(15)), .text("start", value: try time(24)),
        ]
    }
}
