internal import VitalRecords

extension DeviceMeasurement {
    /// A weight with the body composition of the same weighing, or nil where they are not of one.
    ///
    /// The weight's key and values stay, the composition adds what the weight has not: never two values of one metric.
    /// Time and user must be equal; without a time nothing says that two frames are of one weighing.
    public func joined(with composition: DeviceMeasurement) -> DeviceMeasurement? {
        guard characteristic == .weightMeasurement, composition.characteristic == .bodyCompositionMeasurement,
            let partner, partner == composition.partner, completeness == 0
        else { return nil }
        var result = self
        let known = Set(measurements.map(\.metric))
        result.measurements += composition.measurements.filter { !known.contains($0.metric) }
        result.isUsable = isUsable || composition.isUsable
        result.quirks += composition.quirks.filter { !quirks.contains($0) }
        result.completeness = 1
        return result
    }
}
