/// The usual brightness around each cell of a ``BrightnessGrid``: the median of a window of half its width and height.
struct LocalBackground {
    /// The number of tiles along each side; a window is three tiles wide.
    private static let tiles = 6
    /// The number of brightness levels, each of four.
    private static let steps = 64

    private let columns: Int
    private let rows: Int
    private let medians: [Int]
    /// The median of the whole grid, 0…255.
    let whole: Int

    /// Computes the medians of a grid.
    init(_ grid: BrightnessGrid) {
        (columns, rows) = (grid.columns, grid.rows)
        var counts = [[Int]](repeating: [Int](repeating: 0, count: Self.steps), count: Self.tiles * Self.tiles)
        for (index, luma) in grid.luma.enumerated() {
            counts[Self.tile(index, columns: columns, rows: rows)][Int(luma) / 4] += 1
        }
        medians = (0..<Self.tiles * Self.tiles).map { Self.median(Self.window(counts, round: $0)) }
        whole = Self.median(Self.sum(counts))
    }

    /// The usual brightness around a cell, 0…255.
    func level(at cell: Int) -> Int {
        medians[Self.tile(cell, columns: columns, rows: rows)]
    }

    private static func tile(_ cell: Int, columns: Int, rows: Int) -> Int {
        let (column, row) = (cell % columns, cell / columns)
        return row * tiles / rows * tiles + column * tiles / columns
    }

    private static func window(_ counts: [[Int]], round tile: Int) -> [Int] {
        // At the edge the window moves inwards, so that its size is constant.
        let column = min(max(tile % tiles, 1), tiles - 2)
        let row = min(max(tile / tiles, 1), tiles - 2)
        var near: [[Int]] = []
        for y in row - 1...row + 1 {
            for x in column - 1...column + 1 { near.append(counts[y * tiles + x]) }
        }
        return sum(near)
    }

    private static func sum(_ counts: [[Int]]) -> [Int] {
        var result = [Int](repeating: 0, count: steps)
        for part in counts {
            for step in 0..<steps { result[step] += part[step] }
        }
        return result
    }

    private static func median(_ counts: [Int]) -> Int {
        var left = counts.reduce(0, +) / 2
        for (step, count) in counts.enumerated() {
            left -= count
            if left < 0 { return step * 4 + 2 }
        }
        return 0
    }
}
