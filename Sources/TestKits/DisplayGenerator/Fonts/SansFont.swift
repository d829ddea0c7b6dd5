internal import Pixels

/// Draws text in smooth, proportional strokes, as on colour screens.
struct SansFont: Sendable {
    /// The width of a wide digit, the thickness of a stroke and the gap between two characters, in digit heights.
    let width: Double
    let stroke: Double
    let spacing: Double
    /// Whether the figure 1 has a foot.
    let hasFoot: Bool
    /// The rows of pixels of a digit on a coarse screen; nil for a fine one.
    let pixels: Int?
    /// The fraction of its place that a pixel fills along one side.
    let fill: Double

    init(_ dice: inout Dice) {
        width = dice.number(0.5, high: 0.68)
        stroke = dice.chance(0.75) ? dice.number(0.15, high: 0.23) : dice.number(0.08, high: 0.15)
        spacing = dice.number(0.05, high: 0.14)
        hasFoot = dice.chance(0.2)
        pixels = dice.chance(0.35) ? dice.whole(13, high: 30) : nil
        fill = dice.pick([1, 1, 0.9, 0.8])
    }

    /// Draws a text as polygons; unknown characters leave a gap.
    func draw(_ text: String) -> GlyphRun {
        var run = GlyphRun()
        var x = 0.0
        for character in text {
            if character == "." || character == ":" {
                dots(character, at: x, run: &run)
                x += stroke * 1.15 + spacing
                continue
            }
            let wide = width * Self.share(of: character, stroke: stroke, width: width)
            if let pixels {
                draw(paths(character), at: x, wide: wide, pixels: pixels, run: &run)
            } else {
                for path in paths(character) { draw(path, at: x, wide: wide, run: &run) }
            }
            x += wide + spacing
        }
        return run
    }

    /// The width of a character relative to a wide digit.
    private static func share(of character: Character, stroke: Double, width: Double) -> Double {
        switch character {
        case "1": max(0.62, stroke / width + 0.3)
        case "I", "i": stroke / width
        case "-": 0.7
        case "r", "t": 0.75
        default: 1
        }
    }

    private func dots(_ character: Character, at x: Double, run: inout GlyphRun) {
        let size = stroke * 1.15
        run.point = size
        for y in character == "." ? [1 - size / 2] : [0.3, 0.72] {
            let center = Point(x: x + size / 2, y: y)
            run.points.append(center)
            run.light(Outline.ellipse(center.x, y: y, across: size / 2, down: size / 2))
        }
    }

    private func placed(_ path: [Point], at x: Double, wide: Double) -> [Point] {
        path.map { Point(x: x + stroke / 2 + $0.x * (wide - stroke), y: stroke / 2 + $0.y * (1 - stroke)) }
    }

    /// Draws the pixels whose middle a stroke covers, as runs along their rows.
    private func draw(_ paths: [[Point]], at x: Double, wide: Double, pixels: Int, run: inout GlyphRun) {
        let lines = paths.map { placed($0, at: 0, wide: wide) }.flatMap { zip($0, $0.dropFirst()) }
        let size = 1 / Double(pixels)
        let columns = Int((wide / size).rounded(.up))
        for row in 0..<pixels {
            let y = (Double(row) + 0.5) * size
            let lit = (0..<columns).map { column in
                let point = Point(x: (Double(column) + 0.5) * size, y: y)
                return lines.contains { Self.distance(of: point, from: $0.0, to: $0.1) <= stroke / 2 }
            }
            var start = 0
            while start < columns {
                var end = start + 1
                while fill == 1, end < columns, lit[end] == lit[start] { end += 1 }
                if lit[start] {
                    let edge = size * (1 - fill) / 2
                    let long = Double(end - start) * size - 2 * edge
                    run.light(
                        Outline.rect(
                            x + Double(start) * size + edge,
                            y: y - size / 2 + edge,
                            width: long,
                            height: size * fill
                        )
                    )
                }
                start = end
            }
        }
    }

    private static func distance(of point: Point, from start: Point, to end: Point) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let along = length > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / length : 0
        let part = min(max(along, 0), 1)
        let (x, y) = (point.x - start.x - part * dx, point.y - start.y - part * dy)
        return (x * x + y * y).squareRoot()
    }

    private func draw(_ path: [Point], at x: Double, wide: Double, run: inout GlyphRun) {
        let placed = placed(path, at: x, wide: wide)
        for (last, point) in zip(placed, placed.dropFirst()) {
            run.light(Outline.line(last, to: point, thickness: stroke, beyond: 0.12))
        }
        for (index, point) in placed.enumerated() where isCorner(index, of: placed) {
            run.light(Outline.ellipse(point.x, y: point.y, across: stroke / 2, down: stroke / 2))
        }
    }

    /// Whether a stroke bends at a point so that the outer side would have a gap.
    private func isCorner(_ index: Int, of path: [Point]) -> Bool {
        guard index > 0, index + 1 < path.count else { return false }
        let (last, here, next) = (path[index - 1], path[index], path[index + 1])
        let (ax, ay, bx, by) = (here.x - last.x, here.y - last.y, next.x - here.x, next.y - here.y)
        let lengths = ((ax * ax + ay * ay) * (bx * bx + by * by)).squareRoot()
        return ax * bx + ay * by < 0.8 * lengths
    }

    /// The middle lines of a character's strokes, in a box of 1 by 1.
    private func paths(_ character: Character) -> [[Point]] {
        if character == "1", hasFoot { return Self.digits["1", default: []] + [Self.line([(0.4, 1), (1.6, 1)])] }
        return Self.digits[character] ?? Self.letter(character)
    }

    private static let digits: [Character: [[Point]]] = [
        "0": [arc(0.5, y: 0.5, across: 0.5, down: 0.5, from: 0, to: 360)],
        "1": [line([(0, 0.24), (1, 0), (1, 1)])],
        "2": [arc(0.5, y: 0.28, across: 0.48, down: 0.28, from: 190, to: 395) + line([(0, 1), (1, 1)])],
        "3": [
            arc(0.48, y: 0.25, across: 0.44, down: 0.25, from: 205, to: 450),
            arc(0.48, y: 0.74, across: 0.5, down: 0.26, from: 270, to: 515),
        ],
        "4": [line([(0.76, 1), (0.76, 0), (0, 0.7), (1, 0.7)])],
        "5": [
            line([(0.92, 0), (0.14, 0), (0.06, 0.45)]),
            arc(0.48, y: 0.66, across: 0.52, down: 0.34, from: 218, to: 512),
        ],
        "6": [six],
        "7": [line([(0, 0), (1, 0), (0.34, 1)])],
        "8": [
            arc(0.5, y: 0.25, across: 0.43, down: 0.25, from: 0, to: 360),
            arc(0.5, y: 0.745, across: 0.5, down: 0.255, from: 0, to: 360),
        ],
        "9": [six.map { Point(x: 1 - $0.x, y: 1 - $0.y) }],
        "-": [line([(0, 0.5), (1, 0.5)])],
        "/": [line([(0, 1), (1, 0)])],
    ]

    private static let six =
        arc(0.62, y: 0.64, across: 0.62, down: 0.64, from: 296, to: 180)
        + arc(0.5, y: 0.67, across: 0.5, down: 0.33, from: 180, to: 540)

    /// A letter in the style of printed labels.
    private static func letter(_ character: Character) -> [[Point]] {
        (StrokeForms.lines[character] ?? "").split(separator: " ").map { line in
            let marks = line.utf8.map { Double(Int($0) - 48) }
            return stride(from: 0, to: marks.count - 1, by: 2).map {
                Point(x: marks[$0] / 4, y: marks[$0 + 1] / 6)
            }
        }
    }

    private static func line(_ points: [(Double, Double)]) -> [Point] { points.map { Point(x: $0.0, y: $0.1) } }

    /// Points of an ellipse from one angle to another, in degrees, clockwise from the right.
    private static func arc(
        _ x: Double,
        y: Double,
        across: Double,
        down: Double,
        from start: Double,
        to end: Double
    ) -> [Point] {
        let steps = max(Int((abs(end - start) / 20).rounded()), 2)
        return (0...steps).map { step in
            let angle = (start + (end - start) * Double(step) / Double(steps)) * Double.pi / 180
            return Point(x: x + across * Angle.cosine(angle), y: y + down * Angle.sine(angle))
        }
    }
}
