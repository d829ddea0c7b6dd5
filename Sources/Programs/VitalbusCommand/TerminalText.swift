internal import VitalRecords

/// Makes text from outside safe for a terminal.
enum TerminalText {
    /// The most bytes that one part of a line shows.
    static let longestPart = 1_024

    /// A name, an id or a message from outside as a part of a line: escaped and cut.
    static func part(_ text: String) -> String {
        let short = text.cut(toBytes: longestPart)
        return escaped(short, keeping: []) + (short.utf8.count < text.utf8.count ? "…" : "")
    }

    /// A whole line of the program: an end of a line in it is somebody else's, who would write lines of their own.
    static func line(_ text: String) -> String { escaped(text, keeping: ["\t"]) }

    /// Written as in JSON, so that lines of JSON stay what they are.
    private static func escaped(_ text: String, keeping kept: Set<Unicode.Scalar>) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0) && !kept.contains($0) }) else { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isUnsafe(scalar), !kept.contains(scalar) else {
                safe.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            safe.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
        }
        return String(safe)
    }

    /// Controls, ends of lines, and what turns the direction of writing.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
