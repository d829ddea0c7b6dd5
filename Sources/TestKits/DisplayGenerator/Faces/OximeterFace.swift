internal import Pixels

/// Displays of finger oximeters.
enum OximeterFace {
    /// A small colour screen: saturation in its second colour, pulse in its third, the rest in its first.
    static func screen(_ reading: Reading, using dice: inout Dice) -> Face {
        let isTall = reading.rows.count > 1 && dice.chance(0.35)
        let font: FaceFont =
            dice.chance(0.86)
            ? .sans(SansFont(&dice))
            : dice.chance(0.5) ? .dots(DotFont(&dice)) : .strokes(StrokeFont(&dice, isDisplay: true))
        let width = isTall ? dice.number(50, high: 82) : dice.number(135, high: 215)
        var face = Face(width: width, font: font, labels: StrokeFont(&dice, isDisplay: true))
        let hasBar = dice.chance(0.6)
        let isBarLeft = dice.chance(0.4)
        let hasCurve = dice.chance(0.45)
        let bottom = hasCurve ? dice.number(68, high: 80) : dice.number(90, high: 97)
        let inset = hasBar ? dice.number(0.08, high: 0.13) * max(width, 90) : 3
        let area = (
            left: isBarLeft ? inset : 3, right: isBarLeft ? width - 3 : width - inset, top: dice.number(3, high: 8),
            bottom
        )
        if isTall {
            tall(&face, reading: reading, area: area, using: &dice)
        } else {
            wide(&face, reading: reading, area: area, using: &dice)
        }
        if hasBar {
            face.shine(dice.chance(0.5) ? 2 : 3) {
                bar(&$0, x: isBarLeft ? 3 : width - inset + 3, wide: inset - 6, bottom: bottom, using: &dice)
            }
        }
        if hasCurve { face.shine(dice.chance(0.5) ? 1 : 2) { curve(&$0, top: bottom + 3, using: &dice) } }
        if dice.chance(0.6) {
            face.sign(.battery, x: width - 7, y: dice.pick([6.5, 93]), size: 9, using: &dice)
        }
        return face
    }

    private typealias Area = (left: Double, right: Double, top: Double, bottom: Double)

    /// Both values side by side, their names above them.
    private static func wide(_ face: inout Face, reading: Reading, area: Area, using dice: inout Dice) {
        let name = dice.number(8, high: 15)
        let top = area.top + name * 1.35
        let high = area.bottom - top
        let split = area.left + (area.right - area.left) * dice.number(0.46, high: 0.58)
        let isSmaller = dice.chance(0.4)
        for (index, row) in reading.rows.enumerated() {
            let (left, right) = index == 0 ? (area.left, split - 4) : (split + 4, area.right)
            let height = high * (index == 0 ? 1 : isSmaller ? dice.number(0.5, high: 0.8) : 1)
            face.shine(UInt8(index + 1)) { face in
                face.add(
                    row.text,
                    field: row.field,
                    x: (left + right) / 2,
                    y: top,
                    height: height * 0.96,
                    limit: (right - left) * 0.96,
                    align: 0.5,
                    using: &dice
                )
            }
            face.shine(dice.chance(0.6) ? UInt8(index + 1) : 0) { face in
                let text = oximeterName(row.field, using: &dice)
                let size = min(name * 0.8, (right - left - name * 1.4) / max(face.labels.draw(text).width, 0.1))
                face.label(text, x: left + 2, y: area.top, height: size)
                if index > 0 {
                    beat(&face, x: right - name * 0.5, y: area.top + name * 0.45, size: name * 0.9, using: &dice)
                }
            }
            if index > 0, isSmaller {
                perfusion(&face, x: left + 2, y: top + height + 4, bottom: area.bottom, using: &dice)
            }
        }
    }

    /// Saturation above pulse.
    private static func tall(_ face: inout Face, reading: Reading, area: Area, using dice: inout Dice) {
        let name = dice.number(6, high: 9)
        let each = (area.bottom - area.top) / Double(reading.rows.count)
        for (index, row) in reading.rows.enumerated() {
            let top = area.top + each * Double(index)
            let isBeside = dice.chance(0.15)
            face.shine(dice.chance(0.5) ? UInt8(index + 1) : 0) { face in
                let text = oximeterName(row.field, using: &dice)
                let room = area.right - area.left - name * 1.4
                face.label(
                    text,
                    x: area.left,
                    y: top,
                    height: min(name * 0.85, room / max(face.labels.draw(text).width, 0.1))
                )
                if index > 0 { beat(&face, x: area.right - name * 0.6, y: top + name * 0.4, size: name, using: &dice) }
            }
            face.shine(UInt8(index + 1)) { face in
                face.add(
                    row.text,
                    field: row.field,
                    x: isBeside ? area.right - 1 : (area.left + area.right) / 2,
                    y: top + name * 1.3,
                    height: each - name * 1.3 - 3,
                    limit: area.right - area.left - 2,
                    align: isBeside ? 1 : 0.5,
                    using: &dice
                )
            }
        }
    }

    static func beat(_ face: inout Face, x: Double, y: Double, size: Double, using dice: inout Dice) {
        guard dice.chance(0.6) else { return }
        face.sign(dice.pick([.heart, .heart, .hollowHeart]), x: x, y: y, size: size, using: &dice)
    }

    /// The perfusion index below the pulse.
    private static func perfusion(_ face: inout Face, x: Double, y: Double, bottom: Double, using dice: inout Dice) {
        let height = min(bottom - y, 24) * 0.9
        guard height > 8, dice.chance(0.7) else { return }
        let name = dice.pick(["PI", "PI%", "PI"])
        face.label(name, x: x, y: y + height * 0.3, height: height * 0.6)
        let start = x + face.labels.draw(name).width * height * 0.6 + height * 0.35
        face.add(
            "\(dice.whole(0, high: 12)).\(dice.whole(0, high: 9))",
            field: "pi",
            isValue: false,
            x: start,
            y: y,
            height: height,
            limit: max(face.width * 0.97 - start, 4),
            align: 0,
            using: &dice
        )
    }

    static func oximeterName(_ field: String, using dice: inout Dice) -> String {
        field == "spo2"
            ? dice.pick(["%SpO2", "SpO2%", "SpO2", "SPO2", "%"])
            : dice.pick(["PRbpm", "PR bpm", "PR", "BPM", "bpm", "PULSE"])
    }

    /// A column of bars that follow the pulse.
    static func bar(_ face: inout Face, x: Double, wide: Double, bottom: Double, using dice: inout Dice) {
        let count = dice.whole(6, high: 14)
        let lit = dice.whole(1, high: count)
        let top = dice.number(8, high: 30)
        let pitch = (bottom - top) / Double(count)
        guard wide > 1.5, pitch > 1 else { return }
        let faint = dice.pick([0, dice.number(0.05, high: 0.25)])
        for number in 0..<count where number < lit || faint > 0 {
            let place = Outline.rect(x, y: bottom - pitch * Double(number + 1), width: wide, height: pitch * 0.68)
            face.shapes.append(Shape(place, paint: .ink(Float(number < lit ? 1 : faint))))
        }
    }

    /// The curve of the pulse across the foot of a screen.
    private static func curve(_ face: inout Face, top: Double, using dice: inout Dice) {
        let beat = [0, 0.02, 0.5, 0.95, 1, 0.75, 0.5, 0.42, 0.5, 0.4, 0.25, 0.12, 0.04]
        let high = 97 - top
        guard high > 6 else { return }
        let wide = dice.number(0.22, high: 0.5) * face.width
        let start = dice.number(-1, high: 0) * wide
        let isFilled = dice.chance(0.25)
        var points: [(Double, Double)] = []
        var place = start
        while place < face.width - 2 {
            for (step, level) in beat.enumerated() {
                let x = place + wide * Double(step) / Double(beat.count)
                if x > 2, x < face.width - 2 { points.append((x, 97 - high * level)) }
            }
            place += wide
        }
        for line in Outline.path(points, thickness: max(high * 0.07, 1.2)) {
            face.shapes.append(Shape(line, paint: .ink(1)))
        }
        guard isFilled else { return }
        for (last, point) in zip(points, points.dropFirst()) {
            let area = Outline.polygon([last, point, (point.0, 97), (last.0, 97)])
            face.shapes.append(Shape(area, paint: .ink(0.8)))
        }
    }
}
