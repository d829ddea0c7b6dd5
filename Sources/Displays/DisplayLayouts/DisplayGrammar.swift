internal import VitalRecords

/// The interpretation of row texts as field values or messages.
public enum DisplayGrammar {
    /// Interprets a row's text as values of a field, the likeliest first; empty if it is not a value.
    ///
    /// It is strict about points. If the unit requires a fraction, or the value is in range only with one, and the text
    /// has no point, the reading has ``FieldReading/isPointRestored``; it is returned only if no text as read fits. A
    /// text that ends with a point may have lost a digit, so it is a value only of a field that never has a fraction. A
    /// letter after the number that represents a unit of the field (`36.6C`) determines the unit.
    ///
    /// - Parameters:
    ///   - rowText: The text in the reader's alphabet.
    ///   - field: The field.
    ///   - unit: The unit that the meter is set to, or that was read elsewhere; nil tries all units of the field.
    public static func interpret(
        _ rowText: String,
        as field: DisplayField,
        unit: DisplayUnit? = nil
    ) -> [FieldReading] {
        let (body, shown) = splitUnit(rowText, field: field)
        guard shown == nil || unit == nil || shown == unit else { return [] }
        let rules = field.rules.filter { rule in
            guard let told = unit ?? shown else { return true }
            return rule.unit == told
        }
        let isTold = (unit ?? shown) != nil
        if let weight = stones(rowText, rules: rules, isTold: isTold) { return [weight] }
        guard let number = NumberText(Substring(body)) else { return [] }
        let candidates = rules.filter { !$0.isStonesAndPounds && (isTold || !$0.isToldOnly) }
        let seen = candidates.compactMap { asSeen(rowText, number: number, rule: $0, field: field, isTold: isTold) }
        let found =
            seen.isEmpty ? candidates.flatMap { restored(rowText, number: number, rule: $0, isTold: isTold) } : seen
        return found.enumerated().sorted { ($0.element.penalty, $0.offset) < ($1.element.penalty, $1.offset) }
            .map(\.element)
    }

    /// Splits the letters of a unit from the end of a text.
    private static func splitUnit(_ text: String, field: DisplayField) -> (String, DisplayUnit?) {
        let tail = text.reversed().prefix { $0.isLetter }
        guard !tail.isEmpty, tail.count < text.count else { return (text, nil) }
        let word = String(tail.reversed())
        guard let unit = field.units.first(where: { $0.isNamed(word) }) else { return (text, nil) }
        return (String(text.dropLast(tail.count)), unit)
    }

    private static func stones(_ text: String, rules: [UnitRule], isTold: Bool) -> FieldReading? {
        guard let rule = rules.first(where: \.isStonesAndPounds), let weight = StonesText(text),
            rule.range.contains(weight.pounds), isTold || !weight.looksLikeClock
        else { return nil }
        let penalty = (isTold ? 0 : 0.1) + (rule.usual.contains(weight.pounds) ? 0 : unusual)
        return FieldReading(text: text, value: weight.pounds, unit: .pound, penalty: penalty)
    }

    private static func asSeen(
        _ text: String,
        number: NumberText,
        rule: UnitRule,
        field: DisplayField,
        isTold: Bool
    ) -> FieldReading? {
        guard rule.accepts(number, value: number.value, decimals: number.decimals) else { return nil }
        if number.endsWithPoint, field.rules.contains(where: { $0.decimals.upperBound > 0 && !$0.isToldOnly }) {
            return nil
        }
        var penalty = rule.usual.contains(number.value) ? 0 : unusual
        if number.endsWithPoint { penalty += 0.4 }
        if number.hasLeadingZero, !field.keepsLeadingZeros { penalty += 0.3 }
        let others = field.rules.filter { $0 != rule && !$0.isStonesAndPounds }
        let fitsOthers = others.contains { $0.accepts(number, value: number.value, decimals: number.decimals) }
        return FieldReading(
            text: text,
            value: number.value,
            unit: rule.unit,
            isUnitAssumed: !isTold && fitsOthers,
            penalty: penalty
        )
    }

    /// The readings with a restored decimal point.
    private static func restored(
        _ text: String,
        number: NumberText,
        rule: UnitRule,
        isTold: Bool
    ) -> [FieldReading] {
        guard number.fraction == nil, rule.unit != nil, !number.hasLeadingZero else { return [] }
        return rule.decimals.filter { $0 > 0 && $0 < number.digitCount }.compactMap { decimals in
            let value = number.value(decimals: decimals)
            guard rule.accepts(number, value: value, decimals: decimals) else { return nil }
            return FieldReading(
                text: text,
                value: value,
                unit: rule.unit,
                isUnitAssumed: !isTold,
                isPointRestored: true,
                penalty: (rule.usual.contains(value) ? 0 : unusual) + (decimals == 1 ? 0.6 : 0.7)
            )
        }
    }

    /// The penalty of a value outside the usual range.
    private static let unusual = 0.25
}

extension UnitRule {
    /// True if a number with this many fraction digits has the rule's format and is in its range.
    fileprivate func accepts(_ number: NumberText, value: DecimalNumber, decimals count: Int) -> Bool {
        digits.contains(number.digitCount) && decimals.contains(count) && range.contains(value)
            && (allowsMinus || !number.isNegative)
    }
}

extension DisplayGrammar {
    /// Interprets a row's text as a message; nil for a number or an unknown text.
    ///
    /// Letters that segments cannot distinguish from digits count as either: `L0` is `Lo`, `0FF` is `OFF`, `H1` is
    /// `HI`.
    public static func message(_ rowText: String) -> ScreenMessage? {
        let text = rowText.filter { !$0.isWhitespace }
        guard !text.isEmpty else { return nil }
        if text.allSatisfy({ "-.:/".contains($0) }) { return text.contains("-") ? .blank : nil }
        guard text.contains(where: \.isLetter) else { return numbers(text) }
        return words(text)
    }

    /// Interprets a text without letters.
    private static func numbers(_ text: String) -> ScreenMessage? {
        let eights = text.filter { $0 == "8" }.count
        if eights >= 4, text.allSatisfy({ "18.:".contains($0) }) { return .selfTest }
        for (mark, message) in [(Character(":"), ScreenMessage.clock), ("/", .date)] where text.contains(mark) {
            let parts = text.split(separator: mark, omittingEmptySubsequences: false)
            return (2...3).contains(parts.count) && parts.allSatisfy(isShortNumber) ? message : nil
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.allSatisfy(isShortNumber) ? .date : nil
    }

    private static func isShortNumber(_ text: Substring) -> Bool {
        (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Interprets a text with letters.
    private static func words(_ text: String) -> ScreenMessage? {
        let letters = String(text.lowercased().filter { !"-.".contains($0) }.map { letterLike[$0] ?? $0 })
        if let message = known[letters] { return message }
        if let message = numbered(text.lowercased().filter { !"-.".contains($0) }) { return message }
        let isTime = text.contains(":") && ["a", "p", "am", "pm", "an", "pn"].contains { letters.hasSuffix($0) }
        if isTime { return .clock }
        return text.allSatisfy(\.isLetter) && text.count > 1 && DisplayUnit.named(text) == nil ? .word : nil
    }

    /// Interprets a letter and a number: `E3`, `n12`.
    private static func numbered(_ text: String) -> ScreenMessage? {
        let head = text.prefix { !$0.isNumber }
        let tail = text.dropFirst(head.count)
        guard isShortNumber(tail), tail.utf8.count <= 3 else { return nil }
        switch head {
        case "e", "er", "err", "ee", "ec", "ep", "eh": return .error
        case "n", "nn", "no", "nr", "u", "r": return .memory
        case "a", "au", "aue": return .average
        case "f" where tail.utf8.count <= 2, "c" where tail.utf8.count <= 2: return .word
        default: return nil
        }
    }

    private static let letterLike: [Character: Character] = ["0": "o", "1": "i"]

    private static let known: [String: ScreenMessage] = [
        "e": .error, "ee": .error, "eee": .error, "er": .error, "err": .error, "ep": .error, "ec": .error, "eh": .error,
        "erro": .error, "error": .error,
        "errr": .error, "lo": .low, "low": .low, "hi": .high, "hh": .high, "high": .high, "ol": .high, "old": .high,
        "oload": .high, "over": .high, "ouer": .high, "off": .off, "of": .off, "bat": .battery, "batt": .battery,
        "lobat": .battery, "batlo": .battery, "blo": .battery, "lobt": .battery, "aue": .average, "ave": .average,
        "avg": .average, "au": .average,
    ]
}

/// A display without a value: a screen that must never become a number.
public enum ScreenMessage: String, Sendable, Hashable, CaseIterable {
    /// An error code, such as `E1`, `E-3` or `Err`.
    case error
    /// The value is below the measuring range: `Lo`.
    case low
    /// The value is above the measuring range: `HI`, and `OL` of a multimeter or scale.
    case high
    /// No value: `---`.
    case blank
    /// A time, such as `12:30`.
    case clock
    /// A date, such as `3/14` or `12-24`.
    case date
    /// The number of a stored value or user, such as `n12`, `n-3` or `u2`.
    case memory
    /// An average, such as `A` or `AUE`.
    case average
    /// The meter is switching off: `OFF`.
    case off
    /// The battery is low: `bAt`, `Lb`.
    case battery
    /// All segments lit, as when a meter is switched on: `8888`, `88:88`.
    case selfTest
    /// Another word, such as `CAL` or `End`.
    case word
}
