public import VitalRecords

/// A number of a scale, or its word that the measurement failed.
public enum ScaleValue: Hashable, Sendable {
    /// A number with its resolution's digits.
    case measured(DecimalNumber)
    /// The measurement failed: all bits are set.
    case unsuccessful

    init(_ word: UInt16, times factor: Int64, exponent: Int8) {
        self =
            word == 0xFFFF
            ? .unsuccessful : .measured(DecimalNumber(mantissa: Int64(word) * factor, exponent: exponent))
    }

    /// The number, or nil where the measurement failed.
    public var number: DecimalNumber? {
        guard case .measured(let number) = self else { return nil }
        return number
    }

    /// The number, or `"unsuccessful"`.
    var field: DecodedValue { number.map { .number($0) } ?? .text("unsuccessful") }
}
