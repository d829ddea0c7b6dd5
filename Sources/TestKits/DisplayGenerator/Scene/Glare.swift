internal import Pixels

/// A reflection on the glass of a display, in the plane of the display.
struct Glare: Sendable {
    var shapes: [[Point]]
    var strength: Double
    /// The softness of its edge, in units of the plane.
    var softness: Double

    /// Creates a random reflection on a face; strong ones avoid its values unless they are meant to cover them.
    init(_ dice: inout Dice, face: Face, covers: Bool, band: DisplayBand) {
        let target = covers ? face.rows.first { $0.isValue } : nil
        let x = target.map { $0.x + $0.width * dice.number(0.2, high: 0.8) } ?? dice.number(0, high: face.width)
        let y = target.map { $0.y + $0.height * dice.number(0.3, high: 0.7) } ?? dice.number(0, high: 100)
        let size = covers ? dice.number(0.6, high: 1.1) * (target?.height ?? 30) : dice.scale(3, high: 60)
        shapes = Self.shapes(x, y: y, size: size, using: &dice)
        softness = dice.pick([0.3, dice.number(0.5, high: 3), dice.number(3, high: 14)])
        let touches = face.rows.contains { row in
            row.isValue && x > row.x - size * 1.5 && x < row.x + row.width + size * 1.5 && y > row.y - size * 1.5
                && y < row.y + row.height + size * 1.5
        }
        strength =
            covers
            ? dice.number(1.2, high: 2)
            : dice.chance(0.5) ? dice.number(0.03, high: 0.15) : dice.number(0.1, high: band == .hard ? 0.4 : 0.28)
        if !covers, !touches, dice.chance(0.5) { strength = dice.number(0.4, high: 1.3) }
        if covers { softness = min(softness, 4) }
    }

    private static func shapes(_ x: Double, y: Double, size: Double, using dice: inout Dice) -> [[Point]] {
        switch dice.whole(0, high: 3) {
        case 0:
            return [
                Outline.ellipse(
                    x,
                    y: y,
                    across: size,
                    down: size * dice.number(0.3, high: 1),
                    turned: dice.number(0, high: 3)
                )
            ]
        case 1:
            let lean = dice.number(-60, high: 60)
            return [
                [
                    Point(x: x - size / 2 + lean, y: -10), Point(x: x + size / 2 + lean, y: -10),
                    Point(x: x + size / 2 - lean, y: 110), Point(x: x - size / 2 - lean, y: 110),
                ]
            ]
        case 2:
            let count = dice.whole(2, high: 5)
            let pitch = size / Double(count)
            let lean = dice.number(-0.3, high: 0.3)
            return (0..<count * 2).map { pane in
                let left = x + Double(pane / 2) * pitch * 1.2 - size / 2
                let top = y + Double(pane % 2) * pitch * 1.3 + (left - x) * lean
                return Outline.rect(left, y: top, width: pitch, height: pitch * 1.1)
            }
        default:
            return [
                (0..<5).map { _ in Point(x: x + dice.number(-size, high: size), y: y + dice.number(-size, high: size)) }
            ]
        }
    }
}
