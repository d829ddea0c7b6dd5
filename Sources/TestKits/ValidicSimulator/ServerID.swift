/// Server ids in the form that the API uses: 24 hex digits.
enum ServerID {
    /// Makes an id from a text (FNV-1a, two rounds); the same text gives the same id.
    static func make(from text: String) -> String {
        let first = hash(text.utf8, start: 0xCBF2_9CE4_8422_2325)
        let second = hash(text.utf8, start: first)
        return padded(first, 16) + padded(second & 0xFFFF_FFFF, 8)
    }

    private static func hash(_ bytes: String.UTF8View, start: UInt64) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func padded(_ value: UInt64, _ width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
