internal import VitalRecords

/// A number as a display shows it, split into its parts.
struct NumberText: Sendable, Hashable {
    /// True with a leading minus sign.
    let isNegative: Bool
    /// The digits before the decimal point.
    let whole: Substring
    /// The fraction digits; nil without a point, empty if the point is the last character.
    let fraction: Substring?

    /// Parses a number of at most 9 digits; nil for any other text.
    init?(_ text: Substring) {
        isNegative = text.first == "-"
        let parts = (isNegative ? text.dropFirst() : text).split(
            separator: ".",
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard let first = parts.first, !first.isEmpty, parts.count <= 2, Self.isDigits(first) else { return nil }
        whole = first
        fraction = parts.count == 2 ? parts[1] : nil
        guard Self.isDigits(fraction ?? ""), digitCount <= 9 else { return nil }
    }

    private static func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    /// The number of digits.
    var digitCount: Int { whole.utf8.count + (fraction?.utf8.count ?? 0) }

    /// The number of fraction digits.
    var decimals: Int { fraction?.utf8.count ?? 0 }

    /// True if the last character is a point, so that a digit may be missing.
    var endsWithPoint: Bool { fraction?.isEmpty == true }

    /// True with a zero before other digits of the integer part.
    var hasLeadingZero: Bool { whole.utf8.count > 1 && whole.first == "0" }

    /// The value with its digits as shown.
    var value: DecimalNumber { value(decimals: decimals) }

    /// The value of the digits with the decimal point before the last `decimals` ones.
    func value(decimals: Int) -> DecimalNumber {
        let digits = Int64("\(whole)\(fraction ?? "")") ?? 0
        return DecimalNumber(mantissa: isNegative ? -digits : digits, exponent: Int8(clamping: -decimals))
    }
}

/// A weight in stones and pounds in one row: `11:4.5`, `11-4.5`.
struct StonesText: Sendable, Hashable {
    /// The total weight in pounds.
    let pounds: DecimalNumber
    /// True if the text could also be a time or date: `11:10`.
    let looksLikeClock: Bool

    /// Parses a weight; nil for any other text.
    init?(_ text: String) {
        guard let mark = text.firstIndex(where: { $0 == ":" || $0 == "-" }),
            let stones = NumberText(text[..<mark]), stones.fraction == nil, (1...2).contains(stones.digitCount),
            let rest = NumberText(text[text.index(after: mark)...]), !rest.isNegative, !rest.endsWithPoint,
            rest.decimals <= 1, (1...2).contains(rest.whole.utf8.count), rest.value < 14,
            let sum = DecimalNumber(stones.value.mantissa * 14).adding(rest.value)
        else { return nil }
        pounds = sum
        looksLikeClock = rest.fraction == nil && rest.digitCount == 2
    }
}
