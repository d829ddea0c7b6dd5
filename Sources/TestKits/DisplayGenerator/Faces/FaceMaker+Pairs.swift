extension FaceMaker {
    /// Two values side by side.
    static func beside(_ reading: Reading, font: FaceFont, labels: StrokeFont, using dice: inout Dice) -> Face {
        var face = Face(width: dice.number(130, high: 300), font: font, labels: labels)
        let height = min(dice.number(40, high: 80), face.width * 0.3)
        let second = dice.chance(0.5) ? height : height * dice.number(0.5, high: 0.95)
        let y = dice.number(0.25, high: 0.75) * (100 - height)
        let split = face.width * dice.number(0.42, high: 0.58)
        let margin = face.width * dice.number(0.02, high: 0.07)
        let between = height * dice.number(0.45, high: 0.8)
        let first = face.add(
            reading.rows[0].text,
            field: reading.rows[0].field,
            x: split - between,
            y: y,
            height: height,
            limit: split - margin - between,
            using: &dice
        )
        let isClose = dice.chance(0.4)
        let x = isClose ? first.x + first.width + first.height * dice.number(0.6, high: 1) : face.width - margin
        let other = face.add(
            reading.rows[1].text,
            field: reading.rows[1].field,
            x: x,
            y: first.y + (first.height - min(second, first.height)) * (dice.chance(0.6) ? 1 : 0),
            height: min(second, first.height),
            limit: isClose ? face.width - margin - x : face.width - margin - split - between * 0.4,
            align: isClose ? 0 : 1,
            using: &dice
        )
        for row in [first, other] where dice.chance(0.7) {
            let names = ["spo2": "%SpO2", "pul": "PRbpm", "stones": "st", "pounds": "lb"]
            let size = row.height * dice.number(0.14, high: 0.3)
            let isBelow = ["stones", "pounds"].contains(row.field)
            if isBelow {
                face.label(
                    names[row.field] ?? reading.unit,
                    x: row.x + row.width + size * 0.4,
                    y: row.y + row.height - size,
                    height: size
                )
            } else {
                let above = dice.chance(0.7) ? row.y - size * 1.5 : row.y + row.height + size * 0.5
                face.label(names[row.field] ?? reading.unit, x: row.x, y: above, height: size)
            }
        }
        if dice.chance(0.35) {
            face.icon(x: split - between * 0.3, y: dice.number(20, high: 60), size: height * 0.2, using: &dice)
        }
        return face
    }

    /// Two values side by side with a third below, as on wrist devices.
    static func pair(_ reading: Reading, font: FaceFont, labels: StrokeFont, using dice: inout Dice) -> Face {
        var face = Face(width: dice.number(110, high: 170), font: font, labels: labels)
        let height = dice.number(32, high: 42)
        let split = face.width * dice.number(0.5, high: 0.56)
        let rows = reading.rows
        face.add(
            rows[0].text,
            field: rows[0].field,
            x: split - 6,
            y: 10,
            height: height,
            limit: split - 14,
            using: &dice
        )
        face.add(
            rows[1].text,
            field: rows[1].field,
            x: face.width - 5,
            y: 10,
            height: height,
            limit: face.width - split - 24,
            using: &dice
        )
        face.add(
            rows[2].text,
            field: rows[2].field,
            x: face.width * dice.number(0.5, high: 0.9),
            y: 62,
            height: dice.number(20, high: 30),
            limit: face.width * 0.4,
            using: &dice
        )
        return face
    }
}
