/// The values that a device shows, and the expected reading.
struct Reading: Sendable {
    /// The texts of the value rows, each with its field.
    var rows: [(field: String, text: String)]
    /// Field and JSON value of everything to be read, in order.
    var expected: [(key: String, value: String)]
    var refusal: DisplayRefusal?
    /// The unit shown on the display, if any.
    var unit = ""

    init(rows: [(field: String, text: String)], expected: [(key: String, value: String)] = [], unit: String = "") {
        self.rows = rows
        self.expected = expected
        self.unit = unit
    }
}

extension Reading {
    /// A plausible reading of a kind of device.
    static func likely(_ kind: DisplayKind, using dice: inout Dice) -> Reading {
        switch kind {
        case .bloodPressure: bloodPressure(&dice)
        case .glucoseMeter: glucose(&dice)
        case .thermometer: temperature(&dice)
        case .pulseOximeter: oxygen(&dice)
        case .weightScale: weight(&dice)
        case .any: anything(&dice)
        }
    }

    private static func bloodPressure(_ dice: inout Dice) -> Reading {
        let sys = dice.chance(0.9) ? dice.whole(88, high: 185) : dice.whole(60, high: 260)
        let dia = max(min(dice.whole(45, high: 120), sys - 12), 30)
        let pul = dice.chance(0.9) ? dice.whole(45, high: 125) : dice.whole(30, high: 199)
        return Reading(
            rows: [("sys", "\(sys)"), ("dia", "\(dia)"), ("pul", "\(pul)")],
            expected: [("sys", "\(sys)"), ("dia", "\(dia)"), ("pul", "\(pul)")],
            unit: "mmHg"
        )
    }

    private static func glucose(_ dice: inout Dice) -> Reading {
        if dice.chance(0.4) {
            let value = dice.chance(0.85) ? dice.whole(50, high: 320) : dice.whole(20, high: 600)
            return Reading(
                rows: [("glucose", "\(value)")],
                expected: [("glucose", "\(value)"), ("unit", "\"mg/dL\"")],
                unit: "mg/dL"
            )
        }
        let text = tenths(dice.chance(0.85) ? dice.whole(28, high: 199) : dice.whole(11, high: 333))
        return Reading(
            rows: [("glucose", text)],
            expected: [("glucose", text), ("unit", "\"mmol/L\"")],
            unit: "mmol/L"
        )
    }

    private static func temperature(_ dice: inout Dice) -> Reading {
        let isFahrenheit = dice.chance(0.4)
        let text: String =
            if isFahrenheit {
                tenths(dice.whole(930, high: 1_085))
            } else if dice.chance(0.12) {
                "\(dice.whole(35, high: 41)).\(dice.whole(0, high: 9))\(dice.whole(0, high: 9))"
            } else {
                tenths(dice.whole(342, high: 422))
            }
        let unit = isFahrenheit ? "F" : "C"
        return Reading(
            rows: [("temperature", text)],
            expected: [("temperature", text), ("unit", "\"\(unit)\"")],
            unit: unit
        )
    }

    private static func oxygen(_ dice: inout Dice) -> Reading {
        let spo2 = dice.chance(0.85) ? dice.whole(88, high: 99) : dice.whole(70, high: 100)
        let pulse = dice.whole(42, high: 145)
        return Reading(
            rows: [("spo2", "\(spo2)"), ("pul", "\(pulse)")],
            expected: [("spo2", "\(spo2)"), ("pul", "\(pulse)")],
            unit: "%SpO2"
        )
    }

    private static func weight(_ dice: inout Dice) -> Reading {
        switch dice.weighted([0.55, 0.25, 0.2]) {
        case 0:
            let hundredths = dice.chance(0.2)
            let text = tenths(dice.whole(60, high: 1_499)) + (hundredths ? (dice.chance(0.5) ? "0" : "5") : "")
            return Reading(rows: [("weight", text)], expected: [("weight", text), ("unit", "\"kg\"")], unit: "kg")
        case 1:
            let text = tenths(dice.whole(100, high: 3_300))
            return Reading(rows: [("weight", text)], expected: [("weight", text), ("unit", "\"lb\"")], unit: "lb")
        default:
            let stones = dice.whole(4, high: 21)
            let pounds = dice.chance(0.65) ? tenths(dice.whole(0, high: 139)) : "\(dice.whole(0, high: 13))"
            return Reading(
                rows: [("stones", "\(stones)"), ("pounds", pounds)],
                expected: [("stones", "\(stones)"), ("pounds", pounds), ("unit", "\"st\"")],
                unit: "st"
            )
        }
    }

    /// A load on a kitchen or luggage scale, in the resolution that such scales show.
    static func load(_ dice: inout Dice) -> Reading {
        let isPounds = dice.chance(0.3)
        let hundredths = isPounds ? dice.whole(450, high: 11_000) : dice.whole(205, high: 5_000)
        let text = tenths(hundredths / 10) + (dice.chance(0.65) ? "\(hundredths % 10)" : "")
        let unit = isPounds ? "lb" : "kg"
        return Reading(rows: [("weight", text)], expected: [("weight", text), ("unit", "\"\(unit)\"")], unit: unit)
    }

    private static func anything(_ dice: inout Dice) -> Reading {
        let text = number(&dice)
        return Reading(
            rows: [("value", text)],
            expected: [("value", "\"\(text)\"")],
            unit: dice.pick(["V", "mV", "A", "Hz", ""])
        )
    }

    /// A number in any format.
    static func number(_ dice: inout Dice) -> String {
        var digits = ""
        for place in 0..<dice.weighted([0, 1, 3, 6, 5, 1]) {
            digits += "\(place == 0 && dice.chance(0.85) ? dice.whole(1, high: 9) : dice.whole(0, high: 9))"
        }
        let sign = dice.chance(0.25) ? "-" : ""
        let point = dice.weighted([5, 7, 3, 1.5])
        guard point > 0, digits.count > point else { return sign + digits }
        return sign + digits.dropLast(point) + "." + digits.suffix(point)
    }

    /// A text that devices show instead of a value.
    static func errorText(_ dice: inout Dice) -> String {
        let texts = [
            "E1", "E2", "E3", "E5", "E-1", "E-4", "Err", "Er1", "Er3", "Lo", "HI", "Lo", "HI", "Err", "---", "--", "EE",
            "0L", "E04", "L", "H", "bAt", "C",
        ]
        return dice.chance(0.2) ? "E\(dice.whole(0, high: 99))" : dice.pick(texts)
    }

    private static func tenths(_ value: Int) -> String { "\(value / 10).\(value % 10)" }
}
