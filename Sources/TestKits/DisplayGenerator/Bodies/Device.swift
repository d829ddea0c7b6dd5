internal import Pixels

/// A device and its display, in the plane of the display.
struct Device: Sendable {
    var face: Face
    var look: PanelLook
    /// The body around the display: x, y, width, height.
    var body: (x: Double, y: Double, width: Double, height: Double)
    /// The body, labels and buttons, in drawing order.
    var shapes: [Shape] = []

    init(face: Face, look: PanelLook, dice: inout Dice) {
        self.face = face
        self.look = look
        let isSlim = dice.chance(0.25)
        let margins = (0..<4).map { _ in
            look.bezelMargin
                + (isSlim
                    ? dice.number(2, high: 15) : dice.pick([dice.number(6, high: 35), dice.number(20, high: 110)]))
        }
        body = (
            -margins[0], -margins[1], face.width + margins[0] + margins[2], 100 + margins[1] + margins[3]
        )
        addBody(&dice)
        if !isSlim || dice.chance(0.3) { addPrint(margins, using: &dice) }
        addBezel()
    }

    private mutating func addBody(_ dice: inout Dice) {
        let level = dice.pick([
            dice.number(0.75, high: 0.98), dice.number(0.35, high: 0.8), dice.number(0.03, high: 0.2),
        ])
        let tint = dice.pick(Tint.bodies)
        let corner = dice.pick([4, dice.number(4, high: 20), dice.number(20, high: 70)])
        func plate(_ inset: Double, level: Double, opacity: Double) -> Shape {
            let points = Outline.rounded(
                body.x + inset,
                y: body.y + inset,
                width: body.width - 2 * inset,
                height: body.height - 2 * inset,
                radius: corner
            )
            return Shape(points, paint: .cover(level: Float(level), opacity: Float(opacity), tint: tint))
        }
        let (right, down) = (dice.number(-6, high: 6), dice.number(0, high: 8))
        for step in 1...4 {
            let part = Double(step) / 4
            let shadow = plate(-3 * part, level: 0, opacity: 0.14)
            shapes.append(shadow.moved(right * part, y: down * part))
        }
        shapes.append(plate(0, level: level, opacity: 1))
        shapes.append(plate(2, level: min(level * dice.number(1, high: 1.25), 1), opacity: 0.7))
        if dice.chance(0.4) {
            shapes.append(plate(dice.number(3, high: 8), level: level * dice.number(0.7, high: 1.1), opacity: 0.8))
        }
    }

    /// Adds the brand, row names, other labels, and buttons.
    private mutating func addPrint(_ margins: [Double], using dice: inout Dice) {
        let isDark = dice.chance(0.5)
        let ink = Paint.cover(
            level: Float(isDark ? dice.number(0, high: 0.3) : dice.number(0.7, high: 1)),
            opacity: 0.9,
            tint: 0
        )
        let brands = [
            "VITAMED", "CARELINE", "MEDIX", "PULSA", "NOVA", "HEALTH", "ONE", "BM 28", "X5", "Comfort", "SmartLine",
        ]
        if margins[1] > 16 {
            let size = min(margins[1] * dice.number(0.2, high: 0.5), 16)
            write(
                dice.pick(brands),
                x: face.width * dice.number(0.1, high: 0.6),
                y: -margins[1] * 0.4 - size,
                size: size,
                ink: ink,
                using: &dice
            )
        }
        if margins[0] > 22 {
            for row in face.rows where row.isValue && dice.chance(0.8) {
                let names = ["sys": "SYS", "dia": "DIA", "pul": "PULSE", "spo2": "SpO2"]
                let size = dice.number(4, high: 8)
                let x = -margins[0] + dice.number(3, high: 7)
                write(names[row.field] ?? "MEM", x: x, y: row.y + row.height * 0.3, size: size, ink: ink, using: &dice)
                write("mmHg", x: x, y: row.y + row.height * 0.3 + size * 1.5, size: size * 0.8, ink: ink, using: &dice)
            }
        }
        if margins[2] > 24 {
            for _ in 0..<dice.whole(1, high: 3) {
                addButton(
                    face.width + margins[2] * 0.5,
                    y: dice.number(10, high: 90),
                    size: margins[2] * 0.25,
                    ink: ink,
                    using: &dice
                )
            }
        }
        if margins[3] > 24 {
            for _ in 0..<dice.whole(1, high: 4) {
                addButton(
                    dice.number(0, high: face.width),
                    y: 100 + margins[3] * 0.55,
                    size: min(margins[3] * 0.25, 22),
                    ink: ink,
                    using: &dice
                )
            }
        }
        if margins[3] > 45, dice.chance(0.3) { addDial(margins[3], ink: ink, using: &dice) }
        addSmallPrint(ink, using: &dice)
    }

    /// Adds the words of sockets and knobs near the edges.
    private mutating func addSmallPrint(_ ink: Paint, using dice: inout Dice) {
        for _ in 0..<dice.whole(0, high: 4) {
            let size = dice.number(3, high: 9)
            let x = body.x + dice.number(0.05, high: 0.8) * body.width
            let y =
                dice.chance(0.5)
                ? body.y + dice.number(2, high: 6) : body.y + body.height - size - dice.number(3, high: 8)
            write(
                dice.pick(["200", "1000 750", "20", "ON/OFF", "MODE", "AUTO", "10A", "COM", "MEM", "SET", "2"]),
                x: x,
                y: y,
                size: size,
                ink: ink,
                using: &dice
            )
        }
    }

    private mutating func write(_ text: String, x: Double, y: Double, size: Double, ink: Paint, using dice: inout Dice)
    {
        let run = StrokeFont(&dice, isDisplay: false).draw(text.uppercased() == text ? text : text.uppercased())
        shapes += run.placed(x: x, y: y, height: size).map { Shape($0.points, paint: ink) }
    }

    private mutating func addButton(_ x: Double, y: Double, size: Double, ink: Paint, using dice: inout Dice) {
        let paint = Paint.cover(level: Float(dice.number(0.05, high: 0.95)), opacity: 1, tint: dice.pick(Tint.bodies))
        let wide = size * dice.number(0.8, high: 2)
        let edge = Paint.cover(level: Float(dice.number(0, high: 0.5)), opacity: 0.5, tint: 0)
        if dice.chance(0.5) {
            shapes.append(Shape(Outline.ellipse(x, y: y + 1, across: wide * 1.04, down: size * 1.06), paint: edge))
            shapes.append(Shape(Outline.ellipse(x, y: y, across: wide, down: size), paint: paint))
        } else {
            shapes.append(
                Shape(
                    Outline.rounded(x - wide, y: y - size, width: wide * 2, height: size * 2, radius: size * 0.6),
                    paint: paint
                )
            )
        }
        if size > 6, dice.chance(0.6) {
            write(
                dice.pick(["START", "STOP", "O/I", "M", "SET", "+", "MEM"]),
                x: x - wide * 0.5,
                y: y - size * 0.2,
                size: size * 0.4,
                ink: ink,
                using: &dice
            )
        }
    }

    /// Adds a rotary knob surrounded by numbers, as on a multimeter.
    private mutating func addDial(_ margin: Double, ink: Paint, using dice: inout Dice) {
        let (x, y, size) = (face.width / 2, 100 + margin * 0.6, margin * 0.28)
        let paint = Paint.cover(level: Float(dice.number(0.03, high: 0.4)), opacity: 1, tint: 0)
        shapes.append(Shape(Outline.ellipse(x, y: y, across: size, down: size), paint: paint))
        let turn = dice.number(0, high: 6)
        shapes.append(Shape(Outline.ellipse(x, y: y, across: size * 0.9, down: size * 0.18, turned: turn), paint: ink))
        for step in 0..<dice.whole(6, high: 12) {
            let angle = Double(step) * 0.55 + 0.3
            let place = Point(x: x + size * 1.45 * Angle.cosine(angle), y: y + size * 1.3 * Angle.sine(angle))
            let text = dice.pick(["200", "20", "2", "1000", "750", "OFF", "10A", "2K", "20K", "DCV", "ACV"])
            write(text, x: place.x - size * 0.15, y: place.y, size: size * 0.2, ink: ink, using: &dice)
        }
    }

    mutating func addBezel() {
        let margin = look.bezelMargin
        guard margin > 0 else { return }
        let paint = Paint.cover(level: Float(look.bezel), opacity: 1, tint: 0)
        for panel in face.panels {
            let points = Outline.rounded(
                panel.x - margin,
                y: panel.y - margin,
                width: panel.width + 2 * margin,
                height: panel.height + 2 * margin,
                radius: look.corner + margin * 0.6
            )
            shapes.append(Shape(points, paint: paint))
        }
    }
}

extension Device {
    /// Draws the body, the display's glass and its ink.
    func draw(on canvas: inout Canvas, view: PlaneView) {
        for shape in shapes { canvas.fill(view(shape.points), paint: shape.paint) }
        for panel in face.panels { glass(panel, on: &canvas, view: view) }
        for shape in face.shapes { canvas.fill(view(shape.points), paint: shape.paint) }
        for panel in face.panels {
            let bounds = view.box(panel.x, y: panel.y, width: panel.width, height: panel.height).grown(
                along: 6,
                across: 6
            ).bounds
                .clamped(width: canvas.width, height: canvas.height)
            develop(bounds, on: &canvas, digit: (face.rows.first?.height ?? 20) * view.scale)
        }
    }

    private func glass(
        _ panel: (x: Double, y: Double, width: Double, height: Double),
        on canvas: inout Canvas,
        view: PlaneView
    ) {
        let corner = min(look.corner, panel.height * 0.2)
        let points = Outline.rounded(panel.x, y: panel.y, width: panel.width, height: panel.height, radius: corner)
        canvas.fill(view(points), paint: .cover(level: Float(look.background), opacity: 1, tint: look.tint))
        guard look.edge > 0 else { return }
        let dark = Paint.cover(level: 0, opacity: Float(look.edge), tint: look.tint)
        canvas.fill(view(Outline.rect(panel.x, y: panel.y, width: panel.width, height: 1.6)), paint: dark)
        canvas.fill(view(Outline.rect(panel.x, y: panel.y, width: 1.2, height: panel.height)), paint: dark)
    }

    /// Draws the ink and its shadow onto the glass.
    private func develop(_ bounds: PixelRect, on canvas: inout Canvas, digit: Double) {
        let right = Int((look.shadowX * digit).rounded())
        let down = Int((look.shadowY * digit).rounded())
        let hasShadow = look.shadow > 0 && (right != 0 || down != 0)
        let shadow = Float(look.shadow)
        let step = Float(look.drift) / Float(max(bounds.width, 1))
        for row in bounds.y..<bounds.y + bounds.height {
            let start = row * canvas.width
            let above = min(max(row - down, 0), canvas.height - 1) * canvas.width
            for column in bounds.x..<bounds.x + bounds.width {
                if hasShadow {
                    let from = min(max(column - right, 0), canvas.width - 1)
                    canvas.levels[start + column] *= 1 - shadow * canvas.ink[above + from]
                }
                let ink = canvas.ink[start + column]
                if ink > 0 {
                    let lamp = Int(canvas.lamps[start + column])
                    if lamp > 0, lamp <= look.lamps.count {
                        let target = Float(look.foreground * look.lamps[lamp - 1].ratio)
                        canvas.levels[start + column] += (target - canvas.levels[start + column]) * ink
                        if ink > 0.3 { canvas.tints[start + column] = look.lamps[lamp - 1].tint }
                        continue
                    }
                    if let tint = look.ink, ink > 0.3 { canvas.tints[start + column] = tint }
                    let target = Float(look.foreground) + step * Float(column - bounds.x)
                    canvas.levels[start + column] += (target - canvas.levels[start + column]) * ink
                }
            }
        }
        for row in bounds.y..<bounds.y + bounds.height {
            for column in bounds.x..<bounds.x + bounds.width {
                let place = row * canvas.width + column
                canvas.mask[place] = max(canvas.mask[place], canvas.ink[place])
                canvas.light[place] += canvas.ink[place] * Float(look.bloom)
                canvas.ink[place] = 0
                canvas.lamps[place] = 0
            }
        }
    }

    /// The rows, projected into the photo.
    func rows(_ view: PlaneView) -> [DrawnRow] {
        face.rows.map { row in
            DrawnRow(
                text: row.text,
                field: row.field,
                isValue: row.isValue,
                box: view.box(row.x, y: row.y, width: row.width, height: row.height),
                contrast: 0,
                point: row.point * view.scale,
                points: row.points.map { middle in
                    // Includes a margin as large as the point.
                    view.box(
                        middle.x - 1.5 * row.point,
                        y: middle.y - 1.5 * row.point,
                        width: 3 * row.point,
                        height: 3 * row.point
                    )
                }
            )
        }
    }
}

/// The kind of measurement of a drawn device.
package enum DisplayKind: String, CaseIterable, Sendable {
    /// Systolic and diastolic pressure in mmHg, and pulse.
    case bloodPressure
    /// Glucose in mg/dL or mmol/L.
    case glucoseMeter
    /// Body temperature in degrees Celsius or Fahrenheit.
    case thermometer
    /// Oxygen saturation and pulse.
    case pulseOximeter
    /// Weight in kilograms, pounds, or stones and pounds.
    case weightScale
    /// A number of any meaning, possibly with point and minus, as on a multimeter.
    case any
}
