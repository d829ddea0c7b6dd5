internal import VitalRecords

/// Xiaomi's scales and thermometers, by their adverts: v1 and v2 unencrypted, S200, S400 and S800 as encrypted MiBeacon.
///
/// Source: openScale S400DecryptorTest, XiaomiS200Lib and XiaomiS800Lib; xiaomi-ble; facts §5.
enum XiaomiFamily {
    /// The products of the S200.
    private static let s200: Set = [0x45C9, 0x4C04, 0x4DCB]
    /// The product of the S800.
    private static let s800 = 0x51E2

    /// Decodes adverts; two frequency bands of one weighing (equal times) also yield the whole measurement.
    static func decode(_ frames: [[UInt8]], options: DriverOptions) throws(CodecError) -> [DriverFrame] {
        var decoded: [DriverFrame] = []
        for frame in frames { decoded.append(try one(ByteView(frame), options: options)) }
        if let whole = joined(decoded) { decoded.append(whole) }
        return decoded
    }

    private static func one(_ given: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        let known = given.advertised(0x16, id: 0x181D, lengths: [10]).advertised(0x16, id: 0x181B, lengths: [13])
        let view = known.advertised(0x16, id: 0xFE95)
        // Only frames of unencrypted scales have these lengths; a MiBeacon with a weight is longer.
        if [10, 13].contains(view.count) {
            return DriverFrame("scale", fields: try XiaomiScale(decoding: view.bytes).fields)
        }
        let control = try view.little(0)
        // Frames of versions 2 to 5; other bytes are none.
        guard (2...5).contains(control >> 12) else { throw DriverFamily.unknownFrame("xiaomi") }
        let product = try view.little(2)
        let head: [DecodedField] = [
            .hex("product", value: product, bytes: 2), .int("counter", value: try view.byte(4)),
        ]
        var offset = 5
        var address: [UInt8]?
        if control & 0x10 != 0 {
            address = try view.slice(offset, count: 6)
            offset += 6
        }
        if control & 0x20 != 0 { offset += try view.byte(offset) & 0x20 != 0 ? 3 : 1 }
        guard control & 0x40 != 0 else {
            // A device that only says that it is there gives its address.
            guard address != nil else { throw DriverFamily.unknownFrame("xiaomi") }
            return DriverFrame("presence", fields: head)
        }
        let body = ByteView(view.rest(offset))
        let isClear = control & 0x08 == 0
        let content =
            isClear ? body : ByteView(try plain(body, header: view, address: address, options: options))
        return try object(content, product: product, head: head)
    }

    private static func plain(
        _ body: ByteView,
        header: ByteView,
        address: [UInt8]?,
        options: DriverOptions
    ) throws(CodecError) -> [UInt8] {
        let size = body.count - 7
        guard size > 0 else { throw CodecError(.truncated, message: "the frame ends before its tag") }
        let key = try options.unlocked()
        // Addresses are sent with their bytes reversed.
        let reversed = if let address { address } else { Array(try options.knownAddress().reversed()) }
        let counter = try body.slice(size, count: 3)
        return try AESCCM.open(
            try body.slice(0, count: size),
            tag: try body.slice(size + 3, count: 4),
            key: key,
            nonce: reversed + (try header.slice(2, count: 3)) + counter,
            authenticated: [0x11]
        )
    }

    private static func object(
        _ body: ByteView,
        product: Int,
        head: [DecodedField]
    ) throws(CodecError) -> DriverFrame {
        let value = ByteView(try body.slice(3, count: try body.byte(2)))
        switch try body.little(0) {
        case 0x6E16: return DriverFrame("scale", fields: head + (try s400(value)))
        // One number for two layouts; an unknown product's is neither.
        case 0x4E16 where product == s800:
            return DriverFrame("scale", fields: head + weight(try value.little(7)))
        case 0x4E16 where s200.contains(product):
            return DriverFrame(
                "scale",
                fields: head + [.int("user", value: try value.byte(0))] + weight(try value.little(1, width: 4)) + [
                    FamilyTime.field(FamilyTime.unix(try value.little(5, width: 4)))
                ]
            )
        // It is sent by the W505.
        case 0x000A:
            let temperature = try signed(value, offset: 0)
            return DriverFrame(
                "thermometer",
                fields: head + [.scaled("temperature", value: temperature.unless(0), exponent: -2)]
            )
        case 0x2000:
            let sensors = [try signed(value, offset: 0), try signed(value, offset: 2)]
            return DriverFrame(
                "thermometer",
                fields: head + [
                    .scaled("sensor1", value: sensors[0], exponent: -2),
                    .scaled("sensor2", value: sensors[1], exponent: -2),
                    .int("battery", value: try value.byte(4)),
                ]
            )
        default:
            let id = try body.little(0)
            return DriverFrame(
                "object",
                fields: head + [.hex("object", value: id, bytes: 2), .hex("data", value: value.bytes)]
            )
        }
    }

    private static func signed(_ view: ByteView, offset: Int) throws(CodecError) -> Int {
        Int(Int16(bitPattern: UInt16(truncatingIfNeeded: try view.little(offset))))
    }

    private static var kilograms: DecodedField { .text("unit", value: "kg") }

    /// A weight in hundredths of a kilogram.
    private static func weight(_ raw: Int) -> [DecodedField] {
        [.scaled("weight", value: raw.bodyWeight, exponent: -2), kilograms]
    }

    /// A profile, a word with weight, pulse and impedance, and Unix time; without a weight it is the low band.
    ///
    /// A field with all bits set is full: an S400 Pro fills that of the weight, which then says nothing.
    private static func s400(_ value: ByteView) throws(CodecError) -> [DecodedField] {
        let word = try value.little(1, width: 4)
        let isLow = word & 0x7FF == 0
        let weight = (word & 0x7FF).unless(0, 0x7FF)
        let pulse = (word >> 11 & 0x7F).unless(0, 127).map { $0 + 50 }
        let impedance = (word >> 18).unless(0, 0x3FFF)
        return [
            .int("user", value: try value.byte(0)), .scaled("weight", value: weight, exponent: -1), kilograms,
            .int("pulse", value: pulse), .scaled("impedanceHigh", value: isLow ? nil : impedance, exponent: -1),
            .scaled("impedanceLow", value: isLow ? impedance : nil, exponent: -1),
            FamilyTime.field(FamilyTime.unix(try value.little(5, width: 4))),
        ]
    }

    private static func joined(_ frames: [DriverFrame]) -> DriverFrame? {
        let bands = frames.filter { frame in frame.fields.contains { $0.name == "impedanceLow" } }
        guard bands.count == 2, let time = bands[0].fields.last, time == bands[1].fields.last else { return nil }
        let fields = bands[0].fields.enumerated().map { index, field in
            let other = bands[1].fields[index]
            return field.value == .null && other.name == field.name ? other : field
        }
        return DriverFrame("measurement", fields: fields)
    }
}
