internal import Pixels

/// Displays of scales.
enum ScaleFace {
    /// One value with a column or a row of units, one of them lit, and with tare and zero signs at its side.
    static func scale(_ reading: Reading, band: DisplayBand, using dice: inout Dice) -> Face {
        let font: FaceFont =
            dice.chance(0.9)
            ? .segments(SegmentFont(style: SegmentStyle(&dice, band: band))) : .sans(SansFont(&dice))
        var face = Face(
            width: dice.number(150, high: 310),
            font: font,
            labels: StrokeFont(&dice, isDisplay: true)
        )
        let isBelow = dice.chance(0.3)
        let high = isBelow ? dice.number(52, high: 72) : dice.number(56, high: 88)
        let top = isBelow ? dice.number(4, high: 12) : (100 - high) / 2 + dice.number(-4, high: 4)
        let right = face.width * (isBelow ? dice.number(0.88, high: 0.96) : dice.number(0.76, high: 0.86))
        let row = face.add(
            reading.rows[0].text,
            field: reading.rows[0].field,
            x: right,
            y: top,
            height: high,
            limit: right - face.width * 0.08,
            using: &dice
        )
        if isBelow {
            unitLine(&face, reading: reading, top: row.y + row.height, using: &dice)
        } else {
            unitColumn(&face, reading: reading, behind: row, using: &dice)
        }
        weighing(&face, row: row, using: &dice)
        return face
    }

    private static let units = ["kg", "lb", "oz", "g", "st"]

    private static func unitColumn(_ face: inout Face, reading: Reading, behind row: FaceRow, using dice: inout Dice) {
        let x = row.x + row.width + row.height * dice.number(0.12, high: 0.28)
        let size = min(row.height * dice.number(0.22, high: 0.42), (face.width * 0.985 - x) / 1.7)
        guard size > 5, !reading.unit.isEmpty else { return }
        let isAlone = dice.chance(0.6)
        let places = isAlone ? [dice.pick([0, 1, 2])] : [0, 1, 2]
        let own = isAlone ? places[0] : dice.whole(0, high: 2)
        for place in places {
            let isOwn = place == own
            let text = isOwn ? reading.unit : units[(place + 1) % units.count]
            guard isOwn || text != reading.unit else { continue }
            let y = row.y + (row.height - size) * Double(place) / 2
            face.label(text, x: x, y: y, height: size, ink: isOwn ? 0.95 : dice.number(0.03, high: 0.15))
        }
    }

    private static func unitLine(_ face: inout Face, reading: Reading, top: Double, using dice: inout Dice) {
        let size = min(94 - top, 20) * 0.85
        guard size > 5, !reading.unit.isEmpty else { return }
        var x = face.width * dice.number(0.08, high: 0.6)
        for text in dice.chance(0.5) ? [reading.unit] : [reading.unit] + units.filter({ $0 != reading.unit }) {
            let wide = face.labels.draw(text).width * size
            guard x + wide < face.width * 0.97 else { return }
            face.label(text, x: x, y: 96 - size, height: size, ink: text == reading.unit ? 0.95 : 0.08)
            x += wide + size * 1.2
        }
    }

    /// Signs in front of the value: zero, tare, battery, and an arrow that marks a stable weight.
    private static func weighing(_ face: inout Face, row: FaceRow, using dice: inout Dice) {
        let size = dice.number(9, high: 17)
        let x = max(row.x - size * dice.number(0.8, high: 1.6), size)
        var y = dice.number(size * 0.7, high: 40)
        for _ in 0..<dice.whole(0, high: 3) {
            if dice.chance(0.5) {
                face.sign(
                    dice.pick([.arrow, .battery, .hollowHeart, .lock, .person]),
                    x: x,
                    y: y,
                    size: size,
                    using: &dice
                )
            } else if face.isFree(x: 3, y: y - size / 2, width: size * 3.4, height: size) {
                face.label(
                    dice.pick(["TARE", "HOLD", "ZERO", "NET", "T"]),
                    x: 3,
                    y: y - size * 0.4,
                    height: size * 0.7
                )
            }
            y += size * 1.5
        }
    }
}
