internal import FoundationEssentials
internal import VitalRecords

extension Reading {
    /// The reading with a person's corrections.
    ///
    /// A value replaces the device's value of the same metric, or is added; changed values have the origin `manual`.
    /// The device's notes on a replaced value, "too high to measure" for example, are removed with it. The value that
    /// was read on a display before its correction stays with the source.
    ///
    /// - Returns: The reading, and whether anything differs.
    func corrected(timestamp: Date?, measurements: [Measurement]?) -> (reading: Reading, isCorrected: Bool) {
        var result = self
        if let timestamp { result.timestamp = timestamp.roundedToMilliseconds }
        for value in measurements ?? [] {
            let place = result.measurements.firstIndex { $0.metric == value.metric }
            if let place, result.measurements[place].says(value) { continue }
            let manual = Measurement(metric: value.metric, value: value.value, unit: value.unit, origin: .manual)
            if let place { result.measurements[place] = manual } else { result.measurements.append(manual) }
            result.context?.outOfBounds.removeAll { $0.metric == value.metric }
        }
        guard result != self else { return (self, false) }
        if let read = result.source.recognition {
            let replaced = self.measurements.filter { !result.measurements.contains($0) }
            result.source.recognition?.original = replaced.isEmpty ? read.original : replaced
        }
        return (result.flaggingImplausibleValues(), true)
    }
}

extension Measurement {
    /// Whether both have the same metric, value and unit, regardless of origin.
    fileprivate func says(_ other: Measurement) -> Bool {
        metric == other.metric && value == other.value && unit == other.unit
    }
}
