import DisplayLayouts

/// What a field's text becomes by the usual mistakes, and which of them its layout would notice.
enum Misreadings {
    /// The share of the mistakes after which the text is no usual value of its field, 0…1.
    ///
    /// A temperature that loses a digit is none; a bare number that does is another number.
    static func noticed(_ text: String, as field: DisplayField, unit: DisplayUnit?) -> Double {
        let others = others(of: text)
        let unnoticed = others.count { other in
            DisplayGrammar.interpret(other, as: field, unit: unit)
                .contains { !$0.isPointRestored && $0.penalty < 0.2 }
        }
        return others.isEmpty ? 0 : 1 - Double(unnoticed) / Double(others.count)
    }

    /// The text with a character lost at an end, the point lost or seen where none is, or a digit more.
    static func others(of text: String) -> [String] {
        let point = text.contains(".") ? text.filter { $0 != "." } : "\(text.dropLast()).\(text.suffix(1))"
        return [String(text.dropFirst()), String(text.dropLast()), point, "1\(text)", "\(text)1"]
            .filter { other in other.contains { $0.isNumber } && other.first != "." }
    }
}
