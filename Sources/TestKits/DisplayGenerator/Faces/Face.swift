internal import Pixels

/// The content of a display, in a plane in which the display is 100 high.
struct Face: Sendable {
    var width: Double
    let height = 100.0
    /// The glass panels, one or an additional one for the pulse: x, y, width, height.
    var panels: [(x: Double, y: Double, width: Double, height: Double)]
    var shapes: [Shape] = []
    var rows: [FaceRow] = []
    /// The places of signs other than characters: x, y, width, height.
    var signs: [(x: Double, y: Double, width: Double, height: Double)] = []
    let font: FaceFont
    var labels: StrokeFont

    init(width: Double, font: FaceFont, labels: StrokeFont) {
        self.width = width
        self.font = font
        self.labels = labels
        panels = [(0, 0, width, 100)]
    }

    /// Draws a text with a digit height, aligned to end, begin or be centred at x; shrinks it if too wide.
    @discardableResult
    mutating func add(
        _ text: String,
        field: String,
        isValue: Bool = true,
        x: Double,
        y: Double,
        height wanted: Double,
        limit: Double,
        align: Double = 1,
        font own: FaceFont? = nil,
        using dice: inout Dice
    ) -> FaceRow {
        let run = (own ?? (isValue ? font : font.small)).draw(text, using: &dice)
        let height = min(wanted, min(limit, space(x: x, align: align)) / max(run.width, 0.05))
        let start = x - align * run.width * height
        let top = y + (wanted - height) / 2
        shapes += run.placed(x: start, y: top, height: height)
        let row = FaceRow(
            text: text,
            field: field,
            isValue: isValue,
            x: start,
            y: top,
            width: run.width * height,
            height: height,
            point: run.point * height,
            points: run.points.map { Point(x: start + ($0.x - run.left) * height, y: top + $0.y * height) }
        )
        rows.append(row)
        return row
    }

    /// The maximum width of a text that stays on the glass.
    private func space(x: Double, align: Double) -> Double {
        let (left, right) = (width * 0.015, width * 0.985)
        let before = align > 0 ? (x - left) / align : width
        let behind = align < 1 ? (right - x) / (1 - align) : width
        return max(min(before, behind), width * 0.05)
    }

    /// Draws a small text in the display's ink that does not count as a row.
    mutating func label(_ text: String, x: Double, y: Double, height: Double, align: Double = 0, ink: Double = 0.9) {
        let run = labels.draw(text)
        for shape in run.placed(x: x - align * run.width * height, y: y, height: height) {
            shapes.append(Shape(shape.points, paint: .ink(Float(ink))))
        }
    }

    /// Draws a small inverted text on a block of ink.
    mutating func badge(_ text: String, x: Double, y: Double, height: Double) {
        let width = labels.draw(text).width * height
        shapes.append(Shape(Outline.rect(x, y: y, width: width + height * 0.8, height: height * 1.6), paint: .ink(0.9)))
        label(text, x: x + height * 0.4, y: y + height * 0.3, height: height, ink: -0.9)
    }

    /// Whether a rectangle contains no character of a row, since segments on glass cannot overlap.
    func isFree(x: Double, y: Double, width: Double, height: Double) -> Bool {
        !rows.contains { row in
            row.x < x + width && x < row.x + row.width && row.y < y + height && y < row.y + row.height
        }
    }

    /// Draws an icon if there is room: a heart, a battery, a person, a drop, a bar or a bell.
    mutating func icon(x: Double, y: Double, size: Double, using dice: inout Dice) {
        let ink = Paint.ink(Float(dice.number(0.6, high: 1)))
        guard isFree(x: x - size / 2, y: y - size / 2, width: size, height: size) else { return }
        switch dice.whole(0, high: 5) {
        case 0: heart(x, y: y, size: size, ink: ink)
        case 1:
            frame(x - size / 2, y: y - size * 0.3, width: size, height: size * 0.6, line: size * 0.1, paint: ink)
            shapes.append(
                Shape(
                    Outline.rect(x + size * 0.5, y: y - size * 0.1, width: size * 0.12, height: size * 0.2),
                    paint: ink
                )
            )
            shapes.append(
                Shape(
                    Outline.rect(x - size * 0.35, y: y - size * 0.16, width: size * 0.3, height: size * 0.32),
                    paint: ink
                )
            )
        case 2:
            shapes.append(
                Shape(Outline.ellipse(x, y: y - size * 0.5, across: size * 0.14, down: size * 0.14), paint: ink)
            )
            shapes.append(
                Shape(
                    Outline.rounded(
                        x - size * 0.2,
                        y: y - size * 0.33,
                        width: size * 0.4,
                        height: size * 0.5,
                        radius: 1
                    ),
                    paint: ink
                )
            )
            shapes.append(
                Shape(
                    Outline.rect(x - size * 0.12, y: y + size * 0.17, width: size * 0.24, height: size * 0.45),
                    paint: ink
                )
            )
        case 3:
            frame(x - size / 2, y: y - size / 2, width: size, height: size, line: size * 0.1, paint: ink)
            label("M", x: x, y: y - size * 0.28, height: size * 0.56, align: 0.5)
        case 4:
            let count = dice.whole(3, high: 9)
            for bar in 0..<count {
                let place = Outline.rect(x, y: y + Double(bar) * size * 0.3, width: size * 0.5, height: size * 0.18)
                shapes.append(Shape(place, paint: .ink(Float(dice.number(0.3, high: 1)))))
            }
        default:
            shapes.append(Shape(Outline.ellipse(x, y: y, across: size * 0.5, down: size * 0.5), paint: ink))
            shapes.append(Shape(Outline.ellipse(x, y: y, across: size * 0.38, down: size * 0.38), paint: .ink(-1)))
            let end = Point(x: x + size * 0.2, y: y - size * 0.1)
            shapes.append(Shape(Outline.line(Point(x: x, y: y), to: end, thickness: size * 0.12), paint: ink))
        }
    }

    private mutating func heart(_ x: Double, y: Double, size: Double, ink: Paint) {
        shapes.append(
            Shape(
                Outline.ellipse(x - size * 0.24, y: y - size * 0.1, across: size * 0.28, down: size * 0.28),
                paint: ink
            )
        )
        shapes.append(
            Shape(
                Outline.ellipse(x + size * 0.24, y: y - size * 0.1, across: size * 0.28, down: size * 0.28),
                paint: ink
            )
        )
        let tip = [
            Point(x: x - size * 0.5, y: y), Point(x: x + size * 0.5, y: y), Point(x: x, y: y + size * 0.55),
        ]
        shapes.append(Shape(tip, paint: ink))
    }

    /// Draws the four sides of a rectangle.
    mutating func frame(_ x: Double, y: Double, width: Double, height: Double, line: Double, paint: Paint) {
        shapes.append(Shape(Outline.rect(x, y: y, width: width, height: line), paint: paint))
        shapes.append(Shape(Outline.rect(x, y: y + height - line, width: width, height: line), paint: paint))
        shapes.append(Shape(Outline.rect(x, y: y + line, width: line, height: height - 2 * line), paint: paint))
        shapes.append(
            Shape(Outline.rect(x + width - line, y: y + line, width: line, height: height - 2 * line), paint: paint)
        )
    }
}

/// A row of characters on a display.
struct FaceRow: Sendable {
    var text: String
    var field: String
    /// Whether it is a value, and not a clock, a date or another number.
    var isValue: Bool
    /// The tight rectangle around its lit parts, in the plane of the display.
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// The size of its decimal points; 0 if there are none, or if they are dots like all others.
    var point: Double
    /// The centres of its decimal points, in the plane of the display.
    var points: [Point]
}

/// The difficulty of a drawn photo.
package enum DisplayBand: String, CaseIterable, Sendable {
    /// Close, straight, sharp and evenly lit.
    case easy
    /// Like photos that people take.
    case medium
    /// Blurred, dark, slanted and with reflections, but still legible to a person.
    case hard
    /// A random one of the others for each photo.
    case mixed
}
