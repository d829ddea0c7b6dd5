internal import VitalRecords

/// The unit of a weight in a file of Fitbit, which is the account's and is not named.
public enum FitbitWeightUnit: String, Hashable, Sendable {
    /// Kilograms.
    case kilograms = "kg"
    /// Pounds.
    case pounds = "lb"
    /// Stones.
    case stones = "st"

    /// The unit in which weight and body mass index give the height of a person, which only one does.
    ///
    /// Weight over index is the square of the height: 1 to 4.3 square metres in kilograms (1.00 m to 2.08 m), in pounds
    /// 4.3 to 10 (1.40 m to 2.13 m), in stones below 0.7.
    static func guess(weight: DecimalNumber, bmi: DecimalNumber) -> FitbitWeightUnit? {
        guard weight.mantissa > 0, bmi.mantissa > 0 else { return nil }
        func exceeds(_ tenths: Int64) -> Bool {
            bmi.multiplied(by: tenths, over: 10, fractionDigits: 6).map { weight > $0 } ?? false
        }
        if exceeds(100) { return nil }
        if exceeds(43) { return .pounds }
        if exceeds(10) { return .kilograms }
        return exceeds(7) ? nil : .stones
    }
}
