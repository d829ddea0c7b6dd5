internal import Pixels

/// Draws texts of lines, as printed labels and smooth displays have them.
struct StrokeFont: Sendable {
    var width = 0.6
    var stroke = 0.12
    var spacing = 0.22
    var slant = 0.0

    init(_ dice: inout Dice, isDisplay: Bool) {
        width = isDisplay ? dice.number(0.42, 0.6) : dice.number(0.45, 0.75)
        stroke = isDisplay ? dice.number(0.09, 0.19) : dice.number(0.08, 0.2)
        spacing = stroke + (isDisplay ? dice.number(0.06, 0.16) : dice.number(0.08, 0.3))
        slant = dice.chance(0.12) ? dice.number(0.05, 0.2) : 0
    }

    /// A text as polygons; characters without a form leave a gap.
    func draw(_ text: String) -> GlyphRun {
        var run = GlyphRun()
        var x = 0.0
        for character in text {
            let strokes = StrokeForms.lines[character] ?? ""
            let wide = character == "." || character == ":" || character == "I" || character == "i" ? 0.0 : width
            for line in strokes.split(separator: " ") { draw(line, at: x, wide: wide, &run) }
            x += wide + spacing
        }
        return run
    }

    private func draw(_ line: Substring, at x: Double, wide: Double, _ run: inout GlyphRun) {
        var last: Point?
        var digits = line.utf8.makeIterator()
        while let column = digits.next(), let row = digits.next() {
            let y = stroke / 2 + Double(Int(row) - 48) / 6 * (1 - stroke)
            let point = Point(x: x + Double(Int(column) - 48) / 4 * wide + slant * (1 - y), y: y)
            if let last {
                run.light(Outline.line(last, point, thickness: stroke))
            } else if line.utf8.count == 2 {
                run.point = stroke * 1.2
                run.points.append(point)
                run.light(Outline.rect(point.x - stroke * 0.6, point.y - stroke * 0.6, stroke * 1.2, stroke * 1.2))
            }
            last = point
        }
    }
}
