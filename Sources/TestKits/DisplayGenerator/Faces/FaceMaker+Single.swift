extension FaceMaker {
    /// One value, surrounded by clock, units and icons.
    static func single(_ reading: Reading, _ font: FaceFont, _ labels: StrokeFont, _ dice: inout Dice) -> Face {
        var face = Face(width: dice.scale(95, 320), font: font, labels: labels)
        let side = dice.weighted([0.35, 0.25, 0.2, 0.2])
        var (top, bottom) = (dice.number(4, 18), dice.number(82, 96))
        var (left, right) = (face.width * dice.number(0.02, 0.1), face.width * dice.number(0.86, 0.97))
        if side == 1 { right = left + (right - left) * dice.number(0.5, 0.66) }
        if side == 2 { top = dice.number(24, 34) }
        if side == 3 { bottom = dice.number(64, 74) }
        if dice.chance(0.25) { left += (right - left) * 0.15 }
        let align = dice.pick([1, 1, 0.5, 0])
        let row = face.add(
            reading.rows[0].text,
            field: reading.rows[0].field,
            x: left + (right - left) * align,
            y: top,
            height: bottom - top,
            limit: right - left,
            align: align,
            &dice
        )
        around(&face, row, side: side, &dice)
        units(&face, row, reading, &dice)
        if dice.chance(0.3) {
            face.icon(
                x: dice.number(5, face.width * 0.25),
                y: dice.chance(0.5) ? 8 : 92,
                size: dice.number(5, 11),
                &dice
            )
        }
        return face
    }

    static func around(_ face: inout Face, _ row: FaceRow, side: Int, _ dice: inout Dice) {
        switch side {
        case 1:
            let x = row.x + row.width + row.height * dice.number(0.42, 0.7)
            let limit = face.width * 0.97 - x
            guard limit > 12 else { return }
            let height = min(dice.number(13, 26), limit / 2.2)
            let y = row.y + dice.number(0, 6)
            face.add(
                clockText(&dice),
                field: "clock",
                isValue: false,
                x: x,
                y: y,
                height: height,
                limit: limit,
                align: 0,
                &dice
            )
            if dice.chance(0.7) {
                face.add(
                    dateText(&dice),
                    field: "date",
                    isValue: false,
                    x: x,
                    y: y + height * 1.35,
                    height: height,
                    limit: limit,
                    align: 0,
                    &dice
                )
            }
        case 2 where dice.chance(0.75): clock(&face, y: dice.number(4, 7), height: dice.number(10, 16), &dice)
        case 3 where dice.chance(0.75): clock(&face, y: dice.number(80, 84), height: dice.number(9, 15), &dice)
        default: break
        }
    }

    static func units(_ face: inout Face, _ row: FaceRow, _ reading: Reading, _ dice: inout Dice) {
        guard !reading.unit.isEmpty, dice.chance(0.8) else { return }
        let size = min(row.height * dice.number(0.14, 0.36), 22)
        let text = ["C", "F"].contains(reading.unit) && dice.chance(0.5) ? "°" + reading.unit : reading.unit
        let x = row.x + row.width + size * dice.number(0.5, 1)
        if x < face.width - size * Double(text.count) * 0.7, dice.chance(0.75) {
            let isTop = ["C", "F"].contains(reading.unit) && dice.chance(0.5)
            face.label(text, x: x, y: isTop ? row.y : row.y + row.height - size, height: size)
            if text.hasPrefix("°") {
                let y = isTop ? row.y : row.y + row.height - size
                face.shapes.append(Shape(Outline.ellipse(x, y, size * 0.16, size * 0.16), .ink(0.9)))
            }
        } else {
            let (end, height) = (face.width * dice.number(0.5, 0.94), min(size, 9))
            let width = face.labels.draw(text).width * height
            // Below the digits, never over them or their decimal point.
            guard face.isFree(x: end - width, y: 90, width: width, height: height) else { return }
            face.label(text, x: end, y: 90, height: height, align: 1)
        }
    }

    static func clock(_ face: inout Face, y: Double, height: Double, _ dice: inout Dice) {
        let isSplit = dice.chance(0.5)
        if isSplit {
            face.add(
                dateText(&dice),
                field: "date",
                isValue: false,
                x: face.width * 0.05,
                y: y,
                height: height,
                limit: face.width * 0.4,
                align: 0,
                &dice
            )
        }
        face.add(
            clockText(&dice),
            field: "clock",
            isValue: false,
            x: face.width * dice.number(0.8, 0.95),
            y: y,
            height: height,
            limit: face.width * 0.4,
            &dice
        )
        if dice.chance(0.3) { face.label(dice.pick(["AM", "PM"]), x: face.width * 0.48, y: y, height: height * 0.5) }
    }

    static func clockText(_ dice: inout Dice) -> String {
        let minute = dice.whole(0, 59)
        return "\(dice.whole(dice.chance(0.1) ? 0 : 1, 23)):\(minute < 10 ? "0" : "")\(minute)"
    }

    static func dateText(_ dice: inout Dice) -> String {
        "\(dice.whole(1, 31))\(dice.pick(["-", "-", "/", "."]))\(dice.chance(0.2) ? "0" : "")\(dice.whole(1, 12))"
    }
}
