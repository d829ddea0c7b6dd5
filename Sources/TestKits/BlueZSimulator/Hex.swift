extension [UInt8] {
    /// The bytes as lower-case hex digits.
    package var hex: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// The bytes of a string of hex digits; nil when it is none.
    package init?(hex: String) {
        let digits = hex.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
