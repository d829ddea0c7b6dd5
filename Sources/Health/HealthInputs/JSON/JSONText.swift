/// Decoding of JSON strings.
enum JSONText {
    /// Resolves escapes; invalid ones become U+FFFD.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var units: [UInt8] = []
        units.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                units.append(byte)
                continue
            }
            if escaped == UInt8(ascii: "u") {
                units.append(contentsOf: Array(String(character(&rest)).utf8))
            } else {
                units.append(plain(escaped))
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    private static func plain(_ escaped: UInt8) -> UInt8 {
        switch escaped {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: escaped
        }
    }

    /// Reads the character after `\u`, from a surrogate pair if needed.
    private static func character(_ rest: inout ArraySlice<UInt8>) -> Character {
        guard let first = hex(&rest) else { return "\u{FFFD}" }
        if let scalar = UnicodeScalar(first) { return Character(scalar) }
        guard (0xD800..<0xDC00).contains(first), rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            return "\u{FFFD}"
        }
        var ahead = rest.dropFirst(2)
        guard let second = hex(&ahead), (0xDC00..<0xE000).contains(second),
            let scalar = UnicodeScalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { return "\u{FFFD}" }
        rest = ahead
        return Character(scalar)
    }

    private static func hex(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        rest = rest.dropFirst(4)
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
