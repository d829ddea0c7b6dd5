public import VitalRecords

extension CloudAPI {
    /// The metrics of a record that the destination has no place for, each once: their values stay at the site.
    ///
    /// Known of the cloud service's version 2 alone; what others leave out stands in their own words.
    public func leavesOut(of measurements: [Measurement]) -> [MetricName] {
        guard self == .inform else { return [] }
        return measurements.map(\.metric).reduce(into: []) { found, name in
            guard MetricTable.metric(named: name)?.inform == nil, !found.contains(name) else { return }
            found.append(name)
        }
    }
}
