/// The connected groups of cells of a map whose logit is above a threshold; cells touch at sides and corners.
struct CellGroups {
    /// The group of each cell, −1 for none.
    let groupOf: [Int]
    /// The cells of each group.
    let groups: [[Int]]

    /// Groups the cells of a plane of `width` columns.
    init(_ plane: [Float], width: Int, above threshold: Float) {
        let height = width > 0 ? plane.count / width : 0
        var groupOf = [Int](repeating: -1, count: plane.count)
        var groups: [[Int]] = []
        for start in plane.indices where plane[start] > threshold && groupOf[start] < 0 {
            var cells = [start]
            var next = 0
            groupOf[start] = groups.count
            while next < cells.count {
                let (row, column) = (cells[next] / width, cells[next] % width)
                next += 1
                for y in max(0, row - 1)...min(height - 1, row + 1) {
                    for x in max(0, column - 1)...min(width - 1, column + 1) {
                        let cell = y * width + x
                        guard groupOf[cell] < 0, plane[cell] > threshold else { continue }
                        groupOf[cell] = groups.count
                        cells.append(cell)
                    }
                }
            }
            groups.append(cells)
        }
        self.groupOf = groupOf
        self.groups = groups
    }
}
