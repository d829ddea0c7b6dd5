extension OximeterFace {
    /// Light-emitting diodes behind dark glass: each value has room for three digits, and unlit segments glow faintly.
    static func diodes(_ reading: Reading, band: DisplayBand, using dice: inout Dice) -> Face {
        var style = SegmentStyle(&dice, band: band)
        style.ghost = dice.chance(0.8) ? dice.number(0.05, high: 0.3) : 0
        style.blanks = 0
        style.lastSize = 1
        style.unevenness = min(style.unevenness, 0.15)
        style.spacing = max(style.spacing, 0.12)
        let isTall = reading.rows.count < 2 || dice.chance(0.6)
        let width = isTall ? dice.number(62, high: 96) : dice.number(150, high: 230)
        var face = Face(
            width: width,
            font: .segments(SegmentFont(style: style)),
            labels: StrokeFont(&dice, isDisplay: false)
        )
        let places = dice.chance(0.7) ? 3 : 2
        let side = dice.number(0.1, high: 0.2) * width
        let area = (
            left: side, right: width * dice.number(0.84, high: 0.96), top: dice.number(5, high: 14), bottom: 94.0
        )
        for (index, row) in reading.rows.enumerated() {
            var own = style
            own.blanks = max(places - row.text.filter { $0 != "." }.count, 0)
            let count = Double(reading.rows.count)
            let each = isTall ? (area.bottom - area.top) / count : area.bottom - area.top
            let wide = isTall ? area.right - area.left : (area.right - area.left) / count
            let right = isTall ? area.right : area.left + wide * Double(index + 1)
            let name = each * dice.number(0.1, high: 0.2)
            let y = area.top + (isTall ? each * Double(index) : 0) + name * 1.3
            let start = face.shapes.count
            diodeRow(
                &face,
                row: row,
                style: own,
                right: right - 1,
                y: y,
                high: each - name * 1.5,
                wide: wide - 4,
                using: &dice
            )
            greyGhosts(&face, from: start)
            face.shine(1) { face in
                let text = oximeterName(row.field, using: &dice)
                let size = min(name, (wide - 6 - name * 1.4) / max(face.labels.draw(text).width, 0.1))
                face.label(text, x: right - wide + 2, y: y - name * 1.2, height: size, ink: 0.8)
                if index > 0 { beat(&face, x: right - 5, y: y - name * 0.7, size: name * 1.1, using: &dice) }
            }
        }
        if dice.chance(0.6) { bar(&face, x: 2.5, wide: side - 7, bottom: 92, using: &dice) }
        return face
    }

    /// A row whose leading empty places also stay within its bounds.
    private static func diodeRow(
        _ face: inout Face,
        row: (field: String, text: String),
        style: SegmentStyle,
        right: Double,
        y: Double,
        high: Double,
        wide: Double,
        using dice: inout Dice
    ) {
        let cells = Double(style.blanks + row.text.count)
        let room = cells * (style.width + style.spacing) + 0.25
        face.add(
            row.text,
            field: row.field,
            x: right,
            y: y,
            height: min(high, wide / max(room, 0.5)),
            limit: wide,
            font: .segments(SegmentFont(style: style)),
            using: &dice
        )
    }

    /// Unlit segments have the display's second other colour.
    private static func greyGhosts(_ face: inout Face, from start: Int) {
        for index in start..<face.shapes.count {
            if case .ink(let amount) = face.shapes[index].paint, amount > 0, amount < 0.5 {
                face.shapes[index].paint = .lamp(amount, number: 2)
            }
        }
    }
}
