/// LifeScan OneTouch meters, over Bluetooth and USB: frames, their pieces, clock, records and limits.
///
/// Source: Gadgetbridge OneTouchMessageTest, tidepool oneTouchVerioBLE, xDrip; facts §2.
enum OneTouchFamily {
    /// Decodes frames; joins consecutive pieces of 19 bytes.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var decoded: [DriverFrame] = []
        var index = 0
        while index < frames.count {
            var frame = frames[index]
            index += 1
            if let pieces = pieces(of: frame), !isWhole(frame.dropFirst()) {
                var number = 1
                while number < pieces, index < frames.count {
                    let isNext = Int(frames[index][0]) == 0x40 | number
                    // The receiver acknowledges a piece before the next one is sent.
                    guard isNext || isAcknowledge(frames[index]) else { break }
                    if isNext {
                        frame += frames[index].dropFirst()
                        number += 1
                    } else {
                        decoded.append(try one(ByteView(frames[index])))
                    }
                    index += 1
                }
            }
            decoded.append(try one(ByteView(frame)))
        }
        return decoded
    }

    private static func isAcknowledge(_ frame: [UInt8]) -> Bool {
        frame.count == 1 && [0x80, 0xC0].contains(frame[0] & 0xF0)
    }

    /// The number of a message's pieces, from its first byte; nil if that byte is not valid.
    private static func pieces(of frame: [UInt8]) -> Int? {
        guard frame.count > 1, (1...15).contains(frame[0]), frame[1] == 2 else { return nil }
        return Int(frame[0])
    }

    /// Whether the bytes are one frame: start, length, end and checksum; USB pads it.
    private static func isWhole(_ bytes: some Collection<UInt8>) -> Bool {
        let frame = Array(bytes.prefix(512))
        guard frame.count >= 8, frame[0] == 2 else { return false }
        let length = Int(frame[1]) | Int(frame[2]) << 8
        guard length >= 8, length <= frame.count, frame[length - 3] == 3 else { return false }
        let sum = VerioFrame.checksum(frame.prefix(length - 2))
        return sum == UInt16(frame[length - 2]) | UInt16(frame[length - 1]) << 8
    }

    private static func one(_ view: ByteView) throws(CodecError) -> DriverFrame {
        if isAcknowledge(view.bytes) {
            return DriverFrame("acknowledge", fields: [.int("left", value: Int(view.bytes[0] & 0x0F))])
        }
        let isPiece = pieces(of: view.bytes) != nil && !isWhole(view.bytes)
        let frame = isPiece ? ByteView(view.rest(1)) : view
        guard frame.starts(2) else {
            guard view.bytes[0] & 0xF0 == 0x40 else { throw DriverFamily.unknownFrame("onetouch") }
            throw CodecError(.invalid, message: "a later piece of a message: give its first piece before it")
        }
        let length = try frame.little(1)
        guard length >= 8 else { throw CodecError(.invalid, message: "the length is too short for a frame") }
        _ = try frame.slice(0, count: length)
        try Checksum.check(isWhole(frame.bytes))
        let head: [DecodedField] = isPiece ? [.int("chunks", value: try view.byte(0))] : []
        return try message(ByteView(try frame.slice(4, count: length - 7)), head: head)
    }

    private static func message(_ view: ByteView, head: [DecodedField]) throws(CodecError) -> DriverFrame {
        let head = head + [.hex("message", value: view.bytes)]
        switch (view.bytes.first, view.count) {
        case (0x06, 17): return DriverFrame("record", fields: head + (try record(view)))
        case (0x06, 5): return DriverFrame("reply", fields: head + (try number(view)))
        case (0x06, 3): return DriverFrame("reply", fields: head + [.int("count", value: try view.little(1))])
        case (0x06, 11) where text(view) == nil:
            return DriverFrame("record", fields: head + (try numbered(view)))
        case (0x06, _): return DriverFrame("reply", fields: head + [.text("text", value: text(view))])
        case (0x07, 1): return DriverFrame("reply", fields: head + [.text("error", value: "not authorised")])
        case (0x08, 1): return DriverFrame("reply", fields: head + [.text("error", value: "unknown command")])
        case (0x09, 1): return DriverFrame("reply", fields: head + [.text("error", value: "bad value")])
        case (0x0F, 1): return DriverFrame("reply", fields: head + [.text("error", value: "other")])
        case (0x20, 6) where try view.byte(1) == 1:
            return DriverFrame(
                "request",
                fields: head + [.text("sets", value: FamilyTime.since2000(try view.little(2, width: 4)))]
            )
        default: return DriverFrame("request", fields: head)
        }
    }

    /// A clock, a limit or a counter: a number of four bytes, whose meaning only the preceding request would tell.
    private static func number(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let value = try view.little(1, width: 4)
        // Limits and counters are smaller than a clock of this century.
        if value > 0xFFFFFF { return [FamilyTime.field(FamilyTime.since2000(value))] }
        return (20...600).contains(value) ? [.int("mgdl", value: value)] : [.int("value", value: value)]
    }

    /// The time of a record; nil for 0, because the meter's clock was never set.
    private static func time(_ seconds: Int) -> String? { seconds == 0 ? nil : FamilyTime.since2000(seconds) }

    private static func record(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let value = try view.little(10)
        let meal = try view.byte(12)
        return [
            .int("offset", value: try view.little(1)), .int("id", value: try view.little(4)),
            FamilyTime.field(time(try view.little(6, width: 4))),
            .int("mgdl", value: (20...600).contains(value) ? value : nil), .bool("hi", value: value > 600),
            .bool("lo", value: value < 20),
            .bool("control", value: try view.bit(0, at: 3)),
            .text("meal", value: meal == 1 ? "before" : meal == 2 ? "after" : nil),
        ]
    }

    /// The answer to a request by the record's number, which it does not repeat.
    private static func numbered(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        let value = try view.little(5)
        let meal = try view.byte(9)
        return [
            FamilyTime.field(time(try view.little(1, width: 4))),
            .int("mgdl", value: (20...600).contains(value) ? value : nil), .bool("hi", value: value > 600),
            .bool("lo", value: value < 20), .bool("control", value: try view.little(7) != 0),
            .text("meal", value: meal == 1 ? "before" : meal == 2 ? "after" : nil),
        ]
    }

    private static func text(_ view: ByteView) -> String? {
        let units = stride(from: 1, to: view.count - 1, by: 2).map {
            UInt16(view.bytes[$0]) | UInt16(view.bytes[$0 + 1]) << 8
        }
        let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        return text.allSatisfy { $0.isASCII && ("\u{20}"..."\u{7E}").contains($0) } && !text.isEmpty ? text : nil
    }
}
