import DisplayLayouts

/// Common misreadings of a field's text, and which of them the layout would notice.
enum Misreadings {
    /// The share of misreadings whose text is not a usual value of the field, 0…1.
    ///
    /// A temperature that loses a digit is not a valid one; a bare number that does is simply another number.
    static func noticed(_ text: String, as field: DisplayField, unit: DisplayUnit?) -> Double {
        let others = others(of: text)
        let unnoticed = others.count { isValue($0, as: field, unit: unit, penalty: 0.2) }
        return others.isEmpty ? 0 : 1 - Double(unnoticed) / Double(others.count)
    }

    /// Whether a text without a point would, with a point before its last digit, be a value of the field, if an unusual
    /// one.
    static func mayHaveLostPoint(_ text: String, as field: DisplayField, unit: DisplayUnit?) -> Bool {
        text.count(where: \.isNumber) > 1 && !text.contains(".")
            && isValue("\(text.dropLast()).\(text.suffix(1))", as: field, unit: unit, penalty: .infinity)
    }

    /// Whether a text would be a usual value of the field without its last digit after the point.
    static func mayEndWithSymbol(_ text: String, as field: DisplayField, unit: DisplayUnit?) -> Bool {
        guard text.contains("."), text.last?.isNumber == true else { return false }
        return isValue(String(text.dropLast()), as: field, unit: unit, penalty: 0.2)
    }

    /// The ends at which a text could have one more digit, also with a point before the last one, and be a value of the
    /// field, if an unusual one.
    static func openEnds(_ text: String, as field: DisplayField, unit: DisplayUnit?) -> OpenEnds {
        func isOpen(_ longer: (String) -> [String]) -> Bool {
            (0...9).flatMap { longer(String($0)) }
                .contains { isValue($0, as: field, unit: unit, penalty: .infinity) }
        }
        let hasPoint = text.contains(".")
        var ends: OpenEnds = []
        if isOpen({ $0 == "0" ? [] : [$0 + text] + (hasPoint ? [] : [$0 + "." + text]) }) { ends.insert(.front) }
        if isOpen({ [text + $0] + (hasPoint ? [] : [text + "." + $0]) }) { ends.insert(.back) }
        return ends
    }

    private static func isValue(_ text: String, as field: DisplayField, unit: DisplayUnit?, penalty: Double) -> Bool {
        DisplayGrammar.interpret(text, as: field, unit: unit).contains { !$0.isPointRestored && $0.penalty < penalty }
    }

    /// The texts with a character missing at an end, a point missing or added, or a digit added.
    static func others(of text: String) -> [String] {
        let point = text.contains(".") ? text.filter { $0 != "." } : "\(text.dropLast()).\(text.suffix(1))"
        return [String(text.dropFirst()), String(text.dropLast()), point, "1\(text)", "\(text)1"]
            .filter { other in other.contains { $0.isNumber } && other.first != "." }
    }
}
