internal import VitalRecords

/// The Generic Health Sensor service: observations by the codes of IEEE 11073-10101, in segments.
///
/// Source: philips-labs/BLE-GHS-Server-Simulator; facts §17.
enum GHSFamily {
    /// Joins segments to observations and decodes them.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var decoded: [DriverFrame] = []
        var body: [UInt8] = []
        var expected: UInt8?
        for frame in frames {
            let header = frame[0]
            if header & 1 != 0 {
                body = []
            } else if expected != header >> 2 {
                throw CodecError(.invalid, message: "a segment of the observation is missing")
            }
            body += frame.dropFirst()
            expected = (header >> 2 + 1) & 0x3F
            if header & 2 != 0 { decoded.append(try observation(ByteView(body))) }
        }
        guard !decoded.isEmpty else {
            throw CodecError(.truncated, message: "the observation's last segment is missing")
        }
        return decoded
    }

    private static func observation(_ view: ByteView) throws(CodecError) -> DriverFrame {
        let kind = try view.byte(0)
        // A stored observation is preceded by its number, which changes the length.
        let length = try view.little(1)
        if length != view.count, view.count > 7 {
            let inner = try observation(ByteView(view.rest(4)), kind: try view.byte(4))
            return DriverFrame("stored", fields: [.int("record", value: try view.little(0, width: 4))] + inner)
        }
        return DriverFrame("live", fields: try observation(view, kind: kind))
    }

    private static func observation(_ view: ByteView, kind: Int) throws(CodecError) -> [DecodedField] {
        let flags = try view.little(3)
        var offset = 5
        var fields: [DecodedField] = [.int("class", value: kind)]
        func has(_ bit: Int) -> Bool { flags >> bit & 1 == 1 }
        if has(0) {
            fields.append(.int("type", value: try view.little(offset, width: 4)))
            offset += 4
        }
        if has(1) {
            fields += try time(view, at: offset)
            offset += 9
        }
        if has(2) {
            fields.append(float("duration", word: try view.little(offset, width: 4)))
            offset += 4
        }
        if has(3) {
            fields.append(.int("status", value: try view.little(offset)))
            offset += 2
        }
        if has(4) {
            fields.append(.int("object", value: try view.little(offset, width: 4)))
            offset += 4
        }
        if has(5) {
            fields.append(.int("user", value: try view.byte(offset)))
            offset += 1
        }
        for bit in 6...8 where has(bit) { offset += 1 + 4 * (try view.byte(offset)) }
        guard !has(9) else { return fields }
        return fields + (try value(view, kind: kind, at: offset))
    }

    private static func value(_ view: ByteView, kind: Int, at offset: Int) throws(CodecError) -> [DecodedField] {
        switch kind {
        case 1: return try numeric(view, at: offset)
        case 2: return [.int("value", value: try view.little(offset, width: 4))]
        case 7:
            var parts: [[DecodedField]] = []
            var place = offset + 1
            for _ in 0..<(try view.byte(offset)) {
                let type = try view.little(place, width: 4)
                guard try view.byte(place + 4) == 1 else { break }
                parts.append([.int("type", value: type)] + (try numeric(view, at: place + 5)))
                place += 11
            }
            return [.list("parts", value: parts)]
        default: return []
        }
    }

    private static func numeric(_ view: ByteView, at offset: Int) throws(CodecError) -> [DecodedField] {
        [.int("unit", value: try view.little(offset)), float("value", word: try view.little(offset + 2, width: 4))]
    }

    /// A medical float; marks for a missing value become null.
    private static func float(_ name: String, word: Int) -> DecodedField {
        let number = MedicalFloat(float: UInt32(truncatingIfNeeded: word)).number
        return DecodedField(name, value: number.map { .number($0) } ?? .null)
    }

    /// Nine bytes: the format, the count since 2000, the clock's source, the zone in quarter hours.
    private static func time(_ view: ByteView, at offset: Int) throws(CodecError) -> [DecodedField] {
        let flags = try view.byte(offset)
        let ticks = try view.little(offset + 1, width: 6)
        let divisor = [1, 10, 1_000, 10_000][flags >> 2 & 3]
        let zone = Int(Int8(truncatingIfNeeded: try view.byte(offset + 8)))
        let isTicks = flags & 1 == 1
        return [
            FamilyTime.field(isTicks ? nil : FamilyTime.since2000(ticks / divisor)),
            .bool("utc", value: flags & 2 != 0),
            .int("offset15", value: flags & 0x10 != 0 ? zone : nil), .bool("clockChanged", value: flags & 0x20 == 0),
        ]
    }
}
