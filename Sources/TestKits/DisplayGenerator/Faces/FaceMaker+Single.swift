extension FaceMaker {
    /// One value, surrounded by clock, units and icons.
    static func single(_ reading: Reading, font: FaceFont, labels: StrokeFont, using dice: inout Dice) -> Face {
        var face = Face(width: dice.scale(95, high: 320), font: font, labels: labels)
        let side = dice.weighted([0.35, 0.25, 0.2, 0.2])
        var (top, bottom) = (dice.number(4, high: 18), dice.number(82, high: 96))
        var (left, right) = (face.width * dice.number(0.02, high: 0.1), face.width * dice.number(0.86, high: 0.97))
        if side == 1 { right = left + (right - left) * dice.number(0.5, high: 0.66) }
        if side == 2 { top = dice.number(24, high: 34) }
        if side == 3 { bottom = dice.number(64, high: 74) }
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
            using: &dice
        )
        around(&face, row: row, side: side, using: &dice)
        units(&face, row: row, reading: reading, using: &dice)
        if dice.chance(0.3) {
            face.icon(
                x: dice.number(5, high: face.width * 0.25),
                y: dice.chance(0.5) ? 8 : 92,
                size: dice.number(5, high: 11),
                using: &dice
            )
        }
        return face
    }

    static func around(_ face: inout Face, row: FaceRow, side: Int, using dice: inout Dice) {
        switch side {
        case 1:
            let x = row.x + row.width + row.height * dice.number(0.42, high: 0.7)
            let limit = face.width * 0.97 - x
            guard limit > 12 else { return }
            let height = min(dice.number(13, high: 26), limit / 2.2)
            let y = row.y + dice.number(0, high: 6)
            face.add(
                clockText(&dice),
                field: "clock",
                isValue: false,
                x: x,
                y: y,
                height: height,
                limit: limit,
                align: 0,
                using: &dice
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
                    using: &dice
                )
            }
        case 2 where dice.chance(0.75):
            clock(&face, y: dice.number(4, high: 7), height: dice.number(10, high: 16), using: &dice)
        case 3 where dice.chance(0.75):
            clock(&face, y: dice.number(80, high: 84), height: dice.number(9, high: 15), using: &dice)
        default: break
        }
    }

    static func units(_ face: inout Face, row: FaceRow, reading: Reading, using dice: inout Dice) {
        guard !reading.unit.isEmpty, dice.chance(0.8) else { return }
        let size = min(row.height * dice.number(0.14, high: 0.36), 22)
        let text = ["C", "F"].contains(reading.unit) && dice.chance(0.5) ? "°" + reading.unit : reading.unit
        let x = row.x + row.width + size * dice.number(0.5, high: 1)
        if x < face.width - size * Double(text.count) * 0.7, dice.chance(0.75) {
            let isTop = ["C", "F"].contains(reading.unit) && dice.chance(0.5)
            face.label(text, x: x, y: isTop ? row.y : row.y + row.height - size, height: size)
            if text.hasPrefix("°") {
                let y = isTop ? row.y : row.y + row.height - size
                face.shapes.append(
                    Shape(Outline.ellipse(x, y: y, across: size * 0.16, down: size * 0.16), paint: .ink(0.9))
                )
            }
        } else {
            let (end, height) = (face.width * dice.number(0.5, high: 0.94), min(size, 9))
            let width = face.labels.draw(text).width * height
            // Below the digits, never over them or their decimal point.
            guard face.isFree(x: end - width, y: 90, width: width, height: height) else { return }
            face.label(text, x: end, y: 90, height: height, align: 1)
        }
    }

    static func clock(_ face: inout Face, y: Double, height: Double, using dice: inout Dice) {
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
                using: &dice
            )
        }
        face.add(
            clockText(&dice),
            field: "clock",
            isValue: false,
            x: face.width * dice.number(0.8, high: 0.95),
            y: y,
            height: height,
            limit: face.width * 0.4,
            using: &dice
        )
        if dice.chance(0.3) { face.label(dice.pick(["AM", "PM"]), x: face.width * 0.48, y: y, height: height * 0.5) }
    }

    static func clockText(_ dice: inout Dice) -> String {
        let minute = dice.whole(0, high: 59)
        return "\(dice.whole(dice.chance(0.1) ? 0 : 1, high: 23)):\(minute < 10 ? "0" : "")\(minute)"
    }

    static func dateText(_ dice: inout Dice) -> String {
        "\(dice.whole(1, high: 31))\(dice.pick(["-", "-", "/", "."]))\(dice.chance(0.2) ? "0" : "")\(dice.whole(1, high: 12))"
    }
}
