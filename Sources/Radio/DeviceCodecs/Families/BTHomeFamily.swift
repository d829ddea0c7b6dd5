internal import VitalRecords

/// BTHome v2, service data FCD2, plain or encrypted.
///
/// Source: bthome.io; bthome-ble tests/test_parser_v2.py; facts §15.
enum BTHomeFamily {
    private struct Object {
        let name: String
        let width: Int
        let isSigned: Bool
        let factor: Int
        let exponent: Int8
    }

    /// The objects that are shown.
    private static let objects: [Int: Object] = [
        0x00: Object(name: "packet_id", width: 1, isSigned: false, factor: 1, exponent: 0),
        0x01: Object(name: "battery", width: 1, isSigned: false, factor: 1, exponent: 0),
        0x02: Object(name: "temperature", width: 2, isSigned: true, factor: 1, exponent: -2),
        0x03: Object(name: "humidity", width: 2, isSigned: false, factor: 1, exponent: -2),
        0x06: Object(name: "mass_kg", width: 2, isSigned: false, factor: 1, exponent: -2),
        0x07: Object(name: "mass_lb", width: 2, isSigned: false, factor: 1, exponent: -2),
        0x2E: Object(name: "humidity", width: 1, isSigned: false, factor: 1, exponent: 0),
        0x45: Object(name: "temperature", width: 2, isSigned: true, factor: 1, exponent: -1),
        0x50: Object(name: "time", width: 4, isSigned: false, factor: 1, exponent: 0),
        0x57: Object(name: "temperature", width: 1, isSigned: true, factor: 1, exponent: 0),
        0x58: Object(name: "temperature", width: 1, isSigned: true, factor: 35, exponent: -2),
    ]

    /// The lengths of the other objects' values, which are skipped; an unknown object ends the reading.
    ///
    /// Objects are sent in the order of their numbers, so that health values may follow a voltage or a button.
    private static let lengths: [Int: Int] = {
        let groups: [Int: [ClosedRange<Int>]] = [
            1: [
                0x09...0x09, 0x0F...0x11, 0x15...0x2D, 0x2F...0x2F, 0x3A...0x3A, 0x46...0x46, 0x59...0x59, 0x60...0x60,
                0x64...0x65,
            ],
            2: [
                0x08...0x08, 0x0C...0x0E, 0x12...0x14, 0x3C...0x3D, 0x3F...0x41, 0x43...0x44, 0x47...0x4A, 0x51...0x52,
                0x56...0x56, 0x5A...0x5A, 0x5D...0x5F, 0x61...0x61, 0xF0...0xF0,
            ],
            3: [0x04...0x05, 0x0A...0x0B, 0x42...0x42, 0x4B...0x4B, 0xF2...0xF2],
            4: [0x3E...0x3E, 0x4C...0x4F, 0x55...0x55, 0x5B...0x5C, 0x62...0x63, 0xF1...0xF1],
        ]
        return groups.reduce(into: [:]) { lengths, group in
            for id in group.value.joined() { lengths[id] = group.key }
        }
    }()

    /// Decodes one advert.
    static func decode(_ given: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        let view = given.advertised(0x16, id: 0xFCD2)
        let info = try view.byte(0)
        guard info >> 5 == 2 else {
            throw CodecError(.invalid, message: "version \(info >> 5) of BTHome; only version 2 is supported")
        }
        var fields: [DecodedField] = [.bool("encrypted", value: info & 1 == 1), .bool("trigger", value: info & 4 != 0)]
        // The device's address, its bytes reversed, may precede the objects.
        let named = info & 2 == 0 ? nil : Array(try view.slice(1, count: 6).reversed())
        let start = named == nil ? 1 : 7
        guard info & 1 == 1 else {
            return DriverFrame("advert", fields: fields + (try values(ByteView(view.rest(start)))))
        }
        let size = view.count - start - 8
        guard size >= 0 else { throw CodecError(.truncated, message: "the frame ends before its counter") }
        let counter = try view.slice(start + size, count: 4)
        let address = if let named { named } else { try options.knownAddress() }
        let plain = try AESCCM.open(
            try view.slice(start, count: size),
            tag: try view.slice(start + size + 4, count: 4),
            key: try options.unlocked(),
            nonce: address + [0xD2, 0xFC] + (try view.slice(0, count: 1)) + counter
        )
        fields += try values(ByteView(plain))
        return DriverFrame("advert", fields: fields + [.int("counter", value: try view.little(start + size, width: 4))])
    }

    private static func values(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        var offset = 0
        var found: [DecodedValue] = []
        while offset < view.count {
            let id = try view.byte(offset)
            guard let object = objects[id] else {
                guard let length = try skipped(id, in: view, at: offset) else {
                    return [DecodedField("objects", value: .list(found)), .hex("unknown", value: id, bytes: 1)]
                }
                offset += 1 + length
                continue
            }
            var value = try view.little(offset + 1, width: object.width)
            if object.isSigned, value >> (object.width * 8 - 1) == 1 { value -= 1 << (object.width * 8) }
            let number = DecimalNumber(mantissa: Int64(value * object.factor), exponent: object.exponent)
            found.append(.list([.text(object.name), .number(number)]))
            offset += 1 + object.width
        }
        return [DecodedField("objects", value: .list(found))]
    }

    /// The length of an object's value that is not shown; nil for an unknown object.
    private static func skipped(_ id: Int, in view: ByteView, at offset: Int) throws(CodecError) -> Int? {
        switch id {
        // A text and raw bytes have their length in front, a command has that of its arguments behind five bits.
        case 0x53, 0x54: try 1 + view.byte(offset + 1)
        case 0x3B: try 2 + (view.byte(offset + 1) & 0x1F)
        default: lengths[id]
        }
    }
}
