internal import Pixels

/// A sign on a display other than a character; some look like one.
enum FaceSign: CaseIterable, Sendable {
    case heart, hollowHeart, person, bell, battery, arrow, drop, smile, memory, speaker, pulse, thermometer, lock, cuff

    /// Its polygons, in a box of 1 by 1 around the origin, each with the ink that it adds or takes.
    func shapes(_ dice: inout Dice) -> [(points: [Point], ink: Double)] {
        switch self {
        case .heart: Self.heart(1).map { ($0, 1) }
        case .hollowHeart: Self.heart(1).map { ($0, 1) } + Self.heart(0.66).map { ($0, -1) }
        case .person:
            [
                (Outline.ellipse(0, y: -0.32, across: 0.17, down: 0.17), 1),
                (Outline.rounded(-0.3, y: -0.1, width: 0.6, height: 0.6, radius: 0.24), 1),
            ]
        case .bell:
            [
                (
                    Outline.polygon([(-0.1, -0.4), (0.1, -0.4), (0.27, -0.1), (0.3, 0.25), (-0.3, 0.25), (-0.27, -0.1)]
                    ), 1
                ),
                (Outline.rect(-0.42, y: 0.22, width: 0.84, height: 0.1), 1),
                (Outline.ellipse(0, y: 0.4, across: 0.1, down: 0.09), 1),
            ]
        case .battery: Self.battery(level: dice.whole(0, high: 3))
        case .arrow: Self.arrow(isLeft: dice.chance(0.5))
        case .drop:
            [
                (Outline.polygon([(0, -0.5), (0.26, 0.05), (-0.26, 0.05)]), 1),
                (Outline.ellipse(0, y: 0.18, across: 0.3, down: 0.3), 1),
            ]
        case .smile: Self.smile(isGlad: dice.chance(0.6))
        case .memory:
            Self.box(line: 0.08)
                + Outline.path([(-0.22, 0.28), (-0.22, -0.28), (0, 0.08), (0.22, -0.28), (0.22, 0.28)], thickness: 0.1)
                .map { ($0, 1) }
        case .speaker: Self.loudspeaker
        case .pulse:
            Outline.path(
                [(-0.5, 0.1), (-0.25, 0.1), (-0.12, -0.35), (0.05, 0.4), (0.18, -0.05), (0.28, 0.1), (0.5, 0.1)],
                thickness: 0.09
            ).map { ($0, 1) }
        case .thermometer:
            [
                (Outline.rounded(-0.1, y: -0.5, width: 0.2, height: 0.75, radius: 0.1), 1),
                (Outline.ellipse(0, y: 0.3, across: 0.2, down: 0.2), 1),
            ]
        case .lock:
            [
                (Outline.rounded(-0.2, y: -0.5, width: 0.4, height: 0.6, radius: 0.2), 1),
                (Outline.rounded(-0.1, y: -0.4, width: 0.2, height: 0.6, radius: 0.1), -1),
                (Outline.rect(-0.32, y: -0.05, width: 0.64, height: 0.5), 1),
            ]
        case .cuff:
            [
                (Outline.ellipse(0, y: 0, across: 0.42, down: 0.42), 1),
                (Outline.ellipse(0, y: 0, across: 0.26, down: 0.26), -1),
                (Outline.rect(0.1, y: -0.5, width: 0.2, height: 0.4), 1),
            ]
        }
    }

    private static var loudspeaker: [(points: [Point], ink: Double)] {
        [
            (
                Outline.polygon([
                    (-0.4, -0.15), (-0.2, -0.15), (0.05, -0.4), (0.05, 0.4), (-0.2, 0.15), (-0.4, 0.15),
                ]), 1
            ),
            (Outline.line(Point(x: 0.2, y: -0.18), to: Point(x: 0.2, y: 0.18), thickness: 0.08), 1),
            (Outline.line(Point(x: 0.36, y: -0.3), to: Point(x: 0.36, y: 0.3), thickness: 0.08), 1),
        ]
    }

    private static func heart(_ size: Double) -> [[Point]] {
        [
            Outline.ellipse(-0.23 * size, y: -0.14 * size, across: 0.27 * size, down: 0.27 * size),
            Outline.ellipse(0.23 * size, y: -0.14 * size, across: 0.27 * size, down: 0.27 * size),
            Outline.polygon([(-0.46, 0.02), (0, -0.15), (0.46, 0.02), (0, 0.5)].map { ($0.0 * size, $0.1 * size) }),
        ]
    }

    private static func battery(level: Int) -> [(points: [Point], ink: Double)] {
        var shapes: [(points: [Point], ink: Double)] = [
            (Outline.rect(-0.5, y: -0.27, width: 0.9, height: 0.54), 1),
            (Outline.rect(-0.42, y: -0.19, width: 0.74, height: 0.38), -1),
            (Outline.rect(0.4, y: -0.1, width: 0.1, height: 0.2), 1),
        ]
        for bar in 0..<level {
            shapes.append((Outline.rect(-0.38 + 0.23 * Double(bar), y: -0.14, width: 0.18, height: 0.28), 1))
        }
        return shapes
    }

    private static func arrow(isLeft: Bool) -> [(points: [Point], ink: Double)] {
        let side = isLeft ? -1.0 : 1
        return [(Outline.polygon([(0.4 * side, 0), (-0.35 * side, -0.4), (-0.35 * side, 0.4)]), 1)]
    }

    private static func smile(isGlad: Bool) -> [(points: [Point], ink: Double)] {
        let mouth = isGlad ? [(-0.22, 0.1), (0, 0.24), (0.22, 0.1)] : [(-0.22, 0.24), (0, 0.12), (0.22, 0.24)]
        return [
            (Outline.ellipse(0, y: 0, across: 0.5, down: 0.5), 1),
            (Outline.ellipse(0, y: 0, across: 0.4, down: 0.4), -1),
            (Outline.ellipse(-0.17, y: -0.12, across: 0.07, down: 0.09), 1),
            (Outline.ellipse(0.17, y: -0.12, across: 0.07, down: 0.09), 1),
        ] + Outline.path(mouth, thickness: 0.09).map { ($0, 1) }
    }

    private static func box(line: Double) -> [(points: [Point], ink: Double)] {
        [
            (Outline.rounded(-0.5, y: -0.5, width: 1, height: 1, radius: 0.15), 1),
            (Outline.rounded(-0.5 + line, y: -0.5 + line, width: 1 - 2 * line, height: 1 - 2 * line, radius: 0.1), -1),
        ]
    }

}

extension Outline {
    /// A polygon by its corners.
    static func polygon(_ corners: [(Double, Double)]) -> [Point] { corners.map { Point(x: $0.0, y: $0.1) } }

    /// A thick line through points, as its pieces.
    static func path(_ points: [(Double, Double)], thickness: Double) -> [[Point]] {
        zip(points, points.dropFirst()).map {
            line(Point(x: $0.0, y: $0.1), to: Point(x: $1.0, y: $1.1), thickness: thickness, beyond: 0.25)
        }
    }
}

extension Face {
    /// Draws a sign within the glass that touches no row; false if there is no room.
    @discardableResult
    mutating func sign(_ sign: FaceSign, x: Double, y: Double, size: Double, using dice: inout Dice) -> Bool {
        let half = size / 2
        let isInside = panels.contains {
            x - half > $0.x && x + half < $0.x + $0.width && y - half > $0.y && y + half < $0.y + $0.height
        }
        guard isInside, isFree(x: x - half * 1.1, y: y - half * 1.1, width: size * 1.1, height: size * 1.1) else {
            return false
        }
        signs.append((x - half, y - half, size, size))
        let ink = dice.number(0.75, high: 1)
        for shape in sign.shapes(&dice) {
            let amount = Float(shape.ink > 0 ? ink : -ink)
            shapes.append(Shape(shape.points, paint: .ink(amount)).moved(x, y: y, scale: size))
        }
        return true
    }

    /// Draws signs at the sides of the rows with values, near enough to be taken for one of their characters.
    mutating func addSigns(_ dice: inout Dice) {
        for row in rows where row.isValue && dice.chance(0.45) {
            let size = row.height * dice.pick([dice.number(0.2, high: 0.45), dice.number(0.4, high: 0.95)])
            let gap = row.height * dice.number(0.12, high: 0.5) + size / 2
            let x = dice.chance(0.6) ? row.x - gap : row.x + row.width + gap
            let y = row.y + row.height * dice.pick([0.25, 0.5, 0.75]) + dice.number(-0.1, high: 0.1) * row.height
            sign(
                dice.pick(FaceSign.allCases),
                x: x,
                y: min(max(y, size / 2 + 1), 99 - size / 2),
                size: size,
                using: &dice
            )
        }
        for _ in 0..<dice.whole(0, high: 3) {
            let size = dice.number(6, high: 15)
            sign(
                dice.pick(FaceSign.allCases),
                x: dice.number(0, high: width),
                y: dice.pick([dice.number(size / 2, high: 16), dice.number(84, high: 100 - size / 2)]),
                size: size,
                using: &dice
            )
        }
    }

    /// Draws with one of the display's other colours.
    mutating func shine(_ lamp: UInt8, _ draw: (inout Face) -> Void) {
        let start = shapes.count
        draw(&self)
        guard lamp > 0 else { return }
        for index in start..<shapes.count {
            if case .ink(let amount) = shapes[index].paint { shapes[index].paint = .lamp(amount, number: lamp) }
        }
    }

    /// Draws the symbol of a temperature's unit behind a row, raised or at its foot.
    mutating func degrees(_ unit: String, behind row: FaceRow, using dice: inout Dice) {
        let size = row.height * dice.number(0.28, high: 0.58)
        let x = row.x + row.width + row.height * dice.number(0.08, high: 0.3)
        let y = row.y + (dice.chance(0.65) ? 0 : row.height - size)
        let ring = size * dice.number(0.14, high: 0.22)
        let wide = ring * 2 + size * 0.75
        guard x + wide < width * 0.99, isFree(x: x, y: y, width: wide, height: size) else { return }
        signs.append((x, y, wide, size))
        let place = y + ring
        shapes.append(Shape(Outline.ellipse(x + ring, y: place, across: ring, down: ring), paint: .ink(0.95)))
        shapes.append(
            Shape(Outline.ellipse(x + ring, y: place, across: ring * 0.5, down: ring * 0.5), paint: .ink(-0.95))
        )
        if dice.chance(0.5), case .segments = font {
            let run = font.small.draw(unit, using: &dice)
            shapes += run.placed(x: x + ring * 2.5, y: y, height: size)
        } else {
            label(unit, x: x + ring * 2.5, y: y, height: size)
        }
    }
}
