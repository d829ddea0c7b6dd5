extension Duration {
    /// Whole milliseconds, cut towards zero, held at the ends of `Int64` instead of overflowing.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, over) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return over ? (seconds < 0 ? .min : .max) : sum
    }
}
