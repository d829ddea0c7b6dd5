/// TaiDoc, FORA, GlucoRx and Diamond: frames of eight bytes.
///
/// Source: glucometers-tech td42xx and others; every frame of its tests is computed, none captured; facts §12.
enum TaiDocFamily {
    /// Decodes frames, received in pieces of any length; a model that they name decides the values after it.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        let all = ByteView(frames.flatMap { $0 })
        var offset = 0
        var decoded: [DriverFrame] = []
        var options = options
        var skipped: [UInt8] = []
        while offset < all.count {
            let bytes = all.window(offset, count: 8)
            guard isWhole(bytes) || decoded.isEmpty && skipped.isEmpty && bytes.starts(0x51) else {
                // A frame begins with 51 and has its sum: other bytes are noise, or parts of a cut one.
                skipped.append(bytes.bytes[0])
                offset += 1
                continue
            }
            if !skipped.isEmpty { decoded.append(.skipped(skipped)) }
            skipped = []
            let frame = ByteView(try bytes.slice(0, count: 8))
            decoded.append(try one(frame, options: options))
            if options.model == nil, let model = try model(frame) { options.model = "TD-" + model }
            offset += 8
        }
        guard !decoded.isEmpty else { throw DriverFamily.unknownFrame("taidoc") }
        return skipped.isEmpty ? decoded : decoded + [.skipped(skipped)]
    }

    private static func isWhole(_ view: ByteView) -> Bool {
        view.count >= 8 && view.starts(0x51) && Checksum.sum8(view.bytes.prefix(7)) == view.bytes[7]
    }

    /// The four digits of the model in the answer that names it.
    private static func model(_ view: ByteView) throws(CodecError) -> String? {
        guard view.starts(0x51, 0x24), try view.little(2) != 0 else { return nil }
        let digits = String(try view.little(2), radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func one(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        guard view.starts(0x51), try [0xA3, 0xA5].contains(view.byte(6)) else {
            throw DriverFamily.unknownFrame("taidoc")
        }
        try Checksum.check(Checksum.sum8(view.bytes.dropLast()) == view.bytes.last)
        let command = try view.byte(1)
        let isAnswer = try isAnswer(view, command: command)
        let isFromDevice = view.bytes[6] == 0xA5 || isAnswer
        let head: [DecodedField] = [
            .hex("command", value: command, bytes: 1), .bool("fromDevice", value: isFromDevice),
        ]
        guard isFromDevice else { return DriverFrame("request", fields: head) }
        switch command {
        case 0x23, 0x25: return DriverFrame("time", fields: head + (try time(view)))
        case 0x24:
            let (low, high) = (try view.byte(2), try view.byte(3))
            return DriverFrame("model", fields: head + [.hex("model", value: high << 8 | low, bytes: 2)])
        case 0x2B: return DriverFrame("count", fields: head + [.int("count", value: try view.little(2))])
        case 0x26: return DriverFrame("record", fields: head + (try value(view, options: options)))
        case 0x61:
            return DriverFrame(
                "live",
                fields: head + [
                    .int("spo2", value: try view.byte(2).saturation),
                    .int("pulse", value: try view.byte(4).unless(0, 255)),
                ]
            )
        case 0x49:
            return DriverFrame(
                "live",
                fields: head + [
                    .int("spo2", value: try view.byte(2).saturation),
                    .int("pulse", value: try view.byte(5).unless(0, 255)),
                ]
            )
        default: return DriverFrame("reply", fields: head + [.hex("data", value: try view.slice(2, count: 4))])
        }
    }

    /// Some meters mark their answers as the host's: what no request holds tells them apart.
    private static func isAnswer(_ view: ByteView, command: Int) throws(CodecError) -> Bool {
        let (word, third, fourth) = (try view.little(2), try view.byte(4), try view.byte(5))
        return switch command {
        case 0x24: word != 0
        // Requests hold a record's index and a user's number.
        case 0x23, 0x25: word >> 9 > 0 && third | fourth > 4
        case 0x26: third > 4 || fourth > 4
        default: false
        }
    }

    private static func time(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let date = try view.little(2)
        let time = FamilyTime.minute(
            2000 + date >> 9,
            month: date >> 5 & 0x0F,
            day: date & 0x1F,
            hour: try view.byte(5) & 0x1F,
            minute: try view.byte(4) & 0x3F
        )
        return [FamilyTime.field(time)]
    }

    /// The model decides the kind; without a model, the bytes do.
    private static func value(_ view: ByteView, options: DriverOptions) throws(CodecError) -> [DecodedField] {
        let (word, third, fourth) = (try view.little(2), try view.byte(4), try view.byte(5))
        if options.isModel("TD-82", "TD82") || options.kind == "oximeter" {
            return [.int("spo2", value: (word & 0xFF).saturation), .int("pulse", value: fourth.unless(0, 255))]
        }
        if options.isModel("TD-1", "TD1") || options.kind == "thermometer" {
            return [
                .scaled("temperature", value: word.upTo(10_000), exponent: word >= 1_000 ? -2 : -1),
                .text("unit", value: "°C"),
            ]
        }
        let isMeter = options.isModel("TD-4", "TD4") || options.kind == "glucose"
        let isPressure = options.isModel("TD-3", "TD3") || options.kind == "pressure"
        // A meter's third byte is 0; its fourth has two bits for the meal and four for the type.
        if isPressure && !isMeter || !isMeter && third > 20 && word > third && word < 300 {
            return [
                .int("systolic", value: word.pressure), .int("diastolic", value: third.pressure),
                .int("pulse", value: fourth > 3 ? fourth : nil),
            ]
        }
        return tested(word, type: fourth >> 2 & 0x0F, meal: fourth >> 6)
    }

    private static func tested(_ word: Int, type: Int, meal: Int) -> [DecodedField] {
        let number = word.glucose
        let value: DecodedField =
            switch type {
            case 6: .int("haematocrit", value: number)
            case 7: .scaled("ketone", value: number.map { ($0 * 100 + 15) / 30 }, exponent: -2)
            case 8: .scaled("uricAcid", value: number, exponent: -1)
            case 9: .int("cholesterol", value: number)
            case 11: .scaled("haemoglobin", value: number, exponent: -1)
            case 12: .int("lactate", value: number)
            default: .int("mgdl", value: number)
            }
        return [value, .text("meal", value: meal == 1 ? "before" : meal == 2 ? "after" : nil)]
    }
}
