internal import VitalRecords

/// The content of an Omron cuff's or scale's memory: records, their index, and the clock.
///
/// Source: eigger/hass-omron, userx14/omblepy, openScale OmronLibTest; facts §1.
enum OmronMemory {
    /// A cuff's record of 14, 16 or 24 bytes; `model` decides if the bytes are ambiguous.
    static func record(_ view: ByteView, options: DriverOptions) throws(CodecError) -> [DecodedField] {
        guard !isEmpty(view) else { return [.bool("empty", value: true)] }
        if options.isModel("6401T", "6410T") { return try watch(view) }
        if options.isModel("HN-300T2") { return try weighing(view) }
        guard view.count == 14 else { return try words(view) }
        let sum = Checksum.sum8(view.bytes.prefix(12))
        if let layout = OmronCuffModel.of(options.model)?.layout {
            return try layout == .words ? words(view) : bits(view, sum: sum, options: options)
        }
        if view.bytes[12] == sum, view.bytes[13] == ~sum || view.bytes[13] == 0 { return try words(view) }
        if view.bytes[13] == sum { return try bits(view, sum: sum, options: options) }
        // A damaged record: use the layout that gives a valid date.
        let date = try date(view.byte(3), day: view.little(4), clock: view.little(6))
        return date == nil ? try bits(view, sum: sum, options: options) : try words(view)
    }

    /// Whether nothing was written into the place.
    private static func isEmpty(_ view: ByteView) -> Bool {
        view.bytes.allSatisfy { $0 == 0 } || view.bytes.allSatisfy { $0 == 0xFF }
    }

    private static func date(_ year: Int, day: Int, clock: Int) -> String? {
        FamilyTime.text(
            2000 + year & 0x3F,
            month: day >> 10 & 0x0F,
            day: day >> 5 & 0x1F,
            hour: day & 0x1F,
            minute: clock >> 6 & 0x3F,
            second: min(59, clock & 0x3F)
        )
    }

    /// Bytes, then two little-endian words (L14, L16, H24).
    private static func words(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        guard try view.byte(0) <= 0xE1 else { return [.bool("empty", value: true)] }
        let (day, clock) = (try view.little(4), try view.little(6))
        var fields: [DecodedField] = [
            .int("systolic", value: try view.byte(0) + 25), .int("diastolic", value: try view.byte(1).unless(0)),
            .int("pulse", value: try view.byte(2).unless(0)),
        ]
        fields += [FamilyTime.field(date(try view.byte(3), day: day, clock: clock))] + quality(day, clock: clock)
        fields.append(.int("sequence", value: try view.little(10)))
        switch view.count {
        case 14: fields.append(.bool("checksumOK", value: Checksum.sum8(view.bytes.prefix(12)) == view.bytes[12]))
        case 16:
            if try view.byte(13) != 0 {
                fields.append(.int("user", value: try view.byte(13) == 0xFF ? 2 : view.byte(13)))
            }
            fields.append(.bool("checksumOK", value: Checksum.sum8(view.bytes.prefix(14)) == view.bytes[14]))
        default: fields.append(.bool("error", value: try view.byte(17) != 0))
        }
        return fields
    }

    /// Packed bits, big-endian (B14).
    private static func bits(
        _ view: ByteView,
        sum: UInt8,
        options: DriverOptions
    ) throws(CodecError) -> [DecodedField] {
        let (day, clock) = (try view.big(4), try view.big(6))
        var fields: [DecodedField] = [
            .int("systolic", value: try view.byte(1) + 25), .int("diastolic", value: try view.byte(0).unless(0)),
            .int("pulse", value: try view.byte(3).unless(0)),
        ]
        fields += [FamilyTime.field(date(try view.byte(2), day: day, clock: clock))] + quality(day, clock: clock)
        // Models that number their records set a bit above the year.
        let isNumbered = try view.byte(2) & 0xC0 != 0 || options.isModel("6232T", "6233T", "7530T", "6161T")
        if isNumbered, view.bytes[12] == ~sum { fields.append(.int("sequence", value: try view.big(10))) }
        return fields + [.bool("checksumOK", value: view.bytes[13] == sum)]
    }

    /// Fields that both layouts pack alike; one project swaps the first two for one model.
    private static func quality(_ day: Int, clock: Int) -> [DecodedField] {
        [
            .flag("irregular", value: day >> 14 & 1 == 1), .flag("movement", value: day >> 15 & 1 == 1),
            .flag("cuffOK", value: clock >> 12 & 1 == 1), .int("truRead", value: clock >> 14 & 3),
        ]
    }

    /// 64xx watches: one byte each.
    private static func watch(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let time = FamilyTime.text(
            2000 + (try view.byte(0) & 0x3F),
            month: try view.byte(1),
            day: try view.byte(2),
            hour: try view.byte(3),
            minute: try view.byte(4),
            second: min(59, try view.byte(5))
        )
        return [
            .int("systolic", value: try view.byte(6) + 25), .int("diastolic", value: try view.byte(7).unless(0)),
            .int("pulse", value: try view.byte(8).unless(0)), FamilyTime.field(time),
            .int("flags", value: try view.byte(11)),
        ]
    }

    /// A record of 16 bytes of the scale HN-300T2, which has no user.
    private static func weighing(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let sum = Checksum.sum8(view.bytes.prefix(14))
        return [
            .scaled("weight", value: (try view.big(0) * 5).bodyWeight, exponent: -2), .text("unit", value: "kg"),
            FamilyTime.field(try time(view, at: 2)), .int("sequence", value: try view.big(9)),
            .bool("checksumOK", value: try view.byte(14) == Int(sum)),
        ]
    }

    /// A scale's record of 32 or 48 bytes; 0 means not measured.
    static func scale(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        guard !isEmpty(view) else { return [.bool("empty", value: true)] }
        let time = FamilyTime.text(
            2000 + (try view.byte(7) & 0x3F),
            month: try view.byte(11) & 0x0F,
            day: try view.byte(12) >> 3,
            hour: try view.big(12) >> 6 & 0x1F,
            minute: try view.byte(9) & 0x3F,
            second: min(59, try view.byte(13) & 0x3F)
        )
        let visceral = (try view.byte(3) & 0x3F).unless(0)
        return [
            .scaled("weight", value: (try view.big(26) >> 4).unless(0).map { $0 * 5 }, exponent: -2),
            .scaled("bodyFat", value: (try view.big(2) >> 6).share, exponent: -1),
            .scaled("visceralFat", value: visceral.map { view.count == 48 ? $0 * 5 : $0 * 10 }, exponent: -1),
            .int("bmr", value: (try view.big(4) >> 4).unless(0)),
            .scaled("skeletalMuscle", value: (try view.big(6) >> 6).share, exponent: -1),
            .scaled("bmi", value: (try view.big(8) >> 6).unless(0), exponent: -1),
            .int("bodyAge", value: (try view.byte(10) & 0x7F).unless(0)), FamilyTime.field(time),
        ]
    }
}

extension OmronMemory {
    /// Whether the model is a scale, whose records have a layout that no cuff has.
    static func isScale(_ options: DriverOptions) -> Bool { options.isModel("HBF", "KRD", "BCM", "VIVA") }

    /// The block before the records: each user's newest place and number of unread records.
    static func index(_ view: ByteView, options: DriverOptions) throws(CodecError) -> [DecodedField] {
        if isScale(options) { return try scaleIndex(view) }
        let profile = OmronProfile.of(options.model)
        // Little-endian words have their flags in the second byte.
        let head = try view.slice(0, count: 8)
        let looksBig = stride(from: 0, to: 8, by: 2).allSatisfy { head[$0] & 0x3F == 0 || head[$0] == 0xFF }
        let isBig = OmronCuffModel.of(options.model).map { $0.layout != .words } ?? looksBig
        let isWide = options.isModel("MW3", "ESL1")
        var fields: [DecodedField] = []
        for user in 0..<(profile?.users ?? 2) {
            let cursor = try word(view, at: isWide ? user * 8 : user * 2, isBig: isBig)
            let unread = try word(view, at: isWide ? user * 8 + 4 : 4 + user * 2, isBig: isBig)
            let next = cursor & (profile?.mask ?? 0xFF)
            let isNone = cursor == 0x8000 || cursor == 0xFFFF
            let slot = isNone ? nil : next == 0 ? profile.map { $0.records - 1 } : next - 1
            let waiting = unread.unless(0x8000, 0xFFFF).map { $0 & (profile?.mask ?? 0xFF) }
            fields.append(
                .object("user\(user + 1)", value: [.int("slot", value: slot), .int("unread", value: waiting)])
            )
        }
        return fields
    }

    private static func word(_ view: ByteView, at offset: Int, isBig: Bool) throws(CodecError) -> Int {
        isBig ? try view.big(offset) : try view.little(offset)
    }

    private static func scaleIndex(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        var fields: [DecodedField] = []
        for user in 0..<4 {
            let next = try view.byte(user) & 0x3F
            fields.append(
                .object(
                    "user\(user + 1)",
                    value: [
                        .int("slot", value: next == 0 ? 29 : next - 1),
                        .int("unread", value: try view.byte(4 + user) & 0x3F),
                    ]
                )
            )
        }
        return fields
    }

    /// The clock's section of 10 or 16 bytes: local time; nil if the bytes are not a clock's.
    static func clock(_ view: ByteView) throws(CodecError) -> [DecodedField]? {
        if view.count == 10 {
            let (shuffled, plain) = (try shuffledTime(view, at: 2), try time(view, at: 2))
            guard let time = shuffled ?? plain else { return nil }
            return [
                .text("clock", value: time),
                .bool("checksumOK", value: Checksum.sum8(view.bytes.prefix(8)) == view.bytes[9]),
            ]
        }
        let sum = Checksum.sum8(view.bytes.prefix(14))
        let isShuffled = try view.slice(14, count: 2) == [~sum, sum]
        guard let time = try isShuffled ? shuffledTime(view, at: 8) : time(view, at: 8) else { return nil }
        return [.text("clock", value: time), .bool("checksumOK", value: isShuffled || sum == view.bytes[14])]
    }

    private static func shuffledTime(_ view: ByteView, at offset: Int) throws(CodecError) -> String? {
        FamilyTime.text(
            2000 + (try view.byte(offset + 1)),
            month: try view.byte(offset),
            day: try view.byte(offset + 3),
            hour: try view.byte(offset + 2),
            minute: try view.byte(offset + 5),
            second: try view.byte(offset + 4)
        )
    }

    private static func time(_ view: ByteView, at offset: Int) throws(CodecError) -> String? {
        FamilyTime.text(
            2000 + (try view.byte(offset)),
            month: try view.byte(offset + 1),
            day: try view.byte(offset + 2),
            hour: try view.byte(offset + 3),
            minute: try view.byte(offset + 4),
            second: try view.byte(offset + 5)
        )
    }
}

/// How many records a model keeps, as far as decoding its index needs it (facts §1.4).
struct OmronProfile {
    /// Users that the index names.
    let users: Int
    /// Places of each user.
    let records: Int
    /// The bits of a cursor that hold a place.
    var mask = 0xFF

    /// The profile of a model, found by part of its name; nil for an unlisted model.
    static func of(_ model: String?) -> OmronProfile? {
        if let cuff = OmronCuffModel.of(model) {
            return OmronProfile(users: cuff.starts.count, records: cuff.records)
        }
        guard let model = model?.uppercased() else { return nil }
        return others.first { row in row.0.contains { model.contains($0) } }?.1
    }

    /// Models that are decoded and that no driver reads: their layouts or addresses are not sure.
    private static let others: [([String], OmronProfile)] = [
        (["7320T", "8725T"], OmronProfile(users: 2, records: 60)),
        (["9601T"], OmronProfile(users: 1, records: 350, mask: 0x3FFF)),
        (["9700T"], OmronProfile(users: 1, records: 1_000, mask: 0x3FFF)),
        (["6401T", "6410T"], OmronProfile(users: 1, records: 100, mask: 0x3FFF)),
    ]
}
