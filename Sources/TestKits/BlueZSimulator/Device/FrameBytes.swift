/// Number formats of the health profiles.
enum FrameBytes {
    /// A 16-bit word, low byte first.
    static func word(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    /// An integer clamped to a 16-bit word.
    static func word(clamping value: Int) -> [UInt8] { word(UInt16(clamping: value)) }

    /// A 32-bit word, low byte first.
    static func double(_ value: UInt32) -> [UInt8] {
        word(UInt16(truncatingIfNeeded: value)) + word(UInt16(truncatingIfNeeded: value >> 16))
    }

    /// An IEEE 11073 SFLOAT; the mantissa is clamped to -2045 to 2045.
    static func short(_ mantissa: Int, exponent: Int = 0) -> [UInt8] {
        let kept = min(max(mantissa, -2045), 2045)
        return word(UInt16(truncatingIfNeeded: exponent & 0xF) << 12 | UInt16(truncatingIfNeeded: kept & 0xFFF))
    }

    /// An IEEE 11073 FLOAT; the mantissa is clamped to 24 bits, excluding the special values.
    static func float(_ mantissa: Int, exponent: Int) -> [UInt8] {
        let kept = min(max(mantissa, -8_388_605), 8_388_605)
        return double(UInt32(truncatingIfNeeded: exponent & 0xFF) << 24 | UInt32(truncatingIfNeeded: kept & 0xFF_FFFF))
    }

    /// The word at an offset of a frame; nil past its end.
    static func word(_ bytes: [UInt8], at place: Int) -> UInt16? {
        guard place >= 0, place + 1 < bytes.count else { return nil }
        return UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
    }
}

extension [UInt8] {
    /// The bytes as lower-case hex digits.
    package var hex: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// Parses hex digits; nil for other text.
    package init?(hex: String) {
        let digits = hex.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
