package import DisplayReading
internal import VitalRecords

extension DisplayTruth.Value {
    /// Makes the value of a measurement: as shown, unless it says more than the characters, for example because a point
    /// was not seen.
    package init(_ measurement: DisplayMeasurement) {
        let isAsShown = DecimalNumber(measurement.text) == measurement.value
        self.init(measurement.key, text: isAsShown ? measurement.text : "\(measurement.value)")
    }
}
