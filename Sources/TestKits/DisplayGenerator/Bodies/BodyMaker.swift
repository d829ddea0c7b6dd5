internal import Pixels

/// Builds the body of a device of a family around its display.
struct BodyMaker {
    let face: Face
    let look: PanelLook
    /// The body around the display: x, y, width, height.
    var body: (x: Double, y: Double, width: Double, height: Double)
    /// The body, the parts below it, print and buttons, in drawing order.
    var shapes: [Shape] = []

    /// A body with a shadow, a lighter upper side and rounded corners.
    mutating func slab(
        _ area: (x: Double, y: Double, width: Double, height: Double),
        corner: Double,
        level: Double,
        tint: UInt8,
        using dice: inout Dice
    ) {
        func plate(_ inset: Double, level: Double, opacity: Double) -> Shape {
            let points = Outline.rounded(
                area.x + inset,
                y: area.y + inset,
                width: area.width - 2 * inset,
                height: area.height - 2 * inset,
                radius: corner,
                pieces: 9
            )
            return Shape(points, paint: .cover(level: Float(level), opacity: Float(opacity), tint: tint))
        }
        let (right, down) = (dice.number(-8, high: 8), dice.number(0, high: 10))
        for step in 1...4 {
            shapes.append(
                plate(-Double(step), level: 0, opacity: 0.13).moved(
                    right * Double(step) / 4,
                    y: down * Double(step) / 4
                )
            )
        }
        let soft = min(area.width, area.height) * 0.04
        shapes.append(plate(0, level: level * 0.82, opacity: 1))
        for step in 1...3 {
            shapes.append(plate(soft * Double(step), level: level * (0.82 + 0.06 * Double(step)), opacity: 0.8))
        }
    }

    static func shell(_ dice: inout Dice) -> (level: Double, tint: UInt8) {
        let level = dice.pick([
            dice.number(0.72, high: 0.98), dice.number(0.72, high: 0.98), dice.number(0.3, high: 0.7),
            dice.number(0.03, high: 0.2),
        ])
        return (level, dice.pick(Tint.shells))
    }

    /// Rotates shapes around the display's centre, which is their origin.
    mutating func turn(from start: Int, quarter: Int) {
        let (cosine, sine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][quarter % 4]
        for index in start..<shapes.count {
            shapes[index].points = shapes[index].points.map {
                Point(x: face.width / 2 + $0.x * cosine - $0.y * sine, y: 50 + $0.x * sine + $0.y * cosine)
            }
        }
    }

    /// A button with its sign or word.
    mutating func key(_ x: Double, y: Double, size: Double, ink: Paint, using dice: inout Dice) {
        let points = Outline.rounded(
            x - size,
            y: y - size * 0.6,
            width: size * 2,
            height: size * 1.2,
            radius: size * 0.5
        )
        shapes.append(
            Shape(
                points,
                paint: .cover(level: Float(dice.number(0.1, high: 0.95)), opacity: 1, tint: dice.pick(Tint.shells))
            )
        )
        if dice.chance(0.35) {
            power(x, y: y, size: size * 0.35, ink: ink)
        } else {
            write(
                dice.pick(["M", "OK", "SET", "MODE", "C/F", "+", "UNIT", "TARE", "ON"]),
                x: x - size * 0.5,
                y: y - size * 0.25,
                size: size * 0.5,
                ink: ink,
                using: &dice
            )
        }
    }

    /// The sign of a switch: a ring with a bar.
    mutating func power(_ x: Double, y: Double, size: Double, ink: Paint) {
        let ring = (1..<12).map { step in
            let angle = (Double(step) / 12 - 0.25) * 2 * Double.pi
            return (x + size * Angle.cosine(angle), y + size * Angle.sine(angle))
        }
        for piece in Outline.path(ring, thickness: size * 0.25) { shapes.append(Shape(piece, paint: ink)) }
        let bar = Outline.line(
            Point(x: x, y: y - size * 1.2),
            to: Point(x: x, y: y - size * 0.2),
            thickness: size * 0.25
        )
        shapes.append(Shape(bar, paint: ink))
    }

    /// Prints capital letters and figures.
    mutating func write(_ text: String, x: Double, y: Double, size: Double, ink: Paint, using dice: inout Dice) {
        let run = StrokeFont(&dice, isDisplay: false).draw(text.uppercased())
        shapes += run.placed(x: x, y: y, height: size).map { Shape($0.points, paint: ink) }
    }
}
