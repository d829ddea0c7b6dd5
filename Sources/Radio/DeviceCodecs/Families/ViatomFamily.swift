/// Viatom, Wellue and Lepu: the ring's frames, the A5 frames of BP2 and O2Ring-S, and PC-60FW.
///
/// Source: MackeyStingray/o2r, viatom-develop/LepuBle, sza2/viatom_pc60fw; facts §4.
enum ViatomFamily {
    /// Decodes frames, received in pieces of any length; identifies a part without a frame by its length.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        let all = ByteView(frames.flatMap { $0 })
        if !frames.contains(where: { isStart(ByteView($0)) }) {
            // A night's file may come in several pieces.
            let isNight = frames[0].count >= 40 && frames[0].starts(with: [0x03, 0x00])
            do throws(CodecError) {
                return try DriverFamily.each(part)(isNight ? [all.bytes] : frames, options)
            } catch {
                guard stray(in: all) < all.count else { throw error }
            }
        }
        var offset = 0
        var decoded: [DriverFrame] = []
        var request: UInt8?
        while offset < all.count {
            // No frame is longer.
            let bytes = all.window(offset, count: 66_000)
            let stray = stray(in: bytes)
            guard stray == 0 else {
                decoded.append(.skipped(bytes.bytes.prefix(stray)))
                offset += stray
                continue
            }
            let hasFrame = decoded.contains { $0.kind != "skipped" }
            if hasFrame, try !isWhole(bytes) { return decoded + [.skipped(all.rest(offset))] }
            let (frame, length) = try framed(bytes, options: options, request: request)
            if bytes.starts(0xAA), isRing(bytes) { request = bytes.bytes[1] }
            decoded.append(frame)
            offset += length
        }
        guard decoded.contains(where: { $0.kind != "skipped" }) else { throw DriverFamily.unknownFrame("viatom") }
        return decoded
    }

    /// Whether a frame begins here: its two first bytes, or a command and its complement.
    private static func isStart(_ view: ByteView) -> Bool {
        guard view.count > 1, [0xAA, 0x55, 0xA5].contains(view.bytes[0]) else { return false }
        return view.starts(0xAA, 0x55) || view.starts(0xA5) || view.count > 2 && isRing(view)
    }

    /// How many bytes are before the next frame: a piece cut the one that they belong to.
    private static func stray(in view: ByteView) -> Int {
        let first = view.bytes[0]
        if [0xAA, 0x55, 0xA5].contains(first), view.count < 3 || view.starts(0xAA, 0x55) || isRing(view) { return 0 }
        let next = view.bytes.indices.dropFirst().first { index in
            let rest = ByteView(view.bytes[index...].prefix(3))
            let isHead = rest.count == 3 && [0xAA, 0x55, 0xA5].contains(rest.bytes[0])
            return rest.starts(0xAA, 0x55) || isHead && isRing(rest)
        }
        return next ?? (first == 0xA5 ? 0 : view.count)
    }

    /// Whether all bytes of the next frame are there.
    private static func isWhole(_ view: ByteView) throws(CodecError) -> Bool {
        let isClip = view.starts(0xAA, 0x55) && !(view.count > 2 && isRing(view))
        guard view.count >= (isClip ? 4 : 8) else { return false }
        return try view.count >= (isClip ? view.byte(3) + 4 : 8 + view.little(5))
    }

    private static func framed(
        _ view: ByteView,
        options: DriverOptions,
        request: UInt8?
    ) throws(CodecError) -> (DriverFrame, Int) {
        if view.starts(0xAA, 0x55), !(view.count >= 8 && isRing(view)) {
            let length = try view.byte(3) + 4
            let frame = try view.slice(0, count: length)
            try Checksum.check(Checksum.maxim(frame.dropLast()) == frame.last)
            return (try clip(ByteView(frame[2...].dropLast())), length)
        }
        guard try view.byte(1) == view.byte(2) ^ 0xFF else { throw DriverFamily.unknownFrame("viatom") }
        let length = 8 + (try view.little(5))
        let frame = try view.slice(0, count: length)
        try Checksum.check(Checksum.crc8(frame.dropLast()) == frame.last)
        let data = ByteView(frame[7...].dropLast())
        let decoded =
            view.starts(0xA5)
            ? try modern(view, data: data) : try ring(view, data: data, options: options, request: request)
        return (decoded, length)
    }

    private static func isRing(_ view: ByteView) -> Bool { view.bytes[1] == ~view.bytes[2] }

    /// `AA` is a request, `55` its answer, whose command only the request contains.
    private static func ring(
        _ view: ByteView,
        data: ByteView,
        options: DriverOptions,
        request: UInt8?
    ) throws(CodecError) -> DriverFrame {
        let head: [DecodedField] = [
            .hex(view.starts(0xAA) ? "command" : "status", value: try view.byte(1), bytes: 1),
            .hex("data", value: data.bytes),
        ]
        guard !view.starts(0xAA) else { return DriverFrame("request", fields: head) }
        let isWave = data.count >= 12 ? try data.little(10) + 12 == data.count : false
        guard data.count == 13 || isWave else {
            return DriverFrame("reply", fields: head + (try answer(data, to: request)))
        }
        let inner = try part(data, options: options)
        return DriverFrame(inner.kind, fields: head + inner.fields)
    }

    /// The size of a file that was opened, or the ring's description of itself.
    private static func answer(_ data: ByteView, to request: UInt8?) throws(CodecError) -> [DecodedField] {
        if request == 0x03, data.count == 4 { return [.int("size", value: try data.little(0, width: 4))] }
        return data.starts(0x7B) ? [.text("text", value: letters(data.bytes))] : []
    }

    private static func modern(_ view: ByteView, data: ByteView) throws(CodecError) -> DriverFrame {
        let isAnswer = try view.byte(3) != 0
        let command = try view.byte(1)
        let head: [DecodedField] = [.hex("command", value: command, bytes: 1), .hex("data", value: data.bytes)]
        guard isAnswer else { return DriverFrame("request", fields: head) }
        switch command {
        case 0xF1:
            var names: [DecodedValue] = []
            for index in 0..<(data.bytes.isEmpty ? 0 : try data.byte(0)) {
                names.append(.text(letters(try data.slice(1 + index * 16, count: 16))))
            }
            return DriverFrame("files", fields: head + [DecodedField("files", value: .list(names))])
        case 0xF2 where data.count == 4:
            return DriverFrame("file", fields: head + [.int("size", value: try data.little(0, width: 4))])
        case 0x08 where data.count >= 30 && data.bytes[9] == 1:
            return DriverFrame("result", fields: head + (try live(ByteView(data.rest(10)))))
        case 0x04 where data.count >= 14: return DriverFrame("live", fields: head + (try ringS(data)))
        default: return DriverFrame("reply", fields: head)
        }
    }

    private static func letters(_ bytes: [UInt8]) -> String {
        String(bytes.filter { (0x20..<0x7F).contains($0) }.map { Character(Unicode.Scalar($0)) })
    }

    private static func ringS(_ data: ByteView) throws(CodecError) -> [DecodedField] {
        [
            .int("spo2", value: try data.byte(6).saturation), .int("motion", value: try data.byte(7)),
            .int("pulse", value: try data.byte(8).unless(0, 255)), .int("battery", value: try data.byte(13)),
            .bool("fileOpen", value: try data.byte(5) == 3),
        ]
    }

    private static func live(_ data: ByteView) throws(CodecError) -> [DecodedField] {
        [
            .int("systolic", value: try data.little(3).pressure),
            .int("diastolic", value: try data.little(5).pressure),
            .int("mean", value: try data.little(7).pressure), .int("pulse", value: try data.little(9).upTo(300)),
            .int("diagnosis", value: try data.byte(12)),
        ]
    }
}

extension ViatomFamily {
    /// A part without its frame, identified by length and first bytes.
    fileprivate static func part(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        let isClip = options.isModel("PC-60", "POD-", "PF-10") || [0x0F, 0xF0].contains(view.bytes[0])
        if isClip, view.count < 13 { return try clip(view) }
        // A BP2 result has a version, a type and a time after 2000.
        if view.count >= 18 {
            let isLikely = try view.little(2, width: 4) > 946_684_800
            let isKind = view.bytes[0] <= 2 && [1, 2].contains(view.bytes[1])
            if options.isModel("BP2") || isLikely && isKind {
                return DriverFrame("result", fields: try result(view))
            }
        }
        if view.count >= 40, try view.little(0) == 3 { return try night(view) }
        if view.count >= 58, view.starts(0x01, 0x03) { return try nightS(view) }
        let state = view.count >= 12 ? try view.slice(3, count: 2) : [255, 255]
        if view.count == 13, try view.byte(7) <= 100, try view.byte(8) <= 3, try view.byte(11) <= 1 {
            return DriverFrame("sensors", fields: try sensors(view))
        }
        guard state[0] <= 100, state[1] <= 3, view.count == 12 + (try view.little(10)) else {
            throw DriverFamily.unknownFrame("viatom")
        }
        return DriverFrame("live", fields: try realtime(view))
    }

    private static func sensors(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        [
            .int("spo2", value: try view.byte(0).saturation), .int("pulse", value: try view.byte(1).unless(0, 255)),
            .int("battery", value: try view.byte(7)), .int("charging", value: try view.byte(8)),
            .int("motion", value: try view.byte(9)),
            .scaled("pi", value: try view.byte(10).unless(0, 255), exponent: -1),
            .bool("finger", value: try view.byte(11) == 1),
        ]
    }

    private static func realtime(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        [
            .int("spo2", value: try view.byte(0).saturation),
            .int("pulse", value: try view.little(1).unless(0xFF)?.upTo(300)),
            .int("battery", value: try view.byte(3)), .int("charging", value: try view.byte(4)),
            .scaled("pi", value: try view.byte(5).unless(0, 255), exponent: -1),
            .bool("finger", value: try view.byte(6) != 0),
        ]
    }

    /// PC-60FW: token, length, function, data.
    fileprivate static func clip(_ view: ByteView) throws(CodecError) -> DriverFrame {
        let (token, function) = (try view.byte(0), try view.byte(2))
        let head: [DecodedField] = [.hex("token", value: token, bytes: 1), .hex("function", value: function, bytes: 1)]
        switch (token, function) {
        case (0x0F, 0x01):
            let data = ByteView(view.rest(3))
            return DriverFrame(
                "measurement",
                fields: head + [
                    .int("spo2", value: try data.byte(0).saturation),
                    .int("pulse", value: try data.byte(1).unless(0, 255)),
                    .scaled("pi", value: try data.byte(3).unless(0, 255), exponent: -1),
                    .int("status", value: data.count > 5 ? try data.byte(5) : nil),
                ]
            )
        case (0x0F, 0x02): return DriverFrame("wave", fields: head)
        case (0xF0, 0x03): return DriverFrame("battery", fields: head + [.int("battery", value: try view.byte(3))])
        default: return DriverFrame("other", fields: head)
        }
    }

    /// A stored BP2 result; its time counts from 1970 in local time.
    private static func result(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let isPressure = try view.byte(1) == 1
        let head: [DecodedField] = [
            .text("type", value: isPressure ? "pressure" : "ECG"),
            FamilyTime.field(FamilyTime.unix(try view.little(2, width: 4))),
        ]
        guard isPressure else { return head }
        return head + [
            .int("status", value: try view.byte(10)), .int("systolic", value: try view.little(11).pressure),
            .int("diastolic", value: try view.little(13).pressure), .int("mean", value: try view.little(15).pressure),
            .int("pulse", value: try view.byte(17).unless(0, 255)),
            .int("diagnosis", value: view.count > 18 ? try view.byte(18) : nil),
        ]
    }

    /// One night recorded by the ring (file version 3): a header of 40 bytes, then records of five.
    private static func night(_ view: ByteView) throws(CodecError) -> DriverFrame {
        let time = FamilyTime.text(
            try view.little(2),
            month: try view.byte(4),
            day: try view.byte(5),
            hour: try view.byte(6),
            minute: try view.byte(7),
            second: try view.byte(8)
        )
        var (saturations, pulses): ([DecodedValue], [DecodedValue]) = ([], [])
        for start in stride(from: 40, to: view.count - 4, by: 5) {
            let isValid = try view.byte(start + 2) == 0
            let spo2 = isValid ? try view.byte(start).saturation : nil
            let pulse = isValid ? try view.byte(start + 1).unless(0, 255) : nil
            saturations.append(spo2.map { .integer($0) } ?? .null)
            pulses.append(pulse.map { .integer($0) } ?? .null)
        }
        return DriverFrame(
            "night",
            fields: [
                FamilyTime.field(time), .int("duration", value: try view.little(13)),
                DecodedField("spo2", value: .list(saturations)), DecodedField("pulse", value: .list(pulses)),
            ]
        )
    }
    /// A night of the O2Ring-S: 10 bytes, a triplet a second, and a trailer of 48 bytes that a whole file has.
    private static func nightS(_ view: ByteView) throws(CodecError) -> DriverFrame {
        let end = view.count - 48
        let isComplete = try view.slice(end + 4, count: 4) == [0x48, 0x12, 0x5A, 0xDA]
        var (saturations, pulses): ([DecodedValue], [DecodedValue]) = ([], [])
        for start in stride(from: 10, to: (isComplete ? end : view.count) - 2, by: 3) {
            let (spo2, pulse) = (try view.byte(start).saturation, try view.byte(start + 1).unless(0, 255))
            saturations.append(spo2.map { .integer($0) } ?? .null)
            pulses.append(pulse.map { .integer($0) } ?? .null)
        }
        let summary: [DecodedField] =
            isComplete
            ? [
                .int("duration", value: try view.little(end + 12)),
                .int("average", value: try view.byte(end + 34).saturation),
                .int("minimum", value: try view.byte(end + 35).saturation),
                .int("averagePulse", value: try view.byte(end + 47).unless(0, 255)),
            ] : []
        return DriverFrame(
            "night",
            fields: [.bool("complete", value: isComplete)] + summary + [
                DecodedField("spo2", value: .list(saturations)), DecodedField("pulse", value: .list(pulses)),
            ]
        )
    }
}
