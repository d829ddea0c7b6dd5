/// Displayed numbers that are not values of a kind of meter, although a part of each looks like one.
enum ForeignNumbers {
    /// A display with such a number; of a kind with several values, one of them with a digit too many.
    static func reading(_ kind: DisplayKind, using dice: inout Dice) -> Reading {
        if [.bloodPressure, .pulseOximeter].contains(kind) {
            var reading = Reading.likely(kind, using: &dice)
            let row = dice.whole(0, high: reading.rows.count - 1)
            while reading.rows[row].text.count < 4 { reading.rows[row].text += "\(dice.whole(0, high: 9))" }
            return reading
        }
        let text = dice.pick([clock, test, date, counter, voltage, tooFine])(kind, &dice)
        let unit: String =
            switch kind {
            case .glucoseMeter: dice.pick(["mg/dL", "mmol/L"])
            case .thermometer: dice.pick(["C", "F"])
            default: "kg"
            }
        return Reading(rows: [("foreign", text)], unit: unit)
    }

    /// `15:37`.
    private static func clock(_ kind: DisplayKind, using dice: inout Dice) -> String {
        "\(dice.whole(1, high: 23)):\(two(dice.whole(0, high: 59)))"
    }

    /// All segments lit.
    private static func test(_ kind: DisplayKind, using dice: inout Dice) -> String {
        switch kind {
        case .glucoseMeter: dice.pick(["88.8", "888", "188.8"])
        case .thermometer: dice.pick(["188.8", "188.88", "888.8"])
        default: dice.pick(["888.8", "1888.8", "888.88"])
        }
    }

    /// A date like `24-12`, written with points only if that cannot be read as a value.
    private static func date(_ kind: DisplayKind, using dice: inout Dice) -> String {
        let (day, month) = (dice.whole(1, high: 31), dice.whole(1, high: 12))
        return kind == .glucoseMeter && day > 9 && dice.chance(0.5)
            ? "\(day).\(two(month))" : "\(day)\(dice.pick(["-", "/"]))\(two(month))"
    }

    /// `10082.1`, `010532`.
    private static func counter(_ kind: DisplayKind, using dice: inout Dice) -> String {
        let number = dice.whole(10_000, high: 99_999)
        return dice.chance(0.5) ? "\(number).\(dice.whole(0, high: 9))" : "0\(number)"
    }

    /// A multimeter's number, such as `13.62`, `230.1` or `1.532`.
    private static func voltage(_ kind: DisplayKind, using dice: inout Dice) -> String {
        switch kind {
        case .glucoseMeter: "\(dice.whole(10, high: 40)).\(two(dice.whole(0, high: 99)))"
        case .thermometer: "\(dice.whole(220, high: 239)).\(dice.whole(0, high: 9))"
        default: "\(dice.whole(301, high: 999)).\(dice.whole(0, high: 9))"
        }
    }

    /// A number with more decimals than any meter of the kind shows.
    private static func tooFine(_ kind: DisplayKind, using dice: inout Dice) -> String {
        let rest = two(dice.whole(0, high: 99))
        return switch kind {
        case .glucoseMeter: "\(dice.whole(4, high: 12)).\(rest)"
        case .thermometer: "\(dice.whole(35, high: 41)).\(dice.whole(0, high: 9))\(rest)"
        default: "\(dice.whole(50, high: 120)).\(dice.whole(0, high: 9))\(rest)"
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
