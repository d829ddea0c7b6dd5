internal import VitalRecords

/// Rows of texts in aligned columns.
struct TextTable: Sendable {
    private var rows: [[String]] = []

    /// Makes a table with a header.
    init(_ titles: String...) { self.init(titles: titles) }

    init(titles: [String]) { rows.append(titles) }

    /// Adds a row.
    mutating func add(_ cells: String...) { add(cells: cells) }

    /// Adds a row.
    mutating func add(cells: [String]) { rows.append(cells.map(EventLine.plain)) }

    /// The lines; the last column is not padded.
    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// Escaping of untrusted text for a terminal.
enum TerminalText {
    /// The longest part of a line that is shown, in bytes.
    static let longestPart = 1_024

    /// Escapes and truncates an untrusted name, id or message.
    static func part(_ text: String) -> String {
        let short = text.cut(toBytes: longestPart)
        return escaped(short, keeping: []) + (short.utf8.count < text.utf8.count ? "…" : "")
    }

    /// Escapes a whole line; a line end in it comes from untrusted text that would forge lines.
    static func line(_ text: String) -> String { escaped(text, keeping: ["\t"]) }

    /// Escapes as in JSON, so that lines of JSON stay valid.
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

    /// Control characters, line ends and direction marks.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
