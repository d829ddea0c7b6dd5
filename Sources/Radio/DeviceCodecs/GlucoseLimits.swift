internal import VitalRecords

/// What a meter's range ends make of its values: HI and LO.
enum GlucoseLimits {
    /// On which side a value lies outside of what an Accu-Chek shows: over 600 mg/dL is HI, under 10 is LO.
    ///
    /// 33.3 and 0.6 mmol/L are the same ends as those meters show them.
    static func accuChek(_ value: Measurement) -> BoundsDirection? {
        let isMolar = value.unit == "mmol/L"
        let low = isMolar ? DecimalNumber(mantissa: 6, exponent: -1) : 10
        let high = isMolar ? DecimalNumber(mantissa: 333, exponent: -1) : 600
        if value.value < low { return .low }
        return value.value > high ? .high : nil
    }
}
