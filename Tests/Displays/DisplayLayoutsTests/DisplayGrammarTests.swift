import DisplayLayouts
import Testing
import VitalRecords

struct DisplayGrammarTests {
    /// A text in a field of a kind, the unit if known, and the meaning: `value unit flags`, or empty for no value.
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: DisplayKind
        let key: String
        let text: String
        let unit: DisplayUnit?
        let meaning: String

        init(_ kind: DisplayKind, _ key: String, _ text: String, _ unit: DisplayUnit?, _ meaning: String) {
            (self.kind, self.key, self.text, self.unit, self.meaning) = (kind, key, text, unit, meaning)
        }

        init(_ kind: DisplayKind, _ key: String, _ text: String, _ meaning: String) {
            self.init(kind, key, text, nil, meaning)
        }

        var testDescription: String { "\(kind) \(key) \(text) \(unit?.name ?? "")" }
    }

    private static func words(_ reading: FieldReading) -> String {
        var words = [reading.value.description, reading.unit?.name ?? "none"]
        if reading.isUnitAssumed { words.append("assumed") }
        if reading.isPointRestored { words.append("restored") }
        return words.joined(separator: " ")
    }

    static let cases: [Case] = [
        Case(.bloodPressure, "sys", "128", "128 mmHg"),
        Case(.bloodPressure, "sys", "98", "98 mmHg"),
        Case(.bloodPressure, "sys", "12", ""),
        Case(.bloodPressure, "sys", "320", ""),
        Case(.bloodPressure, "sys", "12.8", ""),
        Case(.bloodPressure, "sys", "12.8", .kilopascal, "12.8 kPa"),
        Case(.bloodPressure, "sys", "128", .kilopascal, "12.8 kPa restored"),
        Case(.bloodPressure, "sys", "128.", "128 mmHg"),
        Case(.bloodPressure, "sys", "-128", ""),
        Case(.bloodPressure, "sys", "1280", ""),
        Case(.bloodPressure, "sys", "E28", ""),
        Case(.bloodPressure, "dia", "080", "80 mmHg"),
        Case(.bloodPressure, "pul", "62", "62 bpm"),
        Case(.bloodPressure, "pul", "12:30", ""),
        Case(.glucoseMeter, "glucose", "128", "128 mg/dL"),
        Case(.glucoseMeter, "glucose", "12.8", "12.8 mmol/L"),
        Case(.glucoseMeter, "glucose", "5.8", "5.8 mmol/L"),
        Case(.glucoseMeter, "glucose", "58", "58 mg/dL"),
        Case(.glucoseMeter, "glucose", "58", .millimolePerLitre, "5.8 mmol/L restored"),
        Case(.glucoseMeter, "glucose", "58", .milligramPerDecilitre, "58 mg/dL"),
        Case(.glucoseMeter, "glucose", "5.8", .milligramPerDecilitre, ""),
        Case(.glucoseMeter, "glucose", "12.", ""),
        Case(.glucoseMeter, "glucose", "12.", .milligramPerDecilitre, ""),
        Case(.glucoseMeter, "glucose", "12.85", ""),
        Case(.glucoseMeter, "glucose", "8", ""),
        Case(.glucoseMeter, "glucose", "888", ""),
        Case(.glucoseMeter, "glucose", "1.2.8", ""),
        Case(.glucoseMeter, "glucose", ".8", ""),
        Case(.glucoseMeter, "glucose", "", ""),
        Case(.thermometer, "value", "36.6", "36.6 °C"),
        Case(.thermometer, "value", "36.65", "36.65 °C"),
        Case(.thermometer, "value", "98.6", "98.6 °F"),
        Case(.thermometer, "value", "100.4", "100.4 °F"),
        Case(.thermometer, "value", "98.65", ""),
        Case(.thermometer, "value", "366", "36.6 °C assumed restored"),
        Case(.thermometer, "value", "981", "98.1 °F assumed restored"),
        Case(.thermometer, "value", "107", ""),
        Case(.thermometer, "value", "1071", "107.1 °F assumed restored"),
        Case(.thermometer, "value", "36.6C", "36.6 °C"),
        Case(.thermometer, "value", "98.6F", "98.6 °F"),
        Case(.thermometer, "value", "98.6C", ""),
        Case(.thermometer, "value", "36.6F", .celsius, ""),
        Case(.thermometer, "value", "36.6", .fahrenheit, ""),
        Case(.thermometer, "value", "36", ""),
        Case(.thermometer, "value", "36.", ""),
        Case(.pulseOximeter, "spo2", "98", "98 %"),
        Case(.pulseOximeter, "spo2", "100", "100 %"),
        Case(.pulseOximeter, "spo2", "101", ""),
        Case(.pulseOximeter, "spo2", "9.8", ""),
        Case(.pulseOximeter, "pr", "72", "72 bpm"),
        Case(.weightScale, "value", "75.4", "75.4 kg assumed"),
        Case(.weightScale, "value", "75.45", "75.45 kg assumed"),
        Case(.weightScale, "value", "75.4", .kilogram, "75.4 kg"),
        Case(.weightScale, "value", "166.2", .pound, "166.2 lb"),
        Case(.weightScale, "value", "166.2lb", "166.2 lb"),
        Case(.weightScale, "value", "166", .pound, "166 lb"),
        Case(.weightScale, "value", "754", "75.4 kg assumed restored"),
        Case(.weightScale, "value", "11:4.5", "158.5 lb"),
        Case(.weightScale, "value", "11-4", "158 lb"),
        Case(.weightScale, "value", "11:10", ""),
        Case(.weightScale, "value", "11:10", .stone, "164 lb"),
        Case(.weightScale, "value", "11:14", .stone, ""),
        Case(.weightScale, "value", "11.4", .stone, ""),
        Case(.weightScale, "value", "-0.4", ""),
        Case(.weightScale, "pounds", "13.5", "13.5 lb"),
        Case(.weightScale, "pounds", "14", "1.4 lb assumed restored"),
        Case(.weightScale, "stones", "11", "11 st"),
        Case(.any, "value", "-30.37", "-30.37 none"),
        Case(.any, "value", "078.3", "78.3 none"),
        Case(.any, "value", "0", "0 none"),
        Case(.any, "value", "22.", ""),
        Case(.any, "value", "1234567", ""),
        Case(.any, "value", "1.2345", ""),
        Case(.any, "value", "--5", ""),
    ]

    @Test(arguments: cases)
    func textsOfFields(_ example: Case) throws {
        let field = try #require(DisplayLayout.standard(example.kind).field(example.key))
        let found = DisplayGrammar.interpret(example.text, as: field, unit: example.unit)
        #expect(found.first.map(Self.words) ?? "" == example.meaning)
        #expect(found.allSatisfy { $0.text == example.text && (0...1).contains($0.penalty) })
    }

    static let messages: [(String, ScreenMessage?)] = [
        ("E1", .error), ("E-3", .error), ("Err", .error), ("Er", .error), ("Er-3", .error), ("EE", .error),
        ("E", .error), ("EP", .error), ("Lo", .low), ("L0", .low), ("LO", .low), ("HI", .high), ("H1", .high),
        ("Hi", .high), ("0L", .high), ("0.L", .high), ("0-Ld", .high), ("---", .blank), ("--.-", .blank),
        ("--:--", .blank), ("12:30", .clock), ("9:05", .clock), ("9:05P", .clock), ("12:30:15", .clock),
        ("3/14", .date), ("12-24", .date), ("2026-11-22", .date), ("n12", .memory), ("n-3", .memory),
        ("n 3", .memory), ("nn3", .memory), ("no.3", .memory), ("u2", .memory), ("A", nil), ("AuE", .average),
        ("A3", .average), ("0FF", .off), ("OFF", .off), ("oFF", .off), ("bAt", .battery), ("bAtt", .battery),
        ("LobAt", .battery), ("8888", .selfTest), ("88:88", .selfTest), ("188.8", nil), ("88", nil), ("128", nil),
        ("12.8", nil), ("-30.37", nil), ("CAL", .word), ("End", .word), ("dEL", .word), ("C", nil), ("F", nil),
        ("Lb", nil), ("", nil), (".", nil), ("36.6C", nil), ("75.4Lb", nil), ("12:", nil), ("C12", .word),
    ]

    @Test(arguments: messages)
    func messagesOfScreens(_ text: String, _ message: ScreenMessage?) {
        #expect(DisplayGrammar.message(text) == message)
    }

    /// A message must never also be a value, in any field and unit; dates and times are weights only in stones.
    @Test(arguments: messages.filter { $0.1 != nil && $0.1 != .selfTest })
    func messagesAreNoValues(_ text: String, _ message: ScreenMessage?) {
        for field in DisplayKind.allCases.flatMap({ DisplayLayout.standard($0).fields }) {
            for unit in [nil] + field.units where unit != .stone {
                #expect(DisplayGrammar.interpret(text, as: field, unit: unit).isEmpty, "\(text) as \(field.key)")
            }
        }
    }

    @Test
    func leadingZerosAndUnusualValuesCost() throws {
        let systolic = try #require(DisplayLayout.standard(.bloodPressure).field("sys"))
        let penalties = ["128", "280", "080", "128."].map { text in
            DisplayGrammar.interpret(text, as: systolic).first?.penalty
        }
        #expect(penalties == [0, 0.25, 0.3, 0.4])
        let number = try #require(DisplayLayout.standard(.any).field("value"))
        #expect(DisplayGrammar.interpret("078.3", as: number).first?.penalty == 0)
    }
}
