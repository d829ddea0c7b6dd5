internal import Pixels

/// Print on bodies.
extension BodyMaker {
    /// Words, figures and signs on the body, outside the display.
    mutating func addNotes(_ dice: inout Dice) {
        let isDark = dice.chance(0.5)
        let ink = Paint.cover(
            level: Float(isDark ? dice.number(0, high: 0.3) : dice.number(0.7, high: 1)),
            opacity: 0.85,
            tint: dice.pick([0, 0, 16, 19])
        )
        let texts = [
            "MAS & YEAR", "M3", "HEM-7120", "BP 786", "X2 SMART", "AUTOMATIC", "IHB", "1 2", "USER 1", "USER 2", "A/B",
            "CE 0197", "SN 2024051", "5 YEAR WARRANTY", "M", "OK", "SET", "START/STOP", "COMFORT", "TYPE BF", "3V",
        ]
        for _ in 0..<dice.whole(0, high: 4) {
            let size = dice.number(3.5, high: 12)
            let text = dice.pick(texts)
            let wide = Double(text.count) * size * 0.85
            let x = body.x + 4 + dice.unit() * max(body.width - wide - 8, 0)
            let y = body.y + 3 + dice.unit() * max(body.height - size - 6, 0)
            guard isOffGlass(x, y: y, width: wide, height: size) else { continue }
            if dice.chance(0.2) {
                power(x + size, y: y + size, size: size * 0.7, ink: ink)
            } else if dice.chance(0.2) {
                for shape in dice.pick(FaceSign.allCases).shapes(&dice) where shape.ink > 0 {
                    shapes.append(Shape(shape.points, paint: ink).moved(x + size, y: y + size, scale: size * 1.5))
                }
            } else {
                write(text, x: x, y: y, size: size, ink: ink, using: &dice)
            }
        }
    }

    private func isOffGlass(_ x: Double, y: Double, width: Double, height: Double) -> Bool {
        let margin = look.bezelMargin + height
        return face.panels.allSatisfy {
            x > $0.x + $0.width + margin || x + width + margin < $0.x || y > $0.y + $0.height + margin
                || y + height + margin < $0.y
        }
    }
}
