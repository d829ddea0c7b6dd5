internal import Pixels

/// Draws text in a dot matrix of 5 by 7 or, for digits, 7 by 9.
struct DotFont: Sendable {
    /// Whether digits have 7 by 9 dots.
    let isFine: Bool
    /// The fraction of its cell that a dot fills along one side.
    let fill: Double
    /// The number of columns between two characters.
    let gap: Int
    /// The ink of unlit dots.
    let ghost: Double
    /// The ratio of a cell's width to its height.
    let aspect: Double

    init(_ dice: inout Dice) {
        isFine = dice.chance(0.5)
        fill = dice.pick([1, 0.94, 0.86, 0.75])
        gap = dice.pick([1, 1, 2])
        ghost = dice.pick([0, 0, dice.number(0.01, high: 0.08)])
        aspect = dice.number(0.8, high: 1.1)
    }

    /// Draws a text as polygons; unknown characters leave a gap.
    func draw(_ text: String) -> GlyphRun {
        var run = GlyphRun()
        var column = 0
        for character in text {
            let rows = Self.fineRows(character, isFine: isFine) ?? Self.rows(character)
            let width = rows.map(\.count).max() ?? 3
            let size = isFine ? 1.0 / 9 : 1.0 / 7
            for (row, line) in rows.enumerated() {
                draw(line, row: row, column: column, size: size, run: &run)
            }
            column += width + gap
        }
        return run
    }

    /// Draws the runs of a row of dots.
    private func draw(_ line: [UInt8], row: Int, column: Int, size: Double, run: inout GlyphRun) {
        var start = 0
        while start < line.count {
            var end = start + 1
            while fill == 1, end < line.count, line[end] == line[start] { end += 1 }
            let inset = size * (1 - fill) / 2
            let points = Outline.rect(
                (Double(column + start) * size + inset) * aspect,
                y: Double(row) * size + inset,
                width: (Double(end - start) * size - 2 * inset) * aspect,
                height: size * fill
            )
            if line[start] == 35 { run.light(points) } else { run.ghost(points, ink: ghost) }
            start = end
        }
    }

    /// The rows of a character; "#" is a dot.
    ///
    /// In the fine font, characters without their own form are stretched to 9 rows.
    private static func rows(_ character: Character) -> [[UInt8]] {
        (DotForms.coarse[character] ?? "...|...|...|...|...|...|...").split(separator: "|").map { Array($0.utf8) }
    }

    private static func fineRows(_ character: Character, isFine: Bool) -> [[UInt8]]? {
        guard isFine else { return nil }
        if let fine = DotForms.fine[character] { return fine.split(separator: "|").map { Array($0.utf8) } }
        var rows = rows(character)
        rows.insert(rows[2], at: 2)
        rows.insert(rows[5], at: 5)
        return rows
    }
}

/// The dot patterns of characters: rows from the top, "#" for a dot.
enum DotForms {
    /// 5 by 7 dots.
    static let coarse: [Character: String] = [
        "0": ".###.|#...#|#...#|#...#|#...#|#...#|.###.",
        "1": "..#..|.##..|..#..|..#..|..#..|..#..|.###.",
        "2": ".###.|#...#|....#|...#.|..#..|.#...|#####",
        "3": ".###.|#...#|....#|..##.|....#|#...#|.###.",
        "4": "...#.|..##.|.#.#.|#..#.|#####|...#.|...#.",
        "5": "#####|#....|####.|....#|....#|#...#|.###.",
        "6": "..##.|.#...|#....|####.|#...#|#...#|.###.",
        "7": "#####|....#|...#.|..#..|..#..|.#...|.#...",
        "8": ".###.|#...#|#...#|.###.|#...#|#...#|.###.",
        "9": ".###.|#...#|#...#|.####|....#|...#.|.##..",
        ".": "..|..|..|..|..|##|##",
        ":": "..|##|##|..|##|##|..",
        "-": ".....|.....|.....|#####|.....|.....|.....",
        "/": "....#|....#|...#.|..#..|.#...|#....|#....",
        "A": ".###.|#...#|#...#|#####|#...#|#...#|#...#",
        "C": ".###.|#...#|#....|#....|#....|#...#|.###.",
        "E": "#####|#....|#....|####.|#....|#....|#####",
        "F": "#####|#....|#....|####.|#....|#....|#....",
        "H": "#...#|#...#|#...#|#####|#...#|#...#|#...#",
        "I": "###|.#.|.#.|.#.|.#.|.#.|###",
        "L": "#....|#....|#....|#....|#....|#....|#####",
        "P": "####.|#...#|#...#|####.|#....|#....|#....",
        "b": "#....|#....|#.##.|##..#|#...#|#...#|####.",
        "d": "....#|....#|.##.#|#..##|#...#|#...#|.####",
        "h": "#....|#....|#.##.|##..#|#...#|#...#|#...#",
        "n": ".....|.....|#.##.|##..#|#...#|#...#|#...#",
        "o": ".....|.....|.###.|#...#|#...#|#...#|.###.",
        "r": ".....|.....|#.##.|##..#|#....|#....|#....",
        "t": ".#...|.#...|####.|.#...|.#...|.#..#|..##.",
        "u": ".....|.....|#...#|#...#|#...#|#..##|.##.#",
    ]

    /// 7 by 9 dots.
    static let fine: [Character: String] = [
        "0": ".#####.|##...##|#.....#|#.....#|#.....#|#.....#|#.....#|##...##|.#####.",
        "1": "...##..|..###..|.####..|...##..|...##..|...##..|...##..|...##..|.######",
        "2": ".#####.|##...##|.....##|.....##|....##.|...##..|..##...|.##....|#######",
        "3": ".#####.|##...##|.....##|.....##|..####.|.....##|.....##|##...##|.#####.",
        "4": "....##.|...###.|..####.|.##.##.|##..##.|#######|....##.|....##.|....##.",
        "5": "#######|##.....|##.....|######.|.....##|.....##|.....##|##...##|.#####.",
        "6": "..####.|.##....|##.....|######.|##...##|##...##|##...##|##...##|.#####.",
        "7": "#######|.....##|.....##|....##.|....##.|...##..|...##..|..##...|..##...",
        "8": ".#####.|##...##|##...##|##...##|.#####.|##...##|##...##|##...##|.#####.",
        "9": ".#####.|##...##|##...##|##...##|.######|.....##|.....##|....##.|.####..",
        ".": "..|..|..|..|..|..|..|##|##",
        ":": "..|..|##|##|..|##|##|..|..",
    ]
}
