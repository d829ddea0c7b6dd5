/// Rows of texts as columns that stand below each other.
struct TextTable: Sendable {
    private var rows: [[String]] = []

    /// Makes a table with a first row.
    init(_ titles: String...) { rows.append(titles) }

    /// Adds a row.
    mutating func add(_ cells: String...) { rows.append(cells.map(EventLine.plain)) }

    /// The lines; the last column is as long as it is.
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
