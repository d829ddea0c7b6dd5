internal import VitalRecords

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
