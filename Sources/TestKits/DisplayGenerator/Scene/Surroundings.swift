internal import Pixels

/// The surroundings of the devices, in a photo with a longer side of 1.
struct Surroundings: Sendable {
    var level: Double
    var tint: UInt8
    /// A grid of 12 by 12 brightness deviations, stretched over the photo, and its strength.
    var grain: [Float]
    var grainStrength: Double
    var shapes: [Shape] = []
    /// Objects over the devices at the edge of the photo.
    var front: [Shape] = []

    init(_ dice: inout Dice) {
        level = dice.pick([dice.number(0.05, high: 0.35), dice.number(0.3, high: 0.7), dice.number(0.6, high: 0.95)])
        tint = dice.pick(Tint.surroundings)
        grain = (0..<144).map { _ in Float(dice.number(-1, high: 1)) }
        grainStrength = dice.number(0, high: 0.25)
        let density = dice.weighted([0.3, 0.4, 0.3])
        if dice.chance(0.45) { addStripes(&dice) }
        if dice.chance(0.35) { addTableEdge(&dice) }
        for _ in 0..<dice.whole(0, high: density * 5) { addClutter(&dice) }
        if dice.chance(0.3) { addFinger(&dice) }
        if dice.chance(0.1) { addFinger(&dice) }
    }

    private func paint(_ dice: inout Dice, opacity: Double) -> Paint {
        .cover(level: Float(dice.number(0.02, high: 0.98)), opacity: Float(opacity), tint: dice.pick(Tint.surroundings))
    }

    private mutating func addStripes(_ dice: inout Dice) {
        let angle = dice.number(0, high: 3.14)
        let (cosine, sine) = (Angle.cosine(angle), Angle.sine(angle))
        let pitch = dice.scale(0.02, high: 0.2)
        let isCheck = dice.chance(0.3)
        let opacity = dice.number(0.05, high: 0.6)
        let dark = dice.chance(0.5)
        var place = -1.0
        while place < 1.5 {
            let width = pitch * dice.number(0.2, high: 0.8)
            for turn in 0..<(isCheck ? 2 : 1) {
                let (ux, uy) = turn == 0 ? (cosine, sine) : (-sine, cosine)
                let middle = Point(x: 0.5 + (place - 0.25) * -uy, y: 0.5 + (place - 0.25) * ux)
                let line = Outline.line(
                    Point(x: middle.x - 1.5 * ux, y: middle.y - 1.5 * uy),
                    to: Point(x: middle.x + 1.5 * ux, y: middle.y + 1.5 * uy),
                    thickness: width
                )
                let gray = dark ? dice.number(0, high: 0.3) : dice.number(0.4, high: 1)
                shapes.append(
                    Shape(
                        line,
                        paint: .cover(
                            level: Float(gray),
                            opacity: Float(opacity * dice.number(0.3, high: 1)),
                            tint: tint
                        )
                    )
                )
            }
            place += pitch * dice.number(0.8, high: 1.2)
        }
    }

    private mutating func addTableEdge(_ dice: inout Dice) {
        let y = dice.number(0.1, high: 0.9)
        let slope = dice.number(-0.4, high: 0.4)
        let points = [
            Point(x: -1, y: y - slope), Point(x: 2, y: y + slope), Point(x: 2, y: dice.chance(0.5) ? 3 : -2),
            Point(x: -1, y: dice.chance(0.5) ? 3 : -2),
        ]
        shapes.append(Shape(points, paint: paint(&dice, opacity: 0.9)))
    }

    private mutating func addClutter(_ dice: inout Dice) {
        let (x, y, size) = (dice.unit(), dice.unit(), dice.scale(0.02, high: 0.3))
        let color = paint(&dice, opacity: dice.number(0.4, high: 1))
        switch dice.whole(0, high: 4) {
        case 0:
            shapes.append(
                Shape(
                    Outline.ellipse(
                        x,
                        y: y,
                        across: size,
                        down: size * dice.number(0.3, high: 1),
                        turned: dice.number(0, high: 3)
                    ),
                    paint: color
                )
            )
        case 1:
            shapes.append(
                Shape(
                    Outline.rounded(x, y: y, width: size * dice.number(0.5, high: 2), height: size, radius: size * 0.2),
                    paint: color
                )
            )
        case 2:
            let end = Point(x: x + dice.number(-0.6, high: 0.6), y: y + dice.number(-0.6, high: 0.6))
            shapes.append(Shape(Outline.line(Point(x: x, y: y), to: end, thickness: size * 0.15), paint: color))
        case 3:
            let text = dice.pick([
                "TAKE 2 A DAY", "NOTES", "120", "2026", "MEDICINE", "50", "CALENDAR 11", "A4",
                "\(dice.whole(1, high: 999))",
                "\(dice.whole(10, high: 99))",
            ])
            let run = StrokeFont(&dice, isDisplay: false).draw(text)
            for shape in run.placed(x: x - 0.2, y: y, height: size * 0.3) {
                shapes.append(Shape(shape.points, paint: color))
            }
        default:
            let corners = (0..<4).map { _ in
                Point(x: x + dice.number(-size, high: size), y: y + dice.number(-size, high: size))
            }
            shapes.append(Shape(corners, paint: color))
        }
    }

    /// Adds a finger or a thumb that reaches in from the edge.
    private mutating func addFinger(_ dice: inout Dice) {
        let side = dice.whole(0, high: 3)
        let along = dice.unit()
        let size = dice.chance(0.2) ? dice.number(0.15, high: 0.4) : dice.number(0.06, high: 0.16)
        let reach = dice.number(0, high: 0.14)
        let places = [
            (along, 1 - reach + size), (along, reach - size), (1 - reach + size, along), (reach - size, along),
        ]
        let (x, y) = places[side]
        let level = dice.number(0.3, high: 0.85)
        for step in 0..<5 {
            let shrink = 1 - Double(step) * 0.16
            let long = size * dice.number(1.4, high: 1.8) * shrink
            let across = side < 2 ? (size * shrink, long) : (long, size * shrink)
            let points = Outline.ellipse(x, y: y, across: across.0, down: across.1)
            let gray = level * (0.8 + 0.07 * Double(step))
            front.append(
                Shape(points, paint: .cover(level: Float(gray), opacity: step == 0 ? 1 : 0.6, tint: Tint.skin))
            )
        }
    }
}

extension Surroundings {
    /// Draws everything below the devices.
    func draw(on canvas: inout Canvas, side: Double) {
        let area = Outline.rect(0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
        canvas.fill(area, paint: .cover(level: Float(level), opacity: 1, tint: tint))
        for shape in shapes { canvas.fill(shape.moved(0, y: 0, scale: side).points, paint: shape.paint) }
        let strength = Float(grainStrength)
        for y in 0..<canvas.height {
            let down = Float(y) / Float(canvas.height) * 10.99
            let row = Int(down)
            let dy = down - Float(row)
            for x in 0..<canvas.width {
                let along = Float(x) / Float(canvas.width) * 10.99
                let column = Int(along)
                let dx = along - Float(column)
                let place = row * 12 + column
                let upper = grain[place] + (grain[place + 1] - grain[place]) * dx
                let lower = grain[place + 12] + (grain[place + 13] - grain[place + 12]) * dx
                canvas.levels[y * canvas.width + x] *= 1 + strength * (upper + (lower - upper) * dy)
            }
        }
    }

    /// Draws everything over the devices, unless it would cover a row.
    func drawFront(on canvas: inout Canvas, side: Double, sparing rows: [DrawnRow]) {
        let areas = rows.filter(\.isValue).map { $0.box.bounds }
        let shapes = front.map { $0.moved(0, y: 0, scale: side) }
        let points = shapes.flatMap(\.points)
        guard let first = points.first else { return }
        let left = points.reduce(first.x) { min($0, $1.x) }
        let right = points.reduce(first.x) { max($0, $1.x) }
        let top = points.reduce(first.y) { min($0, $1.y) }
        let bottom = points.reduce(first.y) { max($0, $1.y) }
        let covers = areas.contains { area in
            left < Double(area.x + area.width) && right > Double(area.x) && top < Double(area.y + area.height)
                && bottom > Double(area.y)
        }
        guard !covers else { return }
        for shape in shapes { canvas.fill(shape.points, paint: shape.paint) }
    }
}
