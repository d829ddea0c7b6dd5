extension FaceMaker {
    /// A display without a value: off, showing a clock, or the number of a stored reading.
    static func blank(_ refusal: DisplayRefusal, face: Face, using dice: inout Dice) -> Face {
        var face = face
        let height = dice.number(25, high: 60)
        switch refusal {
        case .clock:
            face.add(
                clockText(&dice),
                field: "clock",
                x: face.width / 2,
                y: 50 - height / 2,
                height: height,
                limit: face.width * 0.85,
                align: 0.5,
                using: &dice
            )
            if dice.chance(0.5) {
                face.add(
                    dateText(&dice),
                    field: "date",
                    isValue: false,
                    x: face.width * 0.9,
                    y: 84,
                    height: 11,
                    limit: face.width * 0.5,
                    using: &dice
                )
            }
        case .memory:
            let text = dice.pick(["P-", "n", "no.", "P", "-"]) + "\(dice.whole(1, high: 99))"
            face.add(
                text,
                field: "memory",
                x: face.width / 2,
                y: 50 - height / 2,
                height: height,
                limit: face.width * 0.8,
                align: 0.5,
                using: &dice
            )
            face.icon(x: 10, y: 12, size: 9, using: &dice)
            face.label("M", x: face.width * 0.85, y: 6, height: 12)
        default:
            if dice.chance(0.3) { face.icon(x: 12, y: 12, size: 8, using: &dice) }
            if dice.chance(0.35) {
                let run = face.font.draw("888", using: &dice)
                let size = min(50, face.width * 0.7 / max(run.width, 0.1))
                let ink = Float(dice.number(0.01, high: 0.07))
                for shape in run.placed(x: face.width * 0.1, y: 25, height: size) {
                    face.shapes.append(Shape(shape.points, paint: .ink(ink)))
                }
            }
        }
        return face
    }
}
