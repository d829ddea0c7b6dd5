internal import VitalRecords

/// A number as a display writes it, taken apart.
struct NumberText: Sendable, Hashable {
    /// True for a minus sign before it.
    let isNegative: Bool
    /// The digits before the point.
    let whole: Substring
    /// The digits behind the point, or nil where there is no point; empty where the point is the last character.
    let fraction: Substring?

    /// Takes a text apart, or gives nil where it is anything but a number of at most 9 digits.
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

    /// How many digits there are.
    var digitCount: Int { whole.utf8.count + (fraction?.utf8.count ?? 0) }

    /// How many digits stand behind the point.
    var decimals: Int { fraction?.utf8.count ?? 0 }

    /// True where the last character is a point, so that a digit may be lost.
    var endsWithPoint: Bool { fraction?.isEmpty == true }

    /// True for a zero before other digits, other than the one before a point.
    var hasLeadingZero: Bool { whole.utf8.count > 1 && whole.first == "0" }

    /// The value with the digits as written.
    var value: DecimalNumber { value(decimals: decimals) }

    /// The value of the digits with a point before the last so many.
    func value(decimals: Int) -> DecimalNumber {
        let digits = Int64("\(whole)\(fraction ?? "")") ?? 0
        return DecimalNumber(mantissa: isNegative ? -digits : digits, exponent: Int8(clamping: -decimals))
    }
}

/// A weight in stones and pounds as a display writes it in one row: `11:4.5`, `11-4.5`.
struct StonesText: Sendable, Hashable {
    /// The whole weight in pounds.
    let pounds: DecimalNumber
    /// True where the same text could be a time or a date: `11:10`.
    let looksLikeClock: Bool

    /// Takes a text apart, or gives nil where it is no such weight.
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
