/// Lays out the content of displays.
enum FaceMaker {
    /// Lays out a display of a kind with a reading.
    static func face(_ kind: DisplayKind, reading: Reading, using dice: inout Dice, band: DisplayBand) -> Face {
        let font = FaceFont(&dice, band: band)
        let labels = StrokeFont(&dice, isDisplay: false)
        if let refusal = reading.refusal, [.off, .clock, .memory].contains(refusal) {
            return blank(
                refusal,
                face: Face(width: dice.number(70, high: 220), font: font, labels: labels),
                using: &dice
            )
        }
        if reading.rows.count == 1 { return single(reading, font: font, labels: labels, using: &dice) }
        if reading.rows.count == 2 {
            return dice.chance(kind == .weightScale ? 0.75 : 0.55)
                ? beside(reading, font: font, labels: labels, using: &dice)
                : stacked(reading, font: font, labels: labels, using: &dice)
        }
        return dice.chance(0.08)
            ? pair(reading, font: font, labels: labels, using: &dice)
            : stacked(reading, font: font, labels: labels, using: &dice)
    }

    /// Lays out a display of a family with a reading.
    static func face(
        _ family: DeviceFamily,
        kind: DisplayKind,
        reading: Reading,
        using dice: inout Dice,
        band: DisplayBand
    ) -> Face {
        let isBlank = reading.refusal.map { [.off, .clock, .memory].contains($0) } ?? false
        guard !isBlank, family != .plain, family != .common else {
            var face = face(kind, reading: reading, using: &dice, band: band)
            if family != .plain, !isBlank { face.addSigns(&dice) }
            return face
        }
        if reading.rows.count > 1, kind == .weightScale || kind == .thermometer {
            return face(kind, reading: reading, using: &dice, band: band)
        }
        let font = FaceFont(&dice, band: band)
        let labels = StrokeFont(&dice, isDisplay: false)
        switch family {
        case .screenOximeter: return OximeterFace.screen(reading, using: &dice)
        case .diodeOximeter: return OximeterFace.diodes(reading, band: band, using: &dice)
        case .stickThermometer: return ThermometerFace.stick(reading, band: band, using: &dice)
        case .infraredThermometer: return ThermometerFace.infrared(reading, band: band, using: &dice)
        case .kitchenScale, .floorScale: return ScaleFace.scale(reading, band: band, using: &dice)
        case .sideCuff: return CuffFace.beside(reading, font: font, labels: labels, using: &dice)
        case .darkCuff:
            let own: FaceFont = dice.chance(0.15) ? .sans(SansFont(&dice)) : font
            return CuffFace.dark(reading, font: own, labels: labels, using: &dice)
        default:
            var face = face(kind, reading: reading, using: &dice, band: band)
            face.addSigns(&dice)
            return face
        }
    }

    /// Stacked rows, the last one possibly smaller or on its own panel.
    static func stacked(_ reading: Reading, font: FaceFont, labels: StrokeFont, using dice: inout Dice) -> Face {
        let count = reading.rows.count
        var face = Face(
            width: count == 3 ? dice.number(50, high: 120) : dice.number(60, high: 140),
            font: font,
            labels: labels
        )
        let hasWindow = count == 3 && dice.chance(0.3)
        var top = dice.number(4, high: 9)
        if !hasWindow, dice.chance(0.4) {
            let height = dice.number(6, high: 17)
            clock(&face, y: top, height: height, using: &dice)
            top += height * dice.number(1.2, high: 1.6)
        }
        let bottom = dice.chance(0.3) ? dice.number(8, high: 20) : dice.number(3, high: 8)
        let lastSize =
            count == 3 ? dice.pick([1, 1, dice.number(0.5, high: 0.9)]) : dice.pick([1, dice.number(0.6, high: 1.3)])
        let gap = dice.number(0.08, high: 0.3)
        let windowGap = hasWindow ? dice.number(10, high: 18) : 0
        let unit = (100 - top - bottom - windowGap) / (Double(count) - 1 + lastSize + gap * Double(count - 1))
        let right = face.width * (dice.chance(0.75) ? dice.number(0.9, high: 0.97) : dice.number(0.68, high: 0.9))
        let isLeft = dice.chance(0.1)
        var y = top
        for (index, row) in reading.rows.enumerated() {
            let isLast = index == count - 1
            let height = unit * (isLast ? lastSize : 1)
            if isLast, hasWindow { y += windowGap }
            let x = isLeft ? face.width * 0.08 : right
            let placed = face.add(
                row.text,
                field: row.field,
                x: isLast && hasWindow && dice.chance(0.6) ? face.width * 0.6 : x,
                y: y,
                height: height,
                limit: face.width * (isLast && hasWindow ? 0.5 : 0.86),
                align: isLeft ? 0 : 1,
                using: &dice
            )
            decorate(&face, beside: placed, reading: reading, at: index, using: &dice)
            y += height + unit * gap
        }
        if hasWindow { window(&face, windowGap: windowGap, using: &dice) }
        if dice.chance(0.2), let first = face.rows.first(where: \.isValue), first.x > face.width * 0.3 {
            let place = (x: face.width * 0.03, y: dice.number(3, high: 80))
            face.badge(
                dice.pick(["USUAL", "AM", "1", "A", "M", "DIAG"]),
                x: place.x,
                y: place.y,
                height: dice.number(5, high: 8)
            )
        }
        if dice.chance(0.4) {
            face.icon(x: dice.number(5, high: face.width * 0.3), y: 94, size: dice.number(4, high: 8), using: &dice)
        }
        return face
    }

    static func window(_ face: inout Face, windowGap: Double, using dice: inout Dice) {
        guard let last = face.rows.last(where: \.isValue), face.rows.count > 1 else { return }
        let edge = last.y - windowGap * 0.28
        let inset = dice.number(0, high: 0.08) * face.width
        face.panels = [
            (0, 0, face.width, edge - windowGap * 0.55), (-inset, edge, face.width + 2 * inset, 100 - edge),
        ]
        if dice.chance(0.75) {
            let height = last.height * dice.number(0.5, high: 0.75)
            let space = face.width * 0.97 - (last.x + last.width)
            guard space > height * 1.2 else { return }
            face.add(
                clockText(&dice),
                field: "clock",
                isValue: false,
                x: face.width * 0.97,
                y: last.y + last.height - height,
                height: height,
                limit: space * 0.8,
                using: &dice
            )
        }
    }

    /// Adds a unit, a name or an icon to a row.
    static func decorate(
        _ face: inout Face,
        beside row: FaceRow,
        reading: Reading,
        at index: Int,
        using dice: inout Dice
    ) {
        let small = row.height * dice.number(0.14, high: 0.28)
        if dice.chance(0.35) {
            let names = ["sys": "SYS", "dia": "DIA", "pul": "PULSE", "spo2": "%SpO2"]
            let name = names[row.field] ?? reading.unit
            let x = dice.number(2, high: 6)
            let size = min(small, (row.x - x) * 0.9 / max(face.labels.draw(name).width, 0.1))
            if size > 2.2 { face.label(name, x: x, y: row.y + row.height * dice.number(0, high: 0.7), height: size) }
        }
        if dice.chance(0.25) {
            let x =
                dice.chance(0.5)
                ? row.x - row.height * dice.number(0.5, high: 0.8) : row.x + row.width + row.height * 0.45
            if x > 3, x < face.width - 3 {
                face.icon(
                    x: x,
                    y: row.y + row.height * dice.number(0.3, high: 0.8),
                    size: row.height * dice.number(0.2, high: 0.4),
                    using: &dice
                )
            }
        }
        if index > 0, dice.chance(0.12) {
            face.shapes.append(
                Shape(Outline.rect(0, y: row.y - row.height * 0.06, width: face.width, height: 0.8), paint: .ink(0.9))
            )
        }
    }

}
