public import VitalRecords

extension CloudAPI {
    /// The metrics of a record that the destination has no place for, each once: their values stay at the site.
    ///
    /// Version 2 of the cloud service has names of its own, and a FHIR server gets what has a code. Version 1 takes what fills no
    /// field as an extra, and a file takes all.
    public func leavesOut(of measurements: [Measurement]) -> [MetricName] {
        guard namesMetrics else { return [] }
        return measurements.map(\.metric).reduce(into: []) { found, name in
            guard !hasPlace(for: name), !found.contains(name) else { return }
            found.append(name)
        }
    }

    /// Whether it takes only the metrics that it has names or codes for.
    package var namesMetrics: Bool { self == .inform || self == .fhir }

    private func hasPlace(for name: MetricName) -> Bool {
        guard let metric = MetricTable.metric(named: name) else { return false }
        return self == .inform ? metric.inform != nil : metric.hasCode
    }
}
