internal import FoundationEssentials
internal import VitalRecords

extension Reading {
    /// The reading with what a person knows better than its device.
    ///
    /// A value replaces the device's of the same metric, or joins them; what differs has the origin `manual`. What the
    /// device said about a value that is replaced, "too high to measure" for example, goes with it. What was read on a
    /// display in place of a corrected value stays with the source.
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
    /// Whether both say the same, wherever they come from.
    fileprivate func says(_ other: Measurement) -> Bool {
        metric == other.metric && value == other.value && unit == other.unit
    }
}
