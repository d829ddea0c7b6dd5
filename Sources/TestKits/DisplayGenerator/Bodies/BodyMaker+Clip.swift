internal import Pixels

/// Finger oximeters.
extension BodyMaker {
    /// A clip on a finger, its long side in any of four directions to the text.
    mutating func addClip(_ dice: inout Dice) {
        let quarter = dice.whole(0, high: 3)
        let (wide, high) = quarter % 2 == 0 ? (face.width, 100.0) : (100.0, face.width)
        let side = dice.number(0.1, high: 0.5) * min(wide, high) + look.bezelMargin
        let (front, back) = (dice.number(0.15, high: 0.7) * wide, dice.number(0.2, high: 1.2) * wide)
        let shell = Self.shell(&dice)
        let area = (x: -wide / 2 - side, y: -high / 2 - front, width: wide + 2 * side, height: high + front + back)
        let start = shapes.count
        if dice.chance(0.75) { addFinger(area, using: &dice) }
        slab(
            area,
            corner: area.width * dice.number(0.15, high: 0.5),
            level: shell.level,
            tint: shell.tint,
            using: &dice
        )
        if dice.chance(0.5) {
            let inset = side * 0.4
            let points = Outline.rounded(
                area.x + inset,
                y: area.y + inset,
                width: area.width - 2 * inset,
                height: area.height * dice.number(0.6, high: 0.94),
                radius: area.width * 0.3,
                pieces: 8
            )
            shapes.append(Shape(points, paint: .cover(level: Float(dice.number(0.02, high: 0.3)), opacity: 1, tint: 0)))
        }
        let ink = Paint.cover(level: shell.level > 0.45 ? 0.15 : 0.85, opacity: 0.9, tint: 0)
        if back > 30 {
            let button = Outline.ellipse(0, y: high / 2 + back * 0.55, across: wide * 0.12, down: wide * 0.12)
            shapes.append(
                Shape(button, paint: .cover(level: Float(dice.number(0.2, high: 0.95)), opacity: 1, tint: shell.tint))
            )
        }
        if dice.chance(0.6) {
            let text = dice.pick(["PULSE OXIMETER", "SpO2", "OXI", "FINGERTIP", "A2", "C101", "X1805"])
            write(
                text.uppercased(),
                x: -wide * 0.4,
                y: -high / 2 - front * 0.6,
                size: min(front * 0.3, wide * 0.1),
                ink: ink,
                using: &dice
            )
        }
        turn(from: start, quarter: quarter)
        body = (face.width / 2 - 120, -80, 240, 260)
    }

    /// The finger that a clip holds, from below.
    mutating func addFinger(
        _ area: (x: Double, y: Double, width: Double, height: Double),
        using dice: inout Dice
    ) {
        let thick = area.width * dice.number(0.55, high: 0.95)
        let level = dice.number(0.35, high: 0.85)
        for step in 0..<4 {
            let wide = thick * (1 - 0.16 * Double(step))
            let points = Outline.rounded(
                -wide / 2,
                y: area.y + area.height * 0.5,
                width: wide,
                height: area.height * 0.5 + area.width * 4,
                radius: wide / 2
            )
            let paint = Paint.cover(
                level: Float(level * (0.82 + 0.06 * Double(step))),
                opacity: step == 0 ? 1 : 0.7,
                tint: Tint.skin
            )
            shapes.append(Shape(points, paint: paint))
        }
        if dice.chance(0.4) {
            let line = Outline.line(
                Point(x: -thick * 0.3, y: area.y + area.height * 1.3),
                to: Point(x: thick * 0.3, y: area.y + area.height * 1.32),
                thickness: thick * 0.03
            )
            shapes.append(Shape(line, paint: .cover(level: Float(level * 0.6), opacity: 0.5, tint: Tint.skin)))
        }
    }
}
