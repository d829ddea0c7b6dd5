extension Duration {
    /// Whole milliseconds, truncated towards zero and clamped to the range of `Int64`.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, over) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return over ? (seconds < 0 ? .min : .max) : sum
    }
}
