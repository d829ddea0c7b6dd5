/// Microlife's cuffs with Bluetooth.
///
/// Source: joergmlpts/blood-pressure-monitor, derdilla microlife_protocol_test.dart; facts §11.
enum MicrolifeFamily {
    /// Decodes messages; joins consecutive pieces of 20 bytes.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var bytes = ByteView(frames.flatMap { $0 })
        var decoded: [DriverFrame] = []
        while bytes.count > 0 {
            guard bytes.starts(0x4D) else { throw DriverFamily.unknownFrame("microlife") }
            let length = 4 + (try bytes.big(2))
            guard length > 4 else { throw CodecError(.invalid, message: "a message must have at least a checksum") }
            decoded.append(try one(ByteView(try bytes.slice(0, count: length))))
            bytes = ByteView(bytes.rest(length))
        }
        return decoded
    }

    private static func one(_ view: ByteView) throws(CodecError) -> DriverFrame {
        try Checksum.check(Checksum.sum8(view.bytes.dropLast()) == view.bytes.last)
        let payload = ByteView(view.bytes[4...].dropLast())
        let isFromDevice = try view.byte(1) == 0x3A
        let head: [DecodedField] = [.bool("fromDevice", value: isFromDevice), .hex("payload", value: payload.bytes)]
        guard isFromDevice, payload.count >= 48 else {
            return DriverFrame(isFromDevice ? "reply" : "request", fields: head)
        }
        return DriverFrame("records", fields: head + [.list("records", value: try records(payload))])
    }

    /// Ten bytes per record, after a header of 38; sorted by time, because sources disagree on which is the newest.
    private static func records(_ payload: ByteView) throws(CodecError) -> [[DecodedField]] {
        var found: [(time: String, fields: [DecodedField])] = []
        for start in stride(from: 38, to: payload.count - 9, by: 10) {
            guard ![0, 0xFF].contains(try payload.byte(start)) else { continue }
            let time = FamilyTime.minute(
                2000 + (try payload.byte(start + 3)),
                month: try payload.byte(start + 4),
                day: try payload.byte(start + 5),
                hour: try payload.byte(start + 6),
                minute: try payload.byte(start + 7)
            )
            let fields: [DecodedField] = [
                .int("systolic", value: try payload.byte(start)),
                .int("diastolic", value: try payload.byte(start + 1).unless(0)),
                .int("pulse", value: try payload.byte(start + 2).unless(0)), FamilyTime.field(time),
            ]
            found.append((time ?? "", fields))
        }
        return found.sorted { $0.time < $1.time }.map(\.fields)
    }
}

/// Medisana's scales BS430, BS440 and BS444.
///
/// Source: keptenkurk/BS440; facts §11.
enum MedisanaFamily {
    /// Decodes weights and body compositions.
    static func decode(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        switch try view.byte(0) {
        case 0x1D:
            return DriverFrame(
                "weight",
                fields: [
                    .scaled("weight", value: try view.little(1).bodyWeight, exponent: -2), .text("unit", value: "kg"),
                    time(try view.little(5, width: 4), options: options),
                    .int("user", value: view.count > 13 ? try view.byte(13) : nil),
                ]
            )
        case 0x6F:
            return DriverFrame(
                "body",
                fields: [
                    time(try view.little(1, width: 4), options: options), tenths("fat", word: try view.little(8)),
                    tenths("water", word: try view.little(10)), tenths("muscle", word: try view.little(12)),
                    tenths("bone", word: try view.little(14)),
                ]
            )
        case 0x02 where view.count == 5:
            return DriverFrame("clock", fields: [.text("sets", value: FamilyTime.unix(try view.little(1, width: 4)))])
        default: throw DriverFamily.unknownFrame("medisana")
        }
    }

    private static func tenths(_ name: String, word: Int) -> DecodedField {
        .scaled(name, value: (word & 0x0FFF).share, exponent: -1)
    }

    /// BS430 counts from 1970, the others from 2010.
    private static func time(_ seconds: Int, options: DriverOptions) -> DecodedField {
        FamilyTime.field(FamilyTime.unix(options.isModel("430", "0203B") ? seconds : seconds + 1_262_304_000))
    }
}
