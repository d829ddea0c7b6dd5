import Pixels

/// What the first look saw of the whole region: where there are signs of another meter than the one that was read.
struct Elsewhere {
    /// The rows that the finder was sure of.
    let rows: [RowCandidate]
    /// What it took for displays, with or without rows.
    let displays: [OrientedBox]

    /// How surely no other meter is there, 0…1: 0 where rows as large stand on a display that shows none of the chosen.
    func alone(_ chosen: [OrientedBox]) -> Double {
        guard let highest = chosen.map(\.height).max() else { return 0 }
        let around = RowGroups.box(around: chosen).grown(along: 0.8 * highest, across: 0.6 * highest)
        let own = displays.filter { display in chosen.contains { display.contains($0.center) } }
        func isOutside(_ point: Point) -> Bool {
            !around.contains(point) && !own.contains { $0.contains(point) }
        }
        let row =
            rows.filter { isOutside($0.box.center) }.map { row in
                row.score * row.inside * min(1.5 * row.box.height / highest, 1)
            }
            .max() ?? 0
        let size = own.map { $0.width * $0.height }.max() ?? around.width * around.height
        let display =
            displays.filter { isOutside($0.center) && !$0.contains(around.center) }.map { display in
                0.7 * min(display.width * display.height / max(size, 1), 1)
            }
            .max() ?? 0
        return 1 - min(max(row, display), 1)
    }
}
