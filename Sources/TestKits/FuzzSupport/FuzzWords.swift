/// What a mutator puts into inputs: single bytes, and words that the readers look for.
package struct FuzzWords: Sendable {
    /// Single bytes.
    package let signs: [UInt8]
    /// Words.
    package let words: [[UInt8]]

    /// Takes bytes and words.
    package init(signs: [UInt8], words: [[UInt8]]) {
        self.signs = signs
        self.words = words
    }

    /// Of exports of health data.
    package static let health = FuzzWords(
        signs: Array("\"{}[],:\\-+.eE0123456789\r\n\t <>/=&;'\u{0}".utf8) + [0x7F, 0x80, 0xFF, 0x40, 0xC0],
        words: [
            "null", "true", "\"data\":", "\"qty\":", "\\u202f", "\\ud83d", "999999999999999999999", "1e999", "-0",
            "2099-12-31 23:59:59 -1800",
            "0000-00-00 00:00:00 +0000", ",,,,", "\"\"", "9223372036854775807", "-9223372036854775808", "\u{FEFF}",
            "<Record ", "/>", "\r\n",
        ].map { Array($0.utf8) }
    )
}
