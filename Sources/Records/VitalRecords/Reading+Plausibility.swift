extension Reading {
    /// The reading with `context.implausible` naming the metrics whose values no living person has.
    ///
    /// Metrics without a row in ``MetricTable``, and units that the row does not know, are not judged: what the producer
    /// said of them stays.
    public func flaggingImplausibleValues() -> Reading {
        let points = details?.series.flatMap { series in series.points.map(series.measurement) } ?? []
        let all = measurements + points
        let judged = Set(all.filter(\.isJudged).map(\.metric))
        var flagged = context ?? ReadingContext()
        let kept = flagged.implausible.filter { !judged.contains($0) }
        let names = kept + all.filter(\.isImplausible).map(\.metric)
        flagged.implausible = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        var result = self
        result.context = flagged.isEmpty ? context.map { _ in flagged } : flagged
        return result
    }
}

extension Measurement {
    /// Whether ``MetricTable`` knows a plausible range for it.
    fileprivate var isJudged: Bool {
        guard let metric = MetricTable.metric(named: metric) else { return false }
        return metric.unit(unit) != nil && metric.plausibleRange != nil
    }
}
