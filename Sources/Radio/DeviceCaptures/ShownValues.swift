package import VitalRecords

/// The values that a person read on the display: `128/82 pulse 71`, `72,4 kg`, `97 % 64 bpm`.
package struct ShownValues: Hashable, Sendable {
    /// A value with the name that its word or unit gives it.
    package struct Value: Hashable, Sendable {
        /// `systolic`, `pulse`, `spo2`, `weight`, …; nil if no word names it.
        package let name: String?
        /// The number as typed.
        package let number: DecimalNumber
        /// The unit as typed; nil without one.
        package let unit: String?
    }

    /// The values in the order typed.
    package let values: [Value]

    /// Names by word or unit, in lower case.
    private static let names = [
        "pulse": "pulse", "puls": "pulse", "bpm": "pulse", "/min": "pulse", "hr": "pulse", "spo2": "spo2", "o2": "spo2",
        "%": "spo2", "kg": "weight", "lb": "weight", "lbs": "weight", "mg/dl": "value", "mmol/l": "value",
        "c": "temperature", "°c": "temperature", "f": "temperature", "°f": "temperature", "sys": "systolic",
        "systolic": "systolic", "dia": "diastolic", "diastolic": "diastolic", "fat": "fat", "water": "water",
        "muscle": "muscle", "bone": "bone", "pi": "pi", "map": "mean", "mean": "mean",
    ]
    private static let units: Set = [
        "%", "kg", "lb", "lbs", "mg/dl", "mmol/l", "c", "°c", "f", "°f", "bpm", "/min", "mmhg",
    ]

    /// Reads what a person typed; text without numbers has no values.
    package init(_ text: String) {
        var values: [Value] = []
        var word: String?
        for part in Self.parts(text) {
            if let pair = Self.pair(part) {
                values += [
                    Value(name: "systolic", number: pair.0, unit: nil),
                    Value(name: "diastolic", number: pair.1, unit: nil),
                ]
                word = nil
            } else if let number = Self.number(part) {
                values.append(Value(name: word.flatMap { Self.names[$0.lowercased()] }, number: number, unit: nil))
                word = nil
            } else if Self.units.contains(part.lowercased()), let last = values.last, last.unit == nil {
                let name = last.name ?? Self.names[part.lowercased()]
                values[values.count - 1] = Value(name: name, number: last.number, unit: part)
            } else {
                word = part
            }
        }
        self.values = values
    }

    /// The numbers in the order typed.
    package var numbers: [DecimalNumber] { values.map(\.number) }

    /// The typed words, with a unit apart from its number: `72.4kg` is two.
    private static func parts(_ text: String) -> [String] {
        text.split { $0.isWhitespace || $0 == ";" || $0 == ":" }.map(String.init).flatMap { part -> [String] in
            let part = part.last == "," ? String(part.dropLast()) : part
            guard pair(part) == nil, let end = part.lastIndex(where: \.isNumber), part.first?.isNumber == true else {
                return [part]
            }
            let rest = part[part.index(after: end)...]
            return rest.isEmpty ? [part] : [String(part[...end]), String(rest)]
        }
    }

    private static func pair(_ part: String) -> (DecimalNumber, DecimalNumber)? {
        let numbers = part.split(separator: "/", omittingEmptySubsequences: false).map { number(String($0)) }
        guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
        return (first, second)
    }

    private static func number(_ part: String) -> DecimalNumber? {
        guard part.first?.isNumber == true else { return nil }
        return DecimalNumber(part.replacing(",", with: "."))
    }
}
