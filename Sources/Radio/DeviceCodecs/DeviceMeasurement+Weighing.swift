internal import VitalRecords

extension DeviceMeasurement {
    /// A weight with the body composition of the same weighing, or nil where they are not of one.
    ///
    /// The weight's key and values stay, the composition adds what the weight has not: never two values of one metric.
    /// Time and user must be equal; without a time nothing says that two frames are of one weighing. A composition that is
    /// no result is not joined, for the real one may follow and would find its revision taken.
    public func joined(with composition: DeviceMeasurement) -> DeviceMeasurement? {
        guard characteristic == .weightMeasurement, composition.characteristic == .bodyCompositionMeasurement,
            let partner, partner == composition.partner, completeness == 0, composition.isUsable
        else { return nil }
        var result = self
        let known = Set(measurements.map(\.metric))
        result.measurements += composition.measurements.filter { !known.contains($0.metric) }
        result.isUsable = true
        result.quirks += composition.quirks.filter { !quirks.contains($0) }
        result.completeness = 1
        return result
    }
}
