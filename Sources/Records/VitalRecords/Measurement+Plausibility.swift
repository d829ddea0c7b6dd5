extension Measurement {
    /// True where ``MetricTable`` knows metric and unit, and no living person has such a value.
    public var isImplausible: Bool {
        guard let metric = MetricTable.metric(named: metric), metric.unit(unit) != nil,
            let range = metric.plausibleRange
        else { return false }
        // A value too large to convert is as implausible as it gets.
        guard let canonical = try? metric.canonicalValue(of: self) else { return true }
        return !range.contains(canonical)
    }
}
