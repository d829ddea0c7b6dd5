internal import VitalRecords

/// Rows of texts in aligned columns.
struct TextTable: Sendable {
    /// The text between two columns.
    private static let gap = "  "
    /// The smallest width to which a terminal's table shrinks a wider column.
    private static let narrowest = 10

    private var rows: [[String]] = []

    /// Creates a table with a header.
    init(_ titles: String...) { self.init(titles: titles) }

    init(titles: [String]) { rows.append(titles) }

    /// Adds a row.
    mutating func add(_ cells: String...) { add(cells: cells) }

    /// Adds a row.
    mutating func add(cells: [String]) { rows.append(cells.map(EventLine.plain)) }

    /// The lines with unwrapped cells; the last column is not padded.
    var lines: [String] { lines(within: nil) }

    /// The lines, with cells wrapped at spaces so that a row fits a terminal.
    ///
    /// - Parameter columns: The terminal's width; nil wraps nothing, for output that a program reads.
    func lines(within columns: Int?) -> [String] {
        let widths = widths(within: columns)
        return rows.flatMap { row in
            let cells = row.enumerated().map { index, cell in
                columns == nil ? [cell] : Self.wrapped(cell, to: widths[index])
            }
            return (0..<(cells.map(\.count).max() ?? 0)).map { Self.line($0, of: cells, widths: widths) }
        }
    }

    /// The width of each column; the widest one shrinks first, down to ``narrowest``.
    private func widths(within columns: Int?) -> [Int] {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.map { $0.count > column ? TerminalWidth.of($0[column]) : 0 }.max() ?? 0
        }
        guard let columns else { return widths }
        var excess = widths.reduce(0, +) + Self.gap.count * max(0, count - 1) - columns
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
            widths[widest] > Self.narrowest
        {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// One line of a row, without trailing spaces.
    private static func line(_ number: Int, of cells: [[String]], widths: [Int]) -> String {
        let parts = cells.enumerated().map { index, lines in
            let text = number < lines.count ? lines[number] : ""
            guard index < cells.count - 1 else { return text }
            return text + String(repeating: " ", count: max(0, widths[index] - TerminalWidth.of(text)))
        }
        return String(parts.joined(separator: gap).reversed().drop { $0 == " " }.reversed())
    }

    /// Splits a text into lines of a maximum width; a wider word is cut.
    private static func wrapped(_ text: String, to width: Int) -> [String] {
        guard TerminalWidth.of(text) > width else { return [text] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ").flatMap({ pieces(String($0), of: width) }) {
            if !line.isEmpty, TerminalWidth.of(line) + 1 + TerminalWidth.of(word) > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " \(word)"
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Cuts a word into pieces of a maximum width.
    private static func pieces(_ word: String, of width: Int) -> [String] {
        var pieces = [""]
        var used = 0
        for character in word {
            let size = TerminalWidth.of(character)
            if used + size > width, used > 0 {
                pieces.append("")
                used = 0
            }
            pieces[pieces.count - 1].append(character)
            used += size
        }
        return pieces
    }
}

extension CommandEnvironment {
    /// Writes a table, wrapped to the terminal, or unwrapped if standard output is not a terminal.
    func show(_ table: TextTable) {
        for line in table.lines(within: columns) { out(line) }
    }
}

/// Escaping of untrusted text for a terminal.
enum TerminalText {
    /// The longest part of a line shown, in bytes.
    static let longestPart = 1_024

    /// Escapes and truncates an untrusted name, id or message.
    static func part(_ text: String) -> String {
        let short = text.cut(toBytes: longestPart)
        return escaped(short, keeping: []) + (short.utf8.count < text.utf8.count ? "…" : "")
    }

    /// Escapes a whole line; a line end in it comes from untrusted text that would forge lines.
    static func line(_ text: String) -> String { escaped(text, keeping: ["\t"]) }

    /// Escapes a message for people, without the middle of one that quotes a huge argument.
    static func message(_ text: String) -> String {
        guard text.utf8.count > 2 * longestPart else { return line(text) }
        return line("\(text.prefix(longestPart / 2)) … \(text.suffix(longestPart / 2))")
    }

    /// Escapes as in JSON, so that JSON lines stay valid.
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
