/// Omron cuffs and scales: packets over Bluetooth and USB, unlocking, adverts, and the content of the memory.
///
/// Source: eigger/hass-omron, userx14/omblepy, openobpm; facts §1.
enum OmronFamily {
    /// Decodes packets, parts of the memory and adverts; joins the pieces of a classic model's packet.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var decoded: [DriverFrame] = []
        for frame in joined(frames) { decoded.append(try one(ByteView(frame), options: options)) }
        return decoded
    }

    /// A classic model sends a packet in pieces of 16 bytes, one per channel.
    private static func joined(_ frames: [[UInt8]]) -> [[UInt8]] {
        var whole: [[UInt8]] = []
        var open: [UInt8] = []
        for frame in frames {
            let isStart =
                open.isEmpty && frame.count == 16 && frame.count < Int(frame[0])
                && commands.contains(Int(frame[1]) << 8 | Int(frame[2]))
            guard isStart || !open.isEmpty else {
                whole.append(frame)
                continue
            }
            open += frame
            guard open.count >= Int(open[0]) else { continue }
            whole.append(Array(open.prefix(Int(open[0]))))
            open = []
        }
        return open.isEmpty ? whole : whole + [open]
    }

    private static let commands: Set = [0x0000, 0x0100, 0x01C0, 0x0F00, 0x8000, 0x8100, 0x81C0, 0x8F00]

    private static func one(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        switch options.kind {
        case "index"?: return DriverFrame("index", fields: try OmronMemory.index(view, options: options))
        case "record"? where OmronMemory.isScale(options), "scale"?:
            return DriverFrame("scale", fields: try OmronMemory.scale(view))
        case "record"?: return DriverFrame("record", fields: try OmronMemory.record(view, options: options))
        case "clock"?:
            guard let clock = try OmronMemory.clock(view) else { throw DriverFamily.unknownFrame("omron") }
            return DriverFrame("clock", fields: clock)
        case "advert"?: return DriverFrame("advert", fields: try advert(view))
        default: break
        }
        if let packet = packet(in: view) { return try self.packet(packet, options: options) }
        // Length and command are those of a packet, so it is a damaged one.
        let looksWhole = view.count >= 8 && Int(view.bytes[0]) == view.count
        if looksWhole, try commands.contains(view.big(1)) { try Checksum.check(false) }
        if let unlock = try unlock(view) { return unlock }
        return try memory(view, options: options)
    }

    /// A whole packet, alone or after the first byte of a USB report.
    private static func packet(in view: ByteView) -> ByteView? {
        for start in [0, 1] where view.count >= start + 8 {
            let length = Int(view.bytes[start])
            guard start == 0 || view.bytes[0] == 2, length >= 8, length + start <= view.count else { continue }
            // A report over USB is padded, and so may be the pieces of sixteen bytes of a classic model.
            let isPiece = view.count.isMultiple(of: 16) && view.count - length < 16
            guard start == 1 || length == view.count || isPiece else { continue }
            let packet = ByteView(view.bytes[start..<(start + length)])
            let command = Int(packet.bytes[1]) << 8 | Int(packet.bytes[2])
            if Checksum.xor(packet.bytes) == 0, commands.contains(command) { return packet }
        }
        return nil
    }

    private static func packet(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        let (command, address, count) = (try view.big(1), try view.big(3), try view.byte(5))
        let head: [DecodedField] = [
            .hex("command", value: command, bytes: 2), .hex("address", value: address, bytes: 2),
            .int("count", value: count),
        ]
        switch command {
        case 0x8100:
            // Bytes that the device did not fill are FF.
            let given = Array(view.bytes.dropFirst(6).dropLast(2).prefix(count))
            let data = ByteView(given + [UInt8](repeating: 0xFF, count: count - given.count))
            let raw: [DecodedField] = [.hex("data", value: data.bytes)]
            return DriverFrame("reply", fields: head + raw + (try contents(data, at: address, options: options)))
        case 0x8F00: return DriverFrame("reply", fields: head + [.bool("failed", value: try view.byte(6) != 0)])
        case 0x8000, 0x81C0: return DriverFrame("reply", fields: head)
        default: return DriverFrame("request", fields: head)
        }
    }

    /// Where settings begin, by model; data from any other address are records.
    private static let settings: Set = [0x0260, 0x0010, 0x0356, 0x0100, 0x0170, 0x0F74, 0x01A0]

    private static func contents(
        _ data: ByteView,
        at address: Int,
        options: DriverOptions
    ) throws(CodecError) -> [DecodedField] {
        if settings.contains(address), data.count >= 8 {
            let index = try OmronMemory.index(data, options: options)
            // The clock is in the same block: 10 bytes in the oldest models, 16 in all others.
            let place = data.count == 0x26 ? (0x14, 10) : (0x2C, 16)
            guard data.count >= place.0 + place.1 else { return index }
            let bytes = try data.slice(place.0, count: place.1)
            return index + (try OmronMemory.clock(ByteView(bytes)) ?? [])
        }
        let widths = OmronCuffModel.of(options.model).map { [$0.width] } ?? []
        let isWatch = options.isModel("9601T", "9700T")
        let width = (widths + (isWatch ? [24] : []) + [14, 16, 24]).first {
            data.count > 0 && data.count.isMultiple(of: $0)
        }
        guard let width else { return [] }
        var records: [[DecodedField]] = []
        for start in stride(from: 0, to: data.count, by: width) {
            let place = ByteView(try data.slice(start, count: width))
            records.append(try width > 24 ? OmronMemory.scale(place) : OmronMemory.record(place, options: options))
        }
        return records.count == 1 ? [.object("record", value: records[0])] : [.list("records", value: records)]
    }

    /// Unlocking; the output never contains its key.
    private static func unlock(_ view: ByteView) throws(CodecError) -> DriverFrame? {
        let opcode = try view.byte(0)
        // An answer of two bytes may come padded with zeros; an index block is never empty behind its first word.
        let isPadded = view.bytes.dropFirst(2).allSatisfy { $0 == 0 }
        switch (view.count, opcode) {
        case (2, 0xFF): return DriverFrame("unlock", fields: [.bool("rejected", value: true)])
        case (2, 0x80...0x82), (17..., 0x80...0x82), (6, 0x91), (17..., 0x91),
            (16, 0x80...0x82) where isPadded:
            guard view.count < 24 else { return nil }
            let status = try view.byte(1)
            return DriverFrame(
                "unlock",
                fields: [
                    .int("opcode", value: opcode), .int("status", value: status), .bool("accepted", value: status == 0),
                ]
            )
        case (17, 0...2), (20, 0x11): return DriverFrame("unlock", fields: [.int("opcode", value: opcode)])
        default: return nil
        }
    }

    /// Bytes outside a packet, identified by length, checksum and valid dates.
    private static func memory(_ view: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        if isAdvert(view) { return DriverFrame("advert", fields: try advert(view)) }
        switch view.count {
        case 10:
            if let clock = try OmronMemory.clock(view) { return DriverFrame("clock", fields: clock) }
        case 14: return DriverFrame("record", fields: try OmronMemory.record(view, options: options))
        case 16:
            // Both have the same checksum; a clock's section has no date where a record has one.
            let record = try OmronMemory.record(view, options: options)
            let isDated = record.contains { $0.name == "time" && $0.value != .null }
            if !isDated, let clock = try OmronMemory.clock(view), clock.contains(.bool("checksumOK", value: true)) {
                return DriverFrame("clock", fields: clock)
            }
            let isRecord =
                record.contains(.bool("checksumOK", value: true)) || record.contains(.bool("empty", value: true))
            if isRecord || options.isModel("6401T") { return DriverFrame("record", fields: record) }
        case 24 where options.isModel("9601T", "9700T"):
            return DriverFrame("record", fields: try OmronMemory.record(view, options: options))
        case 32 where options.isModel("6410T"):
            return DriverFrame("record", fields: try OmronMemory.record(view, options: options))
        case 32, 48: return DriverFrame("scale", fields: try OmronMemory.scale(view))
        default: break
        }
        guard [8, 16, 24, 28].contains(view.count) else { throw DriverFamily.unknownFrame("omron") }
        return DriverFrame("index", fields: try OmronMemory.index(view, options: options))
    }

    private static func isAdvert(_ view: ByteView) -> Bool {
        let body = withoutCompany(view)
        guard let format = body.bytes.first, body.count >= 3 else { return false }
        if body.count != view.count { return true }
        switch format {
        case 1, 2, 6: return body.count == 2 + 3 * (Int(body.bytes[1] & 3) + 1)
        case 3: return body.count == 3
        case 8, 9: return (9...15).contains(body.count) && body.count != 14 && body.count != 10
        default: return false
        }
    }

    private static func withoutCompany(_ view: ByteView) -> ByteView {
        view.advertised(0xFF, id: 0x020E)
    }

    /// A cuff's memory state, advertised before any connection.
    private static func advert(_ given: ByteView) throws(CodecError) -> [DecodedField] {
        let view = withoutCompany(given)
        let (format, flags) = (try view.byte(0), try view.byte(1))
        var fields: [DecodedField] = [
            .int("format", value: format), .bool("clockInvalid", value: flags & 4 != 0),
            .bool("pairing", value: flags & 8 != 0),
        ]
        if format == 3 { fields.append(.int("result", value: try view.byte(2))) }
        guard [1, 2, 6].contains(format) else { return fields }
        fields.append(.bool("waiting", value: flags & 0x40 != 0))
        var users: [[DecodedField]] = []
        for user in 0...(flags & 3) {
            let start = 2 + user * 3
            users.append([
                .int("sequence", value: try view.little(start)), .int("stored", value: try view.byte(start + 2)),
            ])
        }
        return fields + [.list("users", value: users)]
    }
}
