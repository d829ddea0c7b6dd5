extension FixedWidthInteger {
    /// The whole part of a number, held at the type's ends; 0 for what is no number.
    package init(clamping value: Double) {
        let whole = value.rounded(.towardZero)
        self = Self(exactly: whole) ?? (whole.isNaN ? 0 : whole < 0 ? .min : .max)
    }

    /// The sum, held at the type's ends: of counts that another process told.
    package static func clampedSum(_ values: Self...) -> Self { clampedSum(values) }

    /// The sum; the largest or smallest value where it has no place.
    package static func clampedSum(_ values: [Self]) -> Self {
        values.reduce(0) { sum, value in
            let (next, isPast) = sum.addingReportingOverflow(value)
            return isPast ? (value < 0 ? .min : .max) : next
        }
    }
}
