internal import Pixels

/// Thermometers.
extension BodyMaker {
    /// A pen: a long body, a thin tip at one end, a button at the other.
    mutating func addPen(_ dice: inout Dice) {
        let shell = Self.shell(&dice)
        let high = 100 * dice.number(1.2, high: 2)
        let (near, far) = (dice.number(0.15, high: 0.7) * face.width, dice.number(0.5, high: 1.8) * face.width)
        let isTipLeft = dice.chance(0.5)
        let (left, right) = isTipLeft ? (-far, face.width + near) : (-near, face.width + far)
        let length = face.width * dice.number(0.8, high: 1.8)
        let (thick, thin) = (high * dice.number(0.55, high: 0.9), high * dice.number(0.16, high: 0.3))
        let (root, end) = isTipLeft ? (left + 20, left - length) : (right - 20, right + length)
        func tip(_ from: Double, to: Double, start: Double, stop: Double, level: Double) -> Shape {
            let points = [
                Point(x: from, y: 50 - start / 2), Point(x: to, y: 50 - stop / 2), Point(x: to, y: 50 + stop / 2),
                Point(x: from, y: 50 + start / 2),
            ]
            return Shape(points, paint: .cover(level: Float(level), opacity: 1, tint: shell.tint))
        }
        shapes.append(tip(root, to: end, start: thick, stop: thin, level: shell.level * 0.85))
        shapes.append(tip(root, to: end, start: thick * 0.6, stop: thin * 0.6, level: shell.level))
        let metal = end + (isTipLeft ? -1 : 1) * high * dice.number(0.3, high: 0.7)
        shapes.append(tip(end, to: metal, start: thin, stop: thin * 0.9, level: 0.7))
        shapes.append(
            Shape(
                Outline.ellipse(metal, y: 50, across: thin * 0.45, down: thin * 0.45),
                paint: .cover(level: 0.75, opacity: 1, tint: 0)
            )
        )
        slab(
            (left, 50 - high / 2, right - left, high),
            corner: high * dice.number(0.15, high: 0.5),
            level: shell.level,
            tint: shell.tint,
            using: &dice
        )
        let button = isTipLeft ? face.width + near * 0.6 : -near * 0.6
        if near > 40 {
            let points = Outline.ellipse(button, y: 50, across: near * 0.22, down: high * 0.2)
            shapes.append(
                Shape(
                    points,
                    paint: .cover(level: Float(dice.number(0.1, high: 0.9)), opacity: 1, tint: dice.pick(Tint.shells))
                )
            )
        }
        let ink = Paint.cover(level: shell.level > 0.45 ? 0.15 : 0.9, opacity: 0.85, tint: dice.pick([0, 19, 0]))
        let text = dice.pick(["DIGITAL", "THERMO", "°C", "FLEX", "10 SEC", "MT-101", "CLINICAL"])
        if dice.chance(0.65) {
            let x = isTipLeft ? -far * 0.75 : face.width + far * 0.25
            write(text.uppercased(), x: x, y: 40, size: dice.number(14, high: 26), ink: ink, using: &dice)
        }
        body = (left, 50 - high / 2, right - left, high)
    }

    /// A handle with a head, a large button and a few small ones.
    mutating func addHandle(_ dice: inout Dice) {
        let shell = Self.shell(&dice)
        let margin = dice.number(0.1, high: 0.4) * face.width + look.bezelMargin
        let (above, below) = (dice.number(20, high: 90), dice.number(60, high: 260))
        let area = (x: -margin, y: -above, width: face.width + 2 * margin, height: 100 + above + below)
        if dice.chance(0.6) {
            let across = area.width * dice.number(0.3, high: 0.62)
            let points = Outline.ellipse(
                face.width / 2,
                y: -above,
                across: across,
                down: across * dice.number(0.4, high: 0.9)
            )
            shapes.append(Shape(points, paint: .cover(level: Float(shell.level * 0.75), opacity: 1, tint: shell.tint)))
        }
        slab(
            area,
            corner: area.width * dice.number(0.12, high: 0.5),
            level: shell.level,
            tint: shell.tint,
            using: &dice
        )
        let ink = Paint.cover(level: shell.level > 0.45 ? 0.2 : 0.9, opacity: 0.85, tint: 0)
        let color = dice.pick(Tint.shells)
        let size = min(below * 0.2, face.width * 0.22)
        let points = Outline.ellipse(
            face.width / 2,
            y: 100 + below * 0.4,
            across: size * dice.number(1, high: 1.5),
            down: size
        )
        shapes.append(Shape(points, paint: .cover(level: Float(dice.number(0.1, high: 0.9)), opacity: 1, tint: color)))
        for place in [0.2, 0.8] where dice.chance(0.6) {
            key(
                face.width * place,
                y: 100 + below * dice.number(0.65, high: 0.85),
                size: size * 0.5,
                ink: ink,
                using: &dice
            )
        }
        if above > 30, dice.chance(0.6) {
            write(
                dice.pick(["THERMOMETER", "INFRARED", "NON CONTACT", "THERMO", "HT-820"]),
                x: 0,
                y: -above * 0.6,
                size: above * 0.2,
                ink: ink,
                using: &dice
            )
        }
        body = area
    }
}
