internal import VitalRecords

/// The units and fixed resolutions of the scale characteristics (0x2A9D and 0x2A9C).
///
/// The resolution in the feature characteristics says how fine the scale weighs, never how a number is coded.
struct ScaleUnits {
    let isImperial: Bool

    /// The mass unit in UCUM.
    var mass: String { isImperial ? "[lb_av]" : "kg" }
    /// The length unit in UCUM.
    var length: String { isImperial ? "[in_i]" : "m" }
    /// The mass unit as people read it.
    var massLabel: String { isImperial ? "lb" : "kg" }
    /// The length unit as people read it.
    var lengthLabel: String { isImperial ? "in" : "m" }

    /// A mass: 0.005 kg or 0.01 lb for one.
    func mass(_ word: UInt16) -> ScaleValue {
        isImperial ? ScaleValue(word, times: 1, exponent: -2) : ScaleValue(word, times: 5, exponent: -3)
    }

    /// A height: 0.001 m or 0.1 inches for one.
    func height(_ word: UInt16) -> DecimalNumber {
        DecimalNumber(mantissa: Int64(word), exponent: isImperial ? -1 : -3)
    }

    /// A number in tenths: percent, ohm, BMI.
    static func tenths(_ word: UInt16) -> DecimalNumber { DecimalNumber(mantissa: Int64(word), exponent: -1) }
}
