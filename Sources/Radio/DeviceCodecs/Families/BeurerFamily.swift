internal import VitalRecords

/// Scales of Beurer, Sanitas and Runtastic with the vendor service FFE0, and their additions to the standard.
///
/// Source: openScale issues, ble-scale-sync; facts §7.
enum BeurerFamily {
    /// Decodes frames in order; the parts of a result also yield the joined result.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var decoded: [DriverFrame] = []
        var halves: [Int: [UInt8]] = [:]
        for frame in frames {
            let view = ByteView(frame)
            decoded.append(try one(view))
            guard view.count > 4, view.bytes[1] == 0x59 || isStored(view.bytes[1]) else { continue }
            halves[try view.byte(3)] = view.rest(4)
            let part = try view.byte(3)
            // A stored result ends with an even part, a new one with the third.
            let isLast = isStored(view.bytes[1]) ? part.isMultiple(of: 2) : part == 3
            guard isLast, let first = halves[part - 1], let second = halves[part] else { continue }
            decoded.append(DriverFrame("measurement", fields: try result(ByteView(first + second))))
        }
        return decoded
    }

    private static func one(_ view: ByteView) throws(CodecError) -> DriverFrame {
        guard try isVendor(view) else { return try standard(view) }
        if try view.byte(0) & 0x0F != 7 { return try control(view) }
        switch try view.byte(1) {
        case 0xF1: return DriverFrame("acknowledge", fields: [.hex("acks", value: try view.slice(2, count: 3))])
        case 0x58:
            let raw = try view.big(3)
            return DriverFrame(
                "live",
                fields: [.bool("stable", value: try view.byte(2) == 0), weight(raw), .text("unit", value: "kg")]
            )
        case 0x42, 0x4C, 0x59: return DriverFrame("result", fields: try part(view))
        case 0xF0:
            let command = try view.byte(2)
            guard command == 0x33 else {
                return DriverFrame("reply", fields: [.hex("command", value: command, bytes: 1)])
            }
            return DriverFrame(
                "users",
                fields: [.int("count", value: try view.byte(4)), .int("maximum", value: try view.byte(5))]
            )
        case 0x34 where view.count >= 16:
            let name = try view.slice(12, count: 3).map {
                (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "?"
            }
            return DriverFrame(
                "user",
                fields: [
                    .hex("user", value: try view.slice(4, count: 8)), .text("name", value: String(name)),
                    .int("year", value: try view.byte(15) + 1900),
                ]
            )
        case let command: return DriverFrame("command", fields: [.hex("command", value: command, bytes: 1)])
        }
    }

    /// A composition's flags can begin like a vendor's frame, but its next bytes differ.
    private static func isVendor(_ view: ByteView) throws(CodecError) -> Bool {
        let first = try view.byte(0)
        guard first >> 4 >= 0xE else { return false }
        return [0x6, 0x7, 0x9, 0xA].contains(first & 0x0F) || view.count < 6
    }

    /// Start, clock and end: the low half of the first byte is 6, 9 or A.
    private static func control(_ view: ByteView) throws(CodecError) -> DriverFrame {
        switch try view.byte(0) & 0x0F {
        case 0x6: return DriverFrame("begin", fields: [])
        case 0x9:
            return DriverFrame("clock", fields: [.text("sets", value: FamilyTime.unix(try view.big(1, width: 4)))])
        case 0xA: return DriverFrame("end", fields: [])
        default: throw DriverFamily.unknownFrame("beurer")
        }
    }

    /// Whether a frame is a part of a stored weighing: of a user, or of a person whom the scale does not know.
    private static func isStored(_ command: UInt8) -> Bool { command == 0x42 || command == 0x4C }

    private static func part(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let number = try view.byte(3)
        let head: [DecodedField] = [.int("parts", value: try view.byte(2)), .int("part", value: number)]
        let data = ByteView(view.rest(4))
        let isSaved = isStored(view.bytes[1])
        if !isSaved, number == 1 {
            guard view.count >= 13 else { return head }
            return head + [.hex("user", value: try view.slice(5, count: 8))]
        }
        let isFirstHalf = isSaved ? number % 2 == 1 : number == 2
        return head + (isFirstHalf ? try firstHalf(data) : try secondHalf(data))
    }

    /// The first 11 bytes; the water percentage is split between both halves.
    private static func firstHalf(_ data: ByteView) throws(CodecError) -> [DecodedField] {
        [
            FamilyTime.field(FamilyTime.unix(try data.big(0, width: 4))), weight(try data.big(4)),
            .text("unit", value: "kg"), .int("impedance", value: try data.big(6).resistance),
            .scaled("fat", value: try data.big(8).share, exponent: -1),
        ]
    }

    /// The last 11 bytes; the scale of the bone mass is unknown.
    private static func secondHalf(_ data: ByteView) throws(CodecError) -> [DecodedField] {
        [
            .scaled("muscle", value: try data.big(1).share, exponent: -1),
            .int("bmr", value: try data.big(5).unless(0, 0xFFFF)),
            .int("amr", value: try data.big(7).unless(0, 0xFFFF)),
            .scaled("bmi", value: try data.big(9).unless(0, 0xFFFF), exponent: -1),
        ]
    }

    private static func result(_ data: ByteView) throws(CodecError) -> [DecodedField] {
        try firstHalf(data) + [.scaled("water", value: try data.big(10).share, exponent: -1)]
            + (try secondHalf(ByteView(data.rest(11))))
    }

    private static func weight(_ raw: Int) -> DecodedField {
        .scaled("weight", value: (raw * 5).bodyWeight, exponent: -2)
    }

    /// A weight in the standard's format, as the newer models send it.
    private static func standard(_ view: ByteView) throws(CodecError) -> DriverFrame {
        let first = try view.byte(0)
        // The answer to a consent, and the consent itself; the latter is shown without its code.
        if first == 0x20, view.count <= 5 {
            let values = (try view.byte(1), try view.byte(2))
            return DriverFrame(
                "consent",
                fields: [.int("request", value: values.0), .bool("accepted", value: values.1 == 1)]
            )
        }
        if first == 0x02, view.count == 4 {
            return DriverFrame("consent", fields: [.int("user", value: try view.byte(1))])
        }
        // The flags of a weight have four bits, those of a composition thirteen.
        let isWeight = first & 0xF0 == 0
        guard view.count == (try length(view, isWeight: isWeight)) else { throw DriverFamily.unknownFrame("beurer") }
        let fields = isWeight ? try WeightMeasurement(decoding: view.bytes).fields : try composition(view)
        return DriverFrame(
            isWeight ? "weight" : "body",
            fields: fields.map { $0.name == "user_id" ? DecodedField("user", value: $0.value) : $0 }
        )
    }

    /// The length that the flags of a weight or a composition announce.
    private static func length(_ view: ByteView, isWeight: Bool) throws(CodecError) -> Int {
        let flags = try isWeight ? view.byte(0) : view.little(0)
        let widths = isWeight ? [0, 7, 1, 4] : [0, 7, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2]
        return widths.enumerated().reduce(isWeight ? 3 : 4) { $0 + (flags >> $1.offset & 1) * $1.element }
    }

    /// A composition in the standard's format; percentages and impedance also by the names of the older models.
    private static func composition(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let names = ["body_fat_pct": "fat", "muscle_pct": "muscle", "impedance_ohm": "impedance"]
        let fields = try BodyComposition(decoding: view.bytes).fields
        let named = fields.compactMap { field in
            names[field.name].map { DecodedField($0, value: possible(field)) }
        }
        return fields + named
    }

    /// The value of a field; null for a share of more than the whole.
    private static func possible(_ field: DecodedField) -> DecodedValue {
        guard case .number(let number) = field.value, field.name.hasSuffix("_pct") else { return field.value }
        return number > 100 ? .null : field.value
    }
}
