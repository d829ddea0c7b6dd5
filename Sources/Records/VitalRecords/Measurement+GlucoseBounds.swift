extension Measurement {
    /// On which side a blood glucose lies outside of what the Inform API counts as measurable; nil for any other value.
    ///
    /// Low is below 20 mg/dL or 1.1 mmol/L, high above 600 mg/dL or 33.3 mmol/L, each in the value's own unit (Validic's
    /// changelog, "out_of_bounds_blood_glucose").
    public var glucoseOutOfBounds: BoundsDirection? {
        guard metric == .bloodGlucose else { return nil }
        let bounds: ClosedRange<DecimalNumber>
        switch unit {
        case "mg/dL": bounds = 20...600
        case "mmol/L": bounds = DecimalNumber(mantissa: 11, exponent: -1)...DecimalNumber(mantissa: 333, exponent: -1)
        default: return nil
        }
        if value < bounds.lowerBound { return .low }
        return value > bounds.upperBound ? .high : nil
    }
}
