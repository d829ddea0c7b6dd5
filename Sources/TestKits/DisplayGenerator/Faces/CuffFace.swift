internal import Pixels

/// Displays of blood-pressure monitors other than a plain stack of rows.
enum CuffFace {
    /// The pulse, the memory's number or both in a column next to the two pressures.
    static func beside(_ reading: Reading, font: FaceFont, labels: StrokeFont, using dice: inout Dice) -> Face {
        guard reading.rows.count == 3 else {
            return FaceMaker.stacked(reading, font: font, labels: labels, using: &dice)
        }
        var face = Face(width: dice.number(95, high: 165), font: font, labels: labels)
        let isLeft = dice.chance(0.7)
        let gap = dice.number(4, high: 9)
        let top = dice.chance(0.4) ? dice.number(14, high: 20) : dice.number(4, high: 8)
        let high = (96 - top - gap) / 2
        let column = face.width * dice.number(0.26, high: 0.38)
        let right = isLeft ? face.width * 0.96 : face.width - column - 4
        let limit = face.width - column - 12
        var values: [FaceRow] = []
        for (index, row) in reading.rows.prefix(2).enumerated() {
            values.append(
                face.add(
                    row.text,
                    field: row.field,
                    x: right,
                    y: top + Double(index) * (high + gap),
                    height: high,
                    limit: limit,
                    using: &dice
                )
            )
        }
        let small = min(values[1].height * dice.number(0.35, high: 0.55), column * 0.75)
        let x = isLeft ? column - 2 : face.width * 0.97
        let y = values[1].y + values[1].height - small
        let pulse = face.add(
            reading.rows[2].text,
            field: reading.rows[2].field,
            x: x,
            y: y,
            height: small,
            limit: column - 5,
            using: &dice
        )
        if dice.chance(0.65) {
            face.sign(
                dice.pick([.heart, .hollowHeart, .pulse]),
                x: pulse.x + small * 0.4,
                y: y - small * 0.6,
                size: small * 0.7,
                using: &dice
            )
        } else {
            face.label(dice.pick(["PULSE", "/min", "PUL", "P"]), x: pulse.x, y: y - small * 0.45, height: small * 0.25)
        }
        memory(
            &face,
            x: isLeft ? 4 : face.width - column + 2,
            y: values[0].y,
            high: small,
            wide: column - 6,
            using: &dice
        )
        if top > 12 { FaceMaker.clock(&face, y: 3, height: top - 6, using: &dice) }
        return face
    }

    /// `M 12`, `01` or a user's number.
    private static func memory(
        _ face: inout Face,
        x: Double,
        y: Double,
        high: Double,
        wide: Double,
        using dice: inout Dice
    ) {
        guard dice.chance(0.65) else { return }
        let number = dice.whole(1, high: 99)
        let hasName = dice.chance(0.6)
        let size = high * dice.number(0.6, high: 0.9)
        if hasName { face.label(dice.pick(["M", "No", "MEM"]), x: x, y: y, height: size * 0.6) }
        face.add(
            number < 10 && dice.chance(0.7) ? "0\(number)" : "\(number)",
            field: "memory",
            isValue: false,
            x: x,
            y: y + (hasName ? size * 0.8 : 0),
            height: size,
            limit: wide,
            align: 0,
            using: &dice
        )
    }

    /// Bright digits on a dark display: names at the left, values at the right, the pulse often smaller.
    static func dark(_ reading: Reading, font: FaceFont, labels: StrokeFont, using dice: inout Dice) -> Face {
        guard reading.rows.count == 3 else {
            return FaceMaker.stacked(reading, font: font, labels: labels, using: &dice)
        }
        var face = Face(width: dice.number(62, high: 135), font: font, labels: labels)
        let last = dice.pick([1, dice.number(0.55, high: 0.85)])
        let gap = dice.number(0.12, high: 0.26)
        let top = dice.chance(0.35) ? 16.0 : 5.0
        let unit = (95 - top) / (2 + last + 2 * gap)
        let names = dice.chance(0.7) ? dice.number(0.18, high: 0.3) * face.width : 4
        var y = top
        for (index, row) in reading.rows.enumerated() {
            let high = unit * (index == 2 ? last : 1)
            let placed = face.add(
                row.text,
                field: row.field,
                x: face.width * 0.95,
                y: y,
                height: high,
                limit: face.width * 0.95 - names,
                using: &dice
            )
            if names > 6 {
                name(&face, field: row.field, y: placed.y, high: placed.height, wide: names - 5, using: &dice)
            }
            y += high + unit * gap
        }
        if top > 10 { FaceMaker.clock(&face, y: 4, height: 8, using: &dice) }
        return face
    }

    private static func name(
        _ face: inout Face,
        field: String,
        y: Double,
        high: Double,
        wide: Double,
        using dice: inout Dice
    ) {
        let text = ["sys": "SYS", "dia": "DIA", "pul": dice.pick(["PULSE", "PUL"])][field] ?? field
        let size = min(high * 0.22, wide / max(face.labels.draw(text).width, 0.1))
        face.label(text, x: 3, y: y + high * 0.2, height: size)
        if field == "pul", dice.chance(0.6) {
            face.sign(.heart, x: 3 + size, y: y + high * 0.7, size: size * 1.6, using: &dice)
        } else {
            face.label(field == "pul" ? "/min" : "mmHg", x: 3, y: y + high * 0.2 + size * 1.6, height: size * 0.8)
        }
    }
}
