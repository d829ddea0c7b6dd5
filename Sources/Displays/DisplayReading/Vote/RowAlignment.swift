/// The alignment of two rows' characters by minimum edit cost.
enum RowAlignment {
    /// The cost of an unmatched character; two that cannot be the same cost 1.
    private static let gap = 0.6

    /// The partner of each cell of a row in another row; nil for none.
    static func partners(of row: RowGuess, in other: RowGuess) -> [Int?] {
        let (count, width) = (row.cells.count, other.cells.count + 1)
        let costs = costs(row, and: other)
        var partners = [Int?](repeating: nil, count: count)
        var (i, j) = (count, width - 1)
        while i > 0, j > 0 {
            let here = costs[i * width + j]
            if here == costs[(i - 1) * width + j - 1] + difference(row.cells[i - 1], and: other.cells[j - 1]) {
                partners[i - 1] = j - 1
                (i, j) = (i - 1, j - 1)
            } else if here == costs[(i - 1) * width + j] + gap {
                i -= 1
            } else {
                j -= 1
            }
        }
        return partners
    }

    private static func costs(_ row: RowGuess, and other: RowGuess) -> [Double] {
        let width = other.cells.count + 1
        var costs = (0..<(row.cells.count + 1) * width).map { Double($0 / width + $0 % width) * gap }
        for i in row.cells.indices {
            for j in other.cells.indices {
                let both = costs[i * width + j] + difference(row.cells[i], and: other.cells[j])
                let one = min(costs[i * width + j + 1], costs[(i + 1) * width + j]) + gap
                costs[(i + 1) * width + j + 1] = min(both, one)
            }
        }
        return costs
    }

    /// 0 for cells that surely show the same character, 1 for those that cannot; a digit is hardly ever read as a
    /// point.
    private static func difference(_ one: CellGuess, and other: CellGuess) -> Double {
        if one.best.character == other.best.character { return 0 }
        var shared = 0.0
        for candidate in one.candidates {
            let partner = other.candidates.first { $0.character == candidate.character }
            shared += min(candidate.probability, partner?.probability ?? 0)
        }
        let isAlike = one.best.character.isNumber == other.best.character.isNumber
        return max(0, (isAlike ? 1 : 1.4) - shared)
    }
}
