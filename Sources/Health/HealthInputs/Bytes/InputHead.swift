/// The first bytes of a file, as far as they tell what it is.
enum InputHead {
    /// The text without blanks and byte order mark, up to 4 KB.
    static func text(_ head: [UInt8]) -> String {
        let bytes = head.prefix(4_096).filter { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first lines, up to 4 KB; the last one may be a part only.
    static func lines(_ head: [UInt8]) -> [String] {
        let bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }
}
