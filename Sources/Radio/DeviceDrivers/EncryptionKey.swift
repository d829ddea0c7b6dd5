/// A device's own encryption key: 16 bytes, written as 32 hexadecimal digits.
public enum EncryptionKey {
    /// Reads the digits, in any case; spaces at the ends are passed over.
    ///
    /// - Returns: Nil where they are not 32 hexadecimal digits.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 || $0 == 0x0A }.reversed())
        guard digits.count == 32 else { return nil }
        let values = digits.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard values.count == 32 else { return nil }
        return stride(from: 0, to: 32, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
