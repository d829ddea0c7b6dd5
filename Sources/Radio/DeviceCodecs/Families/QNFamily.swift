internal import VitalRecords

/// QN, Yolanda, Renpho, FITINDEX and GE scales: notifications, the 55AA dialect and the advert.
///
/// Source: KristianP26/ble-scale-sync tests and issues; openScale QNHandler (facts only); facts §6.
enum QNFamily {
    /// Decodes frames in order; the scale's information frame defines the units of later ones.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var divisor: Int8?
        var parts: Parts?
        var decoded: [DriverFrame] = []
        for frame in frames {
            let view = ByteView(frame)
            if let company = try advert(view) {
                decoded.append(company)
            } else if view.starts(0x2E), options.isModel("WBE28") {
                // The standard's characteristic with another unit, a twentieth of a kilogram.
                let raw = try view.little(1)
                decoded.append(DriverFrame("weight", fields: kilograms(raw * 5, exponent: -2)))
            } else if view.starts(0x55, 0xAA) {
                decoded.append(try renpho(view))
            } else if let known = Parts(view, after: parts) {
                parts = known
                decoded.append(DriverFrame("part", fields: [.int("left", value: known.left)]))
                if known.left == 0 { decoded.append(try renpho(ByteView(known.bytes))) }
            } else {
                if view.starts(0x12) { divisor = try exponent(view) }
                decoded.append(try notification(view, exponent: divisor))
            }
        }
        return decoded
    }

    /// The power of ten from the information frame: its long form counts in tenths, its short form names the power.
    private static func exponent(_ view: ByteView) throws(CodecError) -> Int8 {
        if try view.byte(1) >= 18 { return -1 }
        return try view.byte(10) == 1 ? -2 : -1
    }

    private static func notification(_ view: ByteView, exponent: Int8?) throws(CodecError) -> DriverFrame {
        let op = try view.byte(0)
        let head: [DecodedField] = [.hex("op", value: op, bytes: 1)]
        guard try view.byte(1) == view.count else {
            throw CodecError(.invalid, message: "the length does not fit: not a frame of a QN scale")
        }
        try Checksum.check(Checksum.sum8(view.bytes.dropLast()) == view.bytes.last)
        switch op {
        case 0x10: return DriverFrame("weight", fields: head + (try weight(view, exponent: exponent)))
        case 0x12: return DriverFrame("info", fields: head + [.int("protocol", value: try view.byte(2))])
        case 0x13, 0x14, 0x1F, 0x20, 0x21, 0x22:
            return DriverFrame(
                "dialogue",
                fields: head + [.int("protocol", value: try view.byte(2))] + (try time(view, op: op))
            )
        case 0x23: return DriverFrame("stored", fields: head + (try stored(view)))
        case 0xB1:
            // Pages after the first hold segments.
            guard try view.byte(3) == 1 else { return DriverFrame("extended", fields: head) }
            return DriverFrame("extended", fields: head + kilograms(try view.little(5), exponent: -2))
        case 0xB4:
            guard try view.byte(3) == 1 else { return DriverFrame("stored", fields: head) }
            let time = FamilyTime.since2000(try view.little(7, width: 4))
            return DriverFrame(
                "stored",
                fields: head + kilograms(try view.little(11), exponent: -2) + [FamilyTime.field(time)]
            )
        default: return DriverFrame("dialogue", fields: head)
        }
    }

    private static func time(_ view: ByteView, op: Int) throws(CodecError) -> [DecodedField] {
        guard op == 0x20 else { return [] }
        return [FamilyTime.field(FamilyTime.since2000(try view.little(3, width: 4)))]
    }

    /// The original layout has its state after the weight, the ES-30M's before it.
    private static func weight(_ view: ByteView, exponent: Int8?) throws(CodecError) -> [DecodedField] {
        let isNew = view.count >= 14
        let start = isNew ? 5 : 3
        let raw = try view.big(start)
        let isStable = isNew ? try view.byte(4) == 2 : try view.byte(5) == 1
        let first = isNew ? 7 : 6
        var power = exponent ?? (isNew ? -1 : -2)
        // These scales weigh at most 250 kg, so a larger number is in hundredths.
        if power == -1, raw > 2_500 { power = -2 }
        return [.bool("stable", value: isStable)] + kilograms(raw, exponent: power) + [
            ohms("r1", value: try view.big(first)), ohms("r2", value: try view.big(first + 2)),
        ]
    }

    /// A resistance: scales of GE count in tenths of an ohm, and a body has less than 2000 Ω.
    private static func ohms(_ name: String, value raw: Int) -> DecodedField {
        .scaled(name, value: raw.resistance, exponent: raw < 2_000 ? 0 : -1)
    }

    private static func stored(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        kilograms(try view.big(10), exponent: -2) + [
            .int("r1", value: try view.little(13).resistance), .int("r2", value: try view.little(15).resistance),
            FamilyTime.field(FamilyTime.since2000(try view.little(6, width: 4))),
        ]
    }

    private static func kilograms(_ raw: Int, exponent: Int8) -> [DecodedField] {
        let weight = (exponent == -1 ? raw * 10 : raw).bodyWeight.map { _ in raw }
        return [.scaled("weight", value: weight, exponent: exponent), .text("unit", value: "kg")]
    }

    /// The advert, with or without the company identifier FFFF before it; it holds no impedance.
    private static func advert(_ given: ByteView) throws(CodecError) -> DriverFrame? {
        let view = given.advertised(0xFF, id: 0xFFFF)
        guard view.starts(0xAA, 0xBB) else { return nil }
        let status = try view.byte(15)
        let raw = try view.little(17)
        let isFitindex = view.rest(19).starts(with: [0x51, 0x0E, 0x03])
        let isSettled = status & 0x20 != 0 || isFitindex && status == 0x15
        // An idle scale sends bit 0 and no weight.
        return DriverFrame(
            "advert",
            fields: [.bool("stable", value: isSettled && raw >= 500)] + kilograms(raw, exponent: -2)
        )
    }
}

extension QNFamily {
    /// Renpho's 55AA frames: `55 AA cmd length data sum`.
    private static func renpho(_ view: ByteView) throws(CodecError) -> DriverFrame {
        let command = try view.byte(2)
        let size = try view.big(3)
        let data = ByteView(try view.slice(5, count: size))
        try Checksum.check(try view.byte(5 + size) == Int(Checksum.sum8(view.bytes.prefix(5 + size))))
        return DriverFrame(
            "renpho",
            fields: [.hex("command", value: command, bytes: 1)] + (try values(command, data: data))
        )
    }

    private static func values(_ command: Int, data: ByteView) throws(CodecError) -> [DecodedField] {
        switch command {
        case 0x21, 0x24:
            return [.bool("stable", value: command == 0x24)]
                + kilograms(try data.big(max(0, data.count - 2)), exponent: -2)
        case 0x14:
            // A weight of two bytes (CS20M) or four (26BB); a person's weight leaves the upper two 0.
            return [.bool("stable", value: try [0x01, 0x11].contains(data.byte(0)))]
                + kilograms(try data.big(3), exponent: -2)
                + [.int("r1", value: data.count >= 7 ? try data.big(5).resistance : nil)]
        case 0x15 where data.count >= 10:
            return kilograms(try data.big(0, width: 4), exponent: -2)
                + [.int("r1", value: try data.big(4).resistance), .int("secondsAgo", value: try data.big(6, width: 4))]
        case 0x15: return [.int("r1", value: try data.big(4).resistance)]
        case 0x25 where data.count >= 36: return try composition(data, at: 2)
        case 0x26 where data.count >= 40:
            return try composition(data, at: 6) + [.int("secondsAgo", value: try data.big(2, width: 4))]
        case 0x11: return [.bool("stopped", value: try data.byte(0) == 0)]
        default: return []
        }
    }

    /// The weight and what the scale computed for the person's profile; the resistances between are not shown.
    private static func composition(_ data: ByteView, at start: Int) throws(CodecError) -> [DecodedField] {
        kilograms(try data.big(start, width: 4), exponent: -2) + [
            .scaled("fat", value: try data.big(start + 26).share, exponent: -1),
            .scaled("bmi", value: try data.big(start + 28).unless(0, 0xFFFF), exponent: -1),
            .scaled("skeletalMuscle", value: try data.big(start + 30).share, exponent: -1),
            .int("visceralFat", value: try data.big(start + 32).unless(0, 0xFFFF)),
        ]
    }

    /// A long 55AA frame that comes in parts: each has a mark that counts from AD, a number, and how many follow.
    private struct Parts {
        let mark: Int
        let number: UInt8
        let left: Int
        let bytes: [UInt8]

        /// The frame with its next part; nil if it is none.
        init?(_ view: ByteView, after known: Parts?) {
            guard view.count > 3 else { return nil }
            mark = Int(view.bytes[0])
            number = view.bytes[1]
            left = Int(view.bytes[2])
            let content = view.rest(3)
            if mark == 0xAD, content.starts(with: [0x55, 0xAA]) {
                bytes = content
            } else if let known, mark == known.mark + 1, number == known.number, left == known.left - 1 {
                bytes = known.bytes + content
            } else {
                return nil
            }
        }
    }
}
