/// Connected cells of a grid.
struct CellBlob {
    /// The cells' indices.
    let cells: [Int]
    /// The approximate side of the largest square of cells that fits inside.
    let thickness: Int
    /// The number of cells at the grid's edge.
    let atEdge: Int

    /// Joins cells that touch at sides or corners; the largest blob first.
    static func joined(_ isOn: [Bool], columns: Int, rows: Int) -> [CellBlob] {
        let depths = depths(isOn, columns: columns, rows: rows)
        var isOpen = isOn
        var blobs: [CellBlob] = []
        for start in isOn.indices where isOpen[start] {
            blobs.append(blob(from: start, isOpen: &isOpen, depths: depths, columns: columns, rows: rows))
        }
        return blobs.sorted { $0.cells.count > $1.cells.count }
    }

    private static func blob(
        from start: Int,
        isOpen: inout [Bool],
        depths: [Int],
        columns: Int,
        rows: Int
    ) -> CellBlob {
        var cells = [start]
        var (next, deepest, atEdge) = (0, 0, 0)
        isOpen[start] = false
        while next < cells.count {
            let (x, y) = (cells[next] % columns, cells[next] / columns)
            deepest = max(deepest, depths[cells[next]])
            if x == 0 || y == 0 || x == columns - 1 || y == rows - 1 { atEdge += 1 }
            for nearY in max(y - 1, 0)...min(y + 1, rows - 1) {
                for nearX in max(x - 1, 0)...min(x + 1, columns - 1) where isOpen[nearY * columns + nearX] {
                    isOpen[nearY * columns + nearX] = false
                    cells.append(nearY * columns + nearX)
                }
            }
            next += 1
        }
        return CellBlob(cells: cells, thickness: 2 * deepest - 1, atEdge: atEdge)
    }

    /// The distance of each cell from the nearest unset one in any of eight directions.
    ///
    /// Cells beyond the grid's edge count as set, so that a patch at the edge does not seem thinner.
    private static func depths(_ isOn: [Bool], columns: Int, rows: Int) -> [Int] {
        let far = columns + rows
        var depths = isOn.map { $0 ? far : 0 }
        for index in depths.indices where depths[index] > 0 {
            let (x, y) = (index % columns, index / columns)
            var least = far
            if x > 0 { least = min(least, depths[index - 1]) }
            if y > 0 {
                for nearX in max(x - 1, 0)...min(x + 1, columns - 1) {
                    least = min(least, depths[(y - 1) * columns + nearX])
                }
            }
            depths[index] = min(depths[index], least + 1)
        }
        for index in depths.indices.reversed() where depths[index] > 0 {
            let (x, y) = (index % columns, index / columns)
            var least = far
            if x < columns - 1 { least = min(least, depths[index + 1]) }
            if y < rows - 1 {
                for nearX in max(x - 1, 0)...min(x + 1, columns - 1) {
                    least = min(least, depths[(y + 1) * columns + nearX])
                }
            }
            depths[index] = min(depths[index], least + 1)
        }
        return depths
    }
}
