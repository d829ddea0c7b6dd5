package import DisplayReading
internal import VitalRecords

extension DisplayTruth.Value {
    /// A measured value: as shown, unless it says more than the characters, as with a point that was not seen.
    package init(_ measurement: DisplayMeasurement) {
        let isAsShown = DecimalNumber(measurement.text) == measurement.value
        self.init(measurement.key, isAsShown ? measurement.text : "\(measurement.value)")
    }
}
