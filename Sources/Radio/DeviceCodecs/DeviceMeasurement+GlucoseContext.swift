internal import VitalRecords

extension DeviceMeasurement {
    /// The highest ketone value that meters show, in mmol/L; above it they say HI.
    private static let ketoneHigh = DecimalNumber(8)

    /// A glucose measurement with its context; itself where the context belongs to another record.
    ///
    /// The key stays and the revision rises: the joined measurement updates the one that was sent alone. A record number
    /// is only unique within one link, so join what one link brought.
    public func joined(with frame: GlucoseContext) -> DeviceMeasurement {
        guard partner == .glucoseRecord(sequence: frame.sequence), completeness == 0 else { return self }
        var result = frame.isKetone ? asKetone : self
        result.measurements += frame.measurements
        var words = result.context ?? ReadingContext()
        words.meal = frame.mealWord
        words.tester = frame.testerWord
        words.statusFlags += frame.healthFlags
        result.context = words.isEmpty ? nil : words
        result.awaitsPartner = false
        result.completeness = 1
        return result
    }

    /// The measurement as one of ketone: a tenth of the mg/dL number in mmol/L (``DeviceQuirk/ketoneContext``).
    ///
    /// The sources disagree about frames in mol/L, so those give no value. Nothing remains of the glucose.
    private var asKetone: DeviceMeasurement {
        var result = self
        var words = context ?? ReadingContext()
        let number = measurements.first { $0.metric == .bloodGlucose && $0.unit == "mg/dL" }?.value.shifted(by: -1)
        let saysHigh = words.outOfBounds.contains { $0.metric == .bloodGlucose && $0.direction == .high }
        words.outOfBounds = []
        result.measurements = []
        if saysHigh || number.map({ $0 > Self.ketoneHigh }) == true {
            words.outOfBounds = [OutOfBounds(metric: .bloodKetone, direction: .high)]
        } else if let number {
            result.measurements = [Measurement(metric: .bloodKetone, value: number, unit: "mmol/L")]
        }
        result.context = words.isEmpty ? nil : words
        result.isUsable = isUsable && (!result.measurements.isEmpty || !words.outOfBounds.isEmpty)
        result.quirks.append(.ketoneContext)
        return result
    }
}
