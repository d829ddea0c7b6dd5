internal import Pixels

/// Scales.
extension BodyMaker {
    /// A platform of glass with metal feet, and a person's feet at its edges.
    mutating func addPlatform(_ dice: inout Dice) {
        let side = face.width * dice.number(1.8, high: 4.2)
        let top = -dice.number(0.06, high: 0.3) * side
        let x = face.width / 2 - side / 2
        let level = dice.pick([
            dice.number(0.7, high: 0.95), dice.number(0.02, high: 0.15), dice.number(0.4, high: 0.7),
        ])
        let tint: UInt8 = dice.pick([0, 0, 0, 21, 4, 20, 10])
        let area = (x: x, y: top, width: side, height: side * dice.number(0.85, high: 1.1))
        slab(area, corner: side * dice.number(0.02, high: 0.15), level: level, tint: tint, using: &dice)
        if dice.chance(0.35) {
            for line in 1..<dice.whole(4, high: 12) {
                let points = Outline.rect(
                    x + side * 0.03,
                    y: top + area.height * Double(line) / 12,
                    width: side * 0.94,
                    height: 2
                )
                shapes.append(Shape(points, paint: .cover(level: Float(level * 0.8), opacity: 0.4, tint: tint)))
            }
        }
        for (along, down) in [(0.22, 0.35), (0.78, 0.35), (0.22, 0.8), (0.78, 0.8)] where dice.chance(0.6) {
            let size = side * dice.number(0.05, high: 0.09)
            let points = Outline.ellipse(
                x + side * along,
                y: top + area.height * down,
                across: size,
                down: size * dice.number(1, high: 1.5)
            )
            shapes.append(Shape(points, paint: .cover(level: 0.75, opacity: 0.9, tint: 0)))
        }
        if dice.chance(0.55) {
            for place in [0.3, 0.7] {
                addFoot(
                    x + side * place,
                    y: max(top + area.height * dice.number(0.4, high: 0.75), 135),
                    size: side * 0.1,
                    using: &dice
                )
            }
        }
        let ink = Paint.cover(level: level > 0.45 ? 0.2 : 0.85, opacity: 0.8, tint: 0)
        if dice.chance(0.6) {
            write(
                dice.pick(["BODY ANALYSER", "SCALE", "MAX 180 KG D=100 G", "MAX 150KG", "GLASS"]),
                x: x + side * 0.1,
                y: 115,
                size: side * dice.number(0.012, high: 0.03),
                ink: ink,
                using: &dice
            )
        }
        body = area
    }

    /// A foot whose toes point up.
    mutating func addFoot(_ x: Double, y: Double, size: Double, using dice: inout Dice) {
        let level = dice.number(0.35, high: 0.85)
        func part(_ x: Double, y: Double, across: Double, down: Double, shade: Double) {
            let points = Outline.ellipse(x, y: y, across: across, down: down)
            shapes.append(Shape(points, paint: .cover(level: Float(level * shade), opacity: 1, tint: Tint.skin)))
        }
        part(x, y: y + size * 2.2, across: size, down: size * 2.2, shade: 0.92)
        part(x, y: y + size * 2.2, across: size * 0.7, down: size * 1.9, shade: 1)
        let isLeft = x < face.width / 2
        for toe in 0..<5 {
            let along = (Double(toe) - 2) * 0.4 * (isLeft ? -1 : 1)
            let big = toe == 0 ? 0.28 : 0.2
            part(
                x + along * size,
                y: y + size * (0.1 + 0.09 * Double(toe)),
                across: big * size,
                down: big * size * 1.3,
                shade: 0.95
            )
        }
    }

    /// A kitchen scale below its plate, or a luggage scale with its hook.
    mutating func addScale(_ dice: inout Dice) {
        let shell = Self.shell(&dice)
        let isHanging = dice.chance(0.45)
        let margin =
            face.width * (isHanging ? dice.number(0.08, high: 0.3) : dice.number(0.25, high: 0.9)) + look.bezelMargin
        let (above, below) = (
            isHanging ? dice.number(20, high: 70) : dice.number(15, high: 40), dice.number(25, high: 110)
        )
        let area = (x: -margin, y: -above, width: face.width + 2 * margin, height: 100 + above + below)
        let ink = Paint.cover(level: shell.level > 0.45 ? 0.2 : 0.9, opacity: 0.85, tint: 0)
        let middle = face.width / 2
        if isHanging {
            let strap = Paint.cover(
                level: Float(dice.number(0.05, high: 0.7)),
                opacity: 1,
                tint: dice.pick(Tint.shells)
            )
            let wide = dice.number(12, high: 40)
            shapes.append(
                Shape(Outline.rect(middle - wide, y: 100 + below - 20, width: 2 * wide, height: 600), paint: strap)
            )
            shapes.append(Shape(Outline.ellipse(middle, y: -above - 30, across: 60, down: 60), paint: strap))
        } else {
            let plate = Outline.ellipse(
                middle,
                y: -above - area.width * 0.4,
                across: area.width * 0.48,
                down: area.width * 0.4
            )
            shapes.append(Shape(plate, paint: .cover(level: Float(dice.number(0.4, high: 0.9)), opacity: 1, tint: 0)))
        }
        slab(area, corner: dice.number(10, high: 80), level: shell.level, tint: shell.tint, using: &dice)
        if !isHanging {
            key(-margin * 0.5, y: 50, size: margin * 0.25, ink: ink, using: &dice)
            key(face.width + margin * 0.5, y: 50, size: margin * 0.25, ink: ink, using: &dice)
        } else {
            key(middle - face.width * 0.2, y: 100 + below * 0.55, size: below * 0.25, ink: ink, using: &dice)
            key(middle + face.width * 0.2, y: 100 + below * 0.55, size: below * 0.25, ink: ink, using: &dice)
        }
        if dice.chance(0.5) {
            write(
                dice.pick(["50 KG", "MAX 5KG D 1G", "110 LB", "LUGGAGE", "KITCHEN"]),
                x: middle - 60,
                y: -above * 0.75,
                size: above * 0.35,
                ink: ink,
                using: &dice
            )
        }
        body = area
    }
}
