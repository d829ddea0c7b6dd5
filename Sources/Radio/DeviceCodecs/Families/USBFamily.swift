internal import VitalRecords

/// Meters on a cable: Contour's text, frames of OneTouch and Omron, and Accu-Chek's IEEE 11073-20601.
///
/// Source: tidepool-org/uploader, glucometers-tech, openobpm; facts §16.
enum USBFamily {
    /// Decodes a message of any of them.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var decoded: [DriverFrame] = []
        for frame in reports(frames) {
            let view = ByteView(frame)
            if let text = try astm(view) {
                decoded.append(text)
            } else if frame.count > 8, frame[0] == 2 {
                // Both begin with 2: LifeScan's start byte, with a fourth byte of 3 or 4, and the number of Omron's
                // report.
                let isOmron = frame[3] != 3 && frame[3] != 4 && Int(frame[1]) < frame.count
                decoded +=
                    try isOmron
                    ? OmronFamily.decode([frame], options: options) : OneTouchFamily.decode([frame], options: options)
            } else {
                decoded.append(try phdc(view))
            }
        }
        return decoded
    }

    /// Joins the reports of Contour's meters: three letters, a length, and that many bytes of a line.
    private static func reports(_ frames: [[UInt8]]) -> [[UInt8]] {
        var whole: [[UInt8]] = []
        var open: [UInt8] = []
        for frame in frames {
            guard frame.count > 4, frame.prefix(3).allSatisfy({ (0x41...0x5A).contains($0) }), frame[3] <= 60 else {
                whole.append(frame)
                continue
            }
            open += frame.dropFirst(4).prefix(Int(frame[3]))
            // A line ends with CR and LF.
            guard open.first != 0x02 || open.suffix(2) == [0x0D, 0x0A] else { continue }
            whole.append(open)
            open = []
        }
        return open.isEmpty ? whole : whole + [open]
    }

    /// Contour's ASTM line: start, number, text, end, checksum; drops a USB report's bytes before it.
    private static func astm(_ view: ByteView) throws(CodecError) -> DriverFrame? {
        guard let start = view.bytes.prefix(8).firstIndex(of: 2), view.count > start + 2 else { return nil }
        guard let end = view.bytes.lastIndex(where: { $0 == 0x03 || $0 == 0x17 }), end > start + 1 else { return nil }
        let body = view.bytes[(start + 1)...end]
        guard body.dropLast().allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0D }) else { return nil }
        let digits = try view.slice(end + 1, count: 2).map { Character(Unicode.Scalar($0)) }
        try Checksum.check(UInt8(String(digits), radix: 16) == Checksum.sum8(body))
        let text = body.dropFirst().dropLast().filter { $0 != 0x0D }.map { Character(Unicode.Scalar($0)) }
        let parts = String(text).split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        return DriverFrame("text", fields: fields(parts))
    }

    private static func fields(_ parts: [String]) -> [DecodedField] {
        func part(_ index: Int) -> String? {
            parts.indices.contains(index) && !parts[index].isEmpty ? parts[index] : nil
        }
        let type = part(0)
        guard type == "R" else {
            let parts = parts.dropFirst().map { DecodedValue.text($0) }
            return [.text("type", value: type), DecodedField("parts", value: .list(parts))]
        }
        let flags = part(6) ?? ""
        let unit = part(4)?.split(separator: "^").first.map(String.init)
        let value = part(3).flatMap { DecimalNumber($0) }
        let name = part(2)?.split(separator: "^").last.map(String.init)
        return [
            .text("type", value: type), .int("record", value: part(1).flatMap { Int($0) }), .text("name", value: name),
            DecodedField("value", value: value.map { .number($0) } ?? .null), .text("unit", value: unit),
            .text("time", value: part(8)), .bool("control", value: flags.contains("C")),
            .bool("hi", value: flags.contains(">")),
            .bool("lo", value: flags.contains("<")),
        ]
    }

    /// Accu-Chek: a message of 20601, or one record of 12 bytes.
    private static func phdc(_ view: ByteView) throws(CodecError) -> DriverFrame {
        if view.count == 12, try view.byte(0) == 0x20 { return DriverFrame("record", fields: try record(view)) }
        let (apdu, length) = (try view.big(0), try view.big(2))
        guard [0xE200, 0xE300, 0xE400, 0xE500, 0xE600, 0xE700].contains(apdu) else {
            throw DriverFamily.unknownFrame("usb")
        }
        let head: [DecodedField] = [.hex("apdu", value: apdu, bytes: 2), .int("length", value: length)]
        _ = try view.slice(4, count: length)
        switch apdu {
        case 0xE200: return DriverFrame("association", fields: head + [.int("protocol", value: try view.big(12))])
        case 0xE300:
            return DriverFrame(
                "association",
                fields: head + [.int("result", value: try view.big(4)), .int("protocol", value: try view.big(6))]
            )
        case 0xE400, 0xE500: return DriverFrame("release", fields: head + [.int("reason", value: try view.big(4))])
        case 0xE700:
            return DriverFrame(
                "data",
                fields: head + [
                    .int("invoke", value: try view.big(6)), .hex("choice", value: try view.big(8), bytes: 2),
                ]
            )
        default: return DriverFrame("abort", fields: head)
        }
    }

    /// Digits of a time, two unknown bytes, a medical float in mg/dL, a status.
    private static func record(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        func digits(_ offset: Int) throws(CodecError) -> Int {
            let byte = try view.byte(offset)
            return byte >> 4 * 10 + byte & 0x0F
        }
        let time = FamilyTime.minute(
            try digits(0) * 100 + digits(1),
            month: try digits(2),
            day: try digits(3),
            hour: try digits(4),
            minute: try digits(5)
        )
        let isTime = view.bytes.prefix(6).allSatisfy { $0 >> 4 < 10 && $0 & 0x0F < 10 }
        let value = MedicalFloat(sfloat: UInt16(try view.big(8)))
        let number = value.positive.flatMap { $0 <= DecimalNumber(2_000) ? $0 : nil }
        return [
            DecodedField("mgdl", value: number.map { .number($0) } ?? .null),
            .bool("hi", value: value == .positiveInfinity), .bool("lo", value: value == .negativeInfinity),
            FamilyTime.field(isTime ? time : nil),
            .int("status", value: try view.big(10)),
        ]
    }
}
