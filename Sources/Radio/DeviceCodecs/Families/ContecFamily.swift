/// Contec CMS50 over Bluetooth: live values, stored values, and their three packings.
///
/// Source: an OSCAR fork's contecbleprotocoltests.cpp, nringelstein/CMS50D-BT; facts §9.1.
enum ContecFamily {
    /// Decodes a stream of frames, received in pieces of any length.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        if frames[0].starts(with: [0xAA, 0x55]) || frames[0].starts(with: [0x55, 0xAA]) {
            return try DriverFamily.each(ChoiceMMedFamily.decode)(frames, options)
        }
        if frames[0].count == 30, frames[0][0] < 0x80 {
            return try DriverFamily.each(payload)(frames, options)
        }
        let all = ByteView(frames.flatMap { $0 })
        var offset = 0
        var decoded: [DriverFrame] = []
        var codes: [[Int]] = []
        var code = ContecCode()
        while offset < all.count {
            // No frame is longer.
            let bytes = all.window(offset, count: 512)
            // Bytes without bit 7 belong to a frame that began before.
            let stray = bytes.bytes.prefix { $0 < 0x80 }
            guard stray.isEmpty else {
                decoded.append(.skipped(stray))
                offset += stray.count
                continue
            }
            guard let length = try length(of: bytes, isFirst: decoded.isEmpty && codes.isEmpty) else {
                decoded.append(.skipped(all.rest(offset)))
                break
            }
            let frame = ByteView(try bytes.slice(0, count: length))
            offset += length
            guard frame.starts(0xED, 0x04) else {
                decoded.append(try one(frame, options: options))
                continue
            }
            try Checksum.check(ContecFrame.isSumRight(frame))
            codes.append(code.samples(try ContecFrame.original(frame)))
        }
        if !codes.isEmpty { decoded.append(DriverFrame("samples", fields: named(codes))) }
        guard decoded.contains(where: { $0.kind != "skipped" }) else { throw DriverFamily.unknownFrame("contec") }
        return decoded
    }

    /// The next frame's length; nil for the beginning of one after whole frames, because the rest has not arrived.
    private static func length(of bytes: ByteView, isFirst: Bool) throws(CodecError) -> Int? {
        do throws(CodecError) {
            let length = try ContecFrame.length(of: bytes) ?? bytes.count
            return isFirst || length <= bytes.count ? length : nil
        } catch {
            guard !isFirst else { throw error }
            return nil
        }
    }

    private static func named(_ packets: [[Int]]) -> [DecodedField] {
        let names = ["first", "second", "third", "fourth"]
        return packets.enumerated().map { index, samples in
            .list(index < names.count ? names[index] : "packet\(index + 1)", value: samples)
        }
    }

    /// A packet's payload, unpacked in either way, as the manufacturer's tests do.
    private static func payload(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        DriverFrame(
            "samples",
            fields: [
                .list("original", value: try ContecFrame.original(view).map { Int($0) }),
                .list("difference", value: try ContecFrame.difference(view, version: options.protocolVersion ?? 0)),
            ]
        )
    }

    private static func one(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        let header = try view.byte(0)
        // These two have no checksum, or a zero instead.
        if header != 0xF2, header != 0xFE || view.bytes.last != 0 { try Checksum.check(ContecFrame.isSumRight(view)) }
        // A host's request is shown only with its checksum, because it holds no values.
        guard header >= 0xC0 else {
            return DriverFrame("request", fields: [.int("checksum", value: Int(view.bytes.last ?? 0))])
        }
        return DriverFrame(try kind(view), fields: try fields(view, header: header, options: options))
    }

    private static func kind(_ view: ByteView) throws(CodecError) -> String {
        switch try view.byte(0) {
        case 0xEB: try view.byte(1) == 1 ? "measurement" : "wave"
        case 0xF2: "info"
        case 0xE0: try view.byte(1) & 7 == 6 ? "records" : "reply"
        case 0xEC: "record"
        case 0xED: "samples"
        case 0xEF: "storage"
        case 0xFE: "formats"
        default: "reply"
        }
    }

    private static func fields(
        _ view: ByteView,
        header: Int,
        options: DriverOptions
    ) throws(CodecError) -> [DecodedField] {
        switch (header, try view.byte(1)) {
        case (0xEB, 0x01):
            return try live(view, mask: (options.protocolVersion ?? 0) > 13 ? 0x56 : 0)
        case (0xF2, _):
            let firmware = "\(try view.byte(3)).\(try view.byte(2)).\(try view.byte(1))"
            return [.text("firmware", value: firmware), .int("protocol", value: try view.byte(6) & 0x7F)]
        case (0xE0, let kind) where kind & 7 == 6:
            return [.int("records", value: try ContecFrame.number(view, at: 2, count: 2))]
        case (0xEF, _):
            return [.bool("data", value: try view.bit(0, at: 2)), .bool("records", value: try view.bit(6, at: 3))]
        case (0xFE, 0x06):
            let word = try view.byte(2)
            return [
                .int("formats", value: word), .bool("difference", value: word & 1 != 0),
                .bool("original", value: word & 2 != 0),
                .bool("code", value: word & 4 != 0),
            ]
        case (0xEC, let flags):
            let time = FamilyTime.text(
                2000 + (try view.byte(4)),
                month: try view.byte(5),
                day: try view.byte(6),
                hour: try view.byte(7),
                minute: try view.byte(8),
                second: try view.byte(9)
            )
            return [
                .bool("last", value: flags & 0x40 != 0), .bool("pi", value: flags & 0x0F != 0),
                .int("user", value: try view.byte(2)),
                .int("record", value: try view.byte(3)), FamilyTime.field(time),
                .int("samples", value: try ContecFrame.number(view, at: 10, count: 4)),
            ]
        case (0xED, 0x01), (0xED, 0x03): return try samples(view, version: options.protocolVersion ?? 0)
        case (0xED, 0x7F): return [.bool("refused", value: true)]
        case (0xF1, _):
            return [.text("id", value: String(decoding: try view.slice(1, count: 8), as: UTF8.self))]
        default: return []
        }
    }

    /// A value of the live stream; newer versions of the protocol scramble it with a mask.
    ///
    /// A captured frame has values without the mark of a finger, so that the mark does not hide them.
    private static func live(_ view: ByteView, mask: Int) throws(CodecError) -> [DecodedField] {
        let saturation = (try view.byte(4) ^ mask).saturation
        // Seven bits cannot hold the mark 255: without a saturation, 127 is one.
        let pulse = (try view.byte(3) ^ mask).unless(0, 255, saturation == nil ? 127 : 255)
        return [
            .int("pulse", value: pulse), .int("spo2", value: saturation),
            .bool("finger", value: try view.byte(2) & 2 != 0),
        ]
    }

    private static func samples(_ view: ByteView, version: Int) throws(CodecError) -> [DecodedField] {
        let isWhole = try view.byte(1) == 0x03
        let samples =
            try isWhole
            ? ContecFrame.original(view).map { Int($0) } : ContecFrame.difference(view, version: version)
        return [
            .int("channel", value: try view.byte(2)),
            .int("packet", value: try ContecFrame.number(view, at: isWhole ? 3 : 5, count: 2)),
            .list(isWhole ? "original" : "difference", value: samples),
        ]
    }
}

/// The frames' outer layout: a header byte of at least 0x80, bytes below 0x80, and a checksum.
enum ContecFrame {
    /// The length that the header implies; nil if it implies none.
    static func length(of view: ByteView) throws(CodecError) -> Int? {
        let header = try view.byte(0)
        if let length = fixed[header] { return length }
        switch header {
        case 0xE0: return try view.byte(1) & 7 == 6 ? 15 : 7
        case 0xEB:
            let type = try view.byte(1)
            return type == 0 ? 6 : type == 0x7F ? 3 : 8
        case 0xED:
            let type = try view.byte(1)
            return type == 1 ? 24 : type == 0x7F ? 7 : 30
        case 0xFE: return [9: 11, 7: 5, 6: 7][try view.byte(1)]
        case 0xF2:
            let first = try view.byte(8)
            guard first > 0 else { return 9 }
            return first + (try view.byte(9 + first)) + 11
        default: return nil
        }
    }

    private static let fixed: [Int: Int] = [
        0x83: 22, 0xCF: 10, 0xD0: 14, 0xD1: 4, 0xD2: 20, 0xD3: 20, 0xD7: 20, 0xE1: 11, 0xE2: 11, 0xE3: 9, 0xE4: 17,
        0xE5: 18, 0xE6: 17, 0xEA: 13, 0xEC: 21, 0xEF: 8, 0xF0: 2, 0xF1: 10, 0xF3: 3, 0xF4: 3, 0xF5: 3, 0xF6: 3,
        0xFA: 3, 0xFB: 3, 0xFF: 3,
    ]

    /// Whether the last byte is the 7-bit sum of the others.
    static func isSumRight(_ view: ByteView) -> Bool {
        view.count > 1 && Checksum.sum8(view.bytes.dropLast()) & 0x7F == view.bytes.last
    }

    /// A number with seven bits per byte, least significant first.
    static func number(_ view: ByteView, at offset: Int, count: Int) throws(CodecError) -> Int {
        try view.slice(offset, count: count).reversed().reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }

    /// 21 bytes, preceded by their high bits.
    static func original(_ view: ByteView) throws(CodecError) -> [UInt8] {
        var samples: [UInt8] = []
        for index in 0..<21 {
            let high = try view.bit(index % 7, at: 5 + index / 7)
            samples.append(UInt8(try view.byte(8 + index) & 0x7F) | (high ? 0x80 : 0))
        }
        return samples
    }

    /// A first value, then 26 steps of four bits; 255 means no value, and the steps after it count from 255.
    static func difference(_ view: ByteView, version: Int) throws(CodecError) -> [Int] {
        func whole(_ index: Int) throws(CodecError) -> Int {
            let high = try view.bit(index % 7, at: 7 + index / 7)
            return try view.byte(9 + index) & 0x7F | (high ? 0x80 : 0)
        }
        var value = try whole(0) ^ (version > 13 ? 0x56 : 0)
        var samples = [value]
        for index in 1...13 {
            let pair = try whole(index)
            for nibble in [pair >> 4, pair & 0x0F] {
                let step = nibble & 7
                value = step == 7 ? 255 : nibble & 8 == 0 ? value + step : value - step
                samples.append(value)
            }
        }
        return samples
    }
}

/// The third packing: a base, and each sample's distance below it; the base may straddle packets.
struct ContecCode {
    private var base: Int?
    private var waiting: Int?

    /// The samples of a packet's 21 bytes.
    mutating func samples(_ bytes: [UInt8]) -> [Int] {
        var samples: [Int] = []
        for byte in bytes.map({ Int($0) }) {
            if let high = waiting {
                base = high << 4 | byte & 0x0F
                waiting = nil
            } else if byte >> 4 == 0x0F {
                waiting = byte & 0x0F
            } else {
                // Without a base, which an earlier packet held, the samples are not known.
                samples.append(base.map { $0 - byte >> 4 } ?? 255)
                if byte & 0x0F != 0x0F { samples.append(base.map { $0 - byte & 0x0F } ?? 255) }
            }
        }
        return samples
    }
}

/// ChoiceMMed (iChoice) oximeters.
///
/// Source: three programs and the maker's library; facts §9.2.
enum ChoiceMMedFamily {
    /// Decodes one frame.
    static func decode(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        let size = try view.byte(2)
        let isRequest = view.starts(0xAA, 0x55)
        guard isRequest || view.starts(0x55, 0xAA) else { throw DriverFamily.unknownFrame("choicemmed") }
        let body = try view.slice(2, count: size)
        // The length counts itself and the values.
        try Checksum.check(try view.byte(2 + size) == Int(Checksum.sum8(body)))
        let command = try view.byte(3)
        if isRequest { return DriverFrame("request", fields: [.hex("command", value: command, bytes: 1)]) }
        if command == 0xB1 { return DriverFrame("password", fields: [.bool("password", value: try view.byte(4) == 0)]) }
        // Cuffs of the brand send longer frames, which no source explains for sure.
        guard size == 3 else {
            return DriverFrame("reply", fields: [.hex("data", value: Array(body.dropFirst()))])
        }
        return DriverFrame(
            "measurement",
            fields: [.int("spo2", value: command.saturation), .int("pulse", value: try view.byte(4).unless(0, 255))]
        )
    }
}
