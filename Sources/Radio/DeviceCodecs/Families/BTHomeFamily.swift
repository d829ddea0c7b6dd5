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

    /// The health objects and those that may precede them; an unknown one ends the reading, because its length is
    /// unknown.
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

    /// Decodes one advert.
    static func decode(_ given: ByteView, options: DriverOptions) throws(CodecError) -> DriverFrame {
        let view = given.advertised(0x16, id: 0xFCD2)
        let info = try view.byte(0)
        guard info >> 5 == 2 else {
            throw CodecError(.invalid, message: "version \(info >> 5) of BTHome; only version 2 is supported")
        }
        var fields: [DecodedField] = [.bool("encrypted", value: info & 1 == 1), .bool("trigger", value: info & 4 != 0)]
        guard info & 1 == 1 else { return DriverFrame("advert", fields: fields + (try values(ByteView(view.rest(1))))) }
        let size = view.count - 9
        guard size >= 0 else { throw CodecError(.truncated, message: "the frame ends before its counter") }
        let counter = try view.slice(size + 1, count: 4)
        let plain = try AESCCM.open(
            try view.slice(1, count: size),
            tag: try view.slice(size + 5, count: 4),
            key: try options.unlocked(),
            nonce: try options.knownAddress() + [0xD2, 0xFC] + (try view.slice(0, count: 1)) + counter
        )
        fields += try values(ByteView(plain))
        return DriverFrame("advert", fields: fields + [.int("counter", value: try view.little(size + 1, width: 4))])
    }

    private static func values(_ view: ByteView) throws(CodecError) -> [DecodedField] {
        var offset = 0
        var found: [DecodedValue] = []
        while offset < view.count {
            let id = try view.byte(offset)
            guard let object = objects[id] else {
                return [DecodedField("objects", value: .list(found)), .hex("unknown", value: id, bytes: 1)]
            }
            var value = try view.little(offset + 1, width: object.width)
            if object.isSigned, value >> (object.width * 8 - 1) == 1 { value -= 1 << (object.width * 8) }
            let number = DecimalNumber(mantissa: Int64(value * object.factor), exponent: object.exponent)
            found.append(.list([.text(object.name), .number(number)]))
            offset += 1 + object.width
        }
        return [DecodedField("objects", value: .list(found))]
    }
}
