internal import Pixels

/// The straps, tubes and cuffs attached to blood-pressure monitors.
extension BodyMaker {
    /// A band around an arm, across the body's upper and lower side.
    mutating func addStrap(_ dice: inout Dice) {
        let level = dice.number(0.03, high: 0.6)
        let tint = dice.pick(Tint.shells)
        let (wide, x) = (body.width * dice.number(0.75, high: 1.2), body.x + body.width / 2)
        let skin = dice.number(0.35, high: 0.8)
        let isAcross = dice.chance(0.5)
        func band(_ wide: Double, long: Double, level: Double, tint: UInt8) -> Shape {
            let (across, down) = isAcross ? (long, wide) : (wide, long)
            let points = Outline.rounded(
                x - across / 2,
                y: body.y + body.height / 2 - down / 2,
                width: across,
                height: down,
                radius: 30
            )
            return Shape(points, paint: .cover(level: Float(level), opacity: 1, tint: tint))
        }
        var below: [Shape] = []
        if dice.chance(0.6) {
            let (across, down) = isAcross ? (wide * 1.3, 2_000.0) : (2_000.0, wide * 1.3)
            let points = Outline.rect(
                x - across / 2,
                y: body.y + body.height / 2 - down / 2,
                width: across,
                height: down
            )
            below.append(Shape(points, paint: .cover(level: Float(skin), opacity: 1, tint: Tint.skin)))
        }
        below.append(
            band(wide, long: max(body.height, body.width) * dice.number(1.6, high: 2.4), level: level * 0.8, tint: tint)
        )
        below.append(band(wide * 0.93, long: max(body.height, body.width) * 1.55, level: level, tint: tint))
        shapes.insert(contentsOf: below, at: 0)
    }

    /// The tube of a cuff, and the cuff's cloth with its print.
    mutating func addTube(_ dice: inout Dice) {
        guard dice.chance(0.4) else { return }
        let level = dice.number(0.02, high: 0.5)
        let side = dice.chance(0.5) ? body.x : body.x + body.width
        let away = side > 0 ? 1.0 : -1
        var points = [(side - away * 10, body.y + body.height * dice.number(0.1, high: 0.9))]
        var (dx, dy) = (away * 40, dice.number(-30, high: 30))
        for _ in 0..<8 {
            let last = points[points.count - 1]
            points.append((last.0 + dx, last.1 + dy))
            dx += dice.number(-15, high: 15)
            dy += dice.number(-25, high: 25)
        }
        var below: [Shape] = []
        if dice.chance(0.5), let end = points.last {
            let size = dice.number(120, high: 320)
            let cloth = Outline.rounded(
                end.0 - size,
                y: end.1 - size * 0.4,
                width: 2 * size,
                height: size * 0.9,
                radius: 20
            )
            below.append(
                Shape(cloth, paint: .cover(level: Float(level * 0.9), opacity: 1, tint: dice.pick([0, 0, 19, 25])))
            )
            let ink = Paint.cover(level: 0.9, opacity: 0.8, tint: 0)
            let text = dice.pick(["22-32 CM", "INDEX", "ARTERY", "LEFT ARM", "22 - 42 CM", "9-17 IN", "MAX"])
            let run = StrokeFont(&dice, isDisplay: false).draw(text)
            below += run.placed(x: end.0 - size * 0.7, y: end.1 - size * 0.1, height: size * 0.1).map {
                Shape($0.points, paint: ink)
            }
        }
        for piece in Outline.path(points, thickness: dice.number(6, high: 14)) {
            below.append(Shape(piece, paint: .cover(level: Float(level), opacity: 1, tint: 0)))
        }
        shapes.insert(contentsOf: below, at: 0)
    }
}
