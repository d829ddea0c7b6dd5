public import VitalRecords

extension CloudAPI {
    /// The metrics of a record that the destination cannot store, each once: their values stay at the site.
    ///
    /// Version 2 of the cloud service has its own names, and a FHIR server gets metrics that have a code. Version 1
    /// takes other metrics as extras, and a file takes all.
    public func leavesOut(of measurements: [Measurement]) -> [MetricName] {
        guard namesMetrics else { return [] }
        return measurements.map(\.metric).reduce(into: []) { found, name in
            guard !hasPlace(for: name), !found.contains(name) else { return }
            found.append(name)
        }
    }

    /// Whether it only accepts metrics that it has a name or code for.
    package var namesMetrics: Bool { self == .inform || self == .fhir }

    private func hasPlace(for name: MetricName) -> Bool {
        guard let metric = MetricTable.metric(named: name) else { return false }
        return self == .inform ? metric.inform != nil : metric.hasCode
    }
}
