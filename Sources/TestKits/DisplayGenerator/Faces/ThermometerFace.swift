internal import Pixels

/// Displays of thermometers.
enum ThermometerFace {
    /// A pen's narrow display: the value, its unit behind it, small signs in front of it.
    static func stick(_ reading: Reading, band: DisplayBand, using dice: inout Dice) -> Face {
        var face = Face(
            width: dice.number(175, high: 330),
            font: thermometerFont(band: band, using: &dice),
            labels: StrokeFont(&dice, isDisplay: true)
        )
        let high = dice.number(58, high: 86)
        let top = dice.number(0.2, high: 0.8) * (100 - high)
        let right = face.width * dice.number(0.76, high: 0.9)
        let row = value(
            &face,
            reading: reading,
            right: right,
            top: top,
            high: high,
            left: face.width * 0.06,
            using: &dice
        )
        beside(&face, row: row, using: &dice)
        return face
    }

    /// An ear or forehead thermometer: a large value, the unit at its shoulder, and a line of small signs and memories.
    static func infrared(_ reading: Reading, band: DisplayBand, using dice: inout Dice) -> Face {
        let isSmooth = dice.chance(0.15)
        var face = Face(
            width: dice.number(82, high: 185),
            font: isSmooth ? .sans(SansFont(&dice)) : thermometerFont(band: band, using: &dice),
            labels: StrokeFont(&dice, isDisplay: true)
        )
        let high = dice.number(36, high: 66)
        let top = dice.pick([dice.number(5, high: 20), dice.number(0.2, high: 0.7) * (100 - high)])
        let right = face.width * dice.number(0.74, high: 0.88)
        let row = value(
            &face,
            reading: reading,
            right: right,
            top: top,
            high: high,
            left: face.width * 0.03,
            using: &dice
        )
        let foot = row.y + row.height
        if 100 - foot > 16 { memories(&face, top: foot, using: &dice) }
        if row.y > 14, dice.chance(0.7) {
            face.label(
                dice.pick(["BODY", "Body", "EAR", "FOREHEAD", "Surface", "ROOM", "HEALTH", "SCAN"]),
                x: face.width * dice.number(0.04, high: 0.4),
                y: 3,
                height: min(row.y - 6, 11)
            )
        }
        return face
    }

    private static func value(
        _ face: inout Face,
        reading: Reading,
        right: Double,
        top: Double,
        high: Double,
        left: Double,
        using dice: inout Dice
    ) -> FaceRow {
        let shown = reading.rows[0]
        let row = face.add(
            shown.text,
            field: shown.field,
            x: right,
            y: top,
            height: high,
            limit: right - left,
            using: &dice
        )
        if !reading.unit.isEmpty, dice.chance(0.92) { face.degrees(reading.unit, behind: row, using: &dice) }
        return row
    }

    /// Seven segments, the last digit often smaller.
    private static func thermometerFont(band: DisplayBand, using dice: inout Dice) -> FaceFont {
        var style = SegmentStyle(&dice, band: band)
        if dice.chance(0.4) { style.lastSize = dice.number(0.55, high: 0.85) }
        style.isLastRaised = style.lastSize < 1 && dice.chance(0.15)
        return .segments(SegmentFont(style: style))
    }

    private static func beside(_ face: inout Face, row: FaceRow, using dice: inout Dice) {
        let signs: [FaceSign] = [.memory, .battery, .smile, .thermometer, .speaker, .heart, .bell]
        var y = dice.number(14, high: 30)
        for _ in 0..<dice.whole(0, high: 3) {
            let size = dice.number(14, high: 24)
            face.sign(
                dice.pick(signs),
                x: max(row.x - dice.number(12, high: 30), size / 2 + 3),
                y: y,
                size: size,
                using: &dice
            )
            y += size * 1.3
        }
        if dice.chance(0.3), face.isFree(x: face.width * 0.9, y: 70, width: face.width * 0.08, height: 20) {
            face.label("M", x: face.width * 0.91, y: 72, height: 16)
        }
    }

    /// The memory's number, an older value and signs below the value.
    private static func memories(_ face: inout Face, top: Double, using dice: inout Dice) {
        let high = min(96 - top, 22) * dice.number(0.6, high: 0.85)
        let y = 97 - high
        var x = face.width * 0.05
        if dice.chance(0.55) {
            face.label("M", x: x, y: y + high * 0.2, height: high * 0.8)
            x += high * 0.9
            let number = dice.whole(1, high: 50)
            let row = face.add(
                number < 10 ? "0\(number)" : "\(number)",
                field: "memory",
                isValue: false,
                x: x,
                y: y,
                height: high,
                limit: face.width * 0.28,
                align: 0,
                using: &dice
            )
            x = row.x + row.width + high * 0.6
        }
        if dice.chance(0.3) {
            let row = face.add(
                "\(dice.whole(35, high: 39)).\(dice.whole(0, high: 9))",
                field: "last",
                isValue: false,
                x: x,
                y: y,
                height: high,
                limit: face.width * 0.3,
                align: 0,
                using: &dice
            )
            x = row.x + row.width + high * 0.6
        }
        while x + high < face.width * 0.96, dice.chance(0.75) {
            face.sign(dice.pick(FaceSign.allCases), x: x + high / 2, y: y + high / 2, size: high, using: &dice)
            x += high * dice.number(1.2, high: 2.4)
        }
    }
}
