public import VitalRecords

/// A number from a scale, or the mark of a failed measurement.
public enum ScaleValue: Hashable, Sendable {
    /// A number with the precision of its resolution.
    case measured(DecimalNumber)
    /// The measurement failed; the scale sent all bits set.
    case unsuccessful

    init(_ word: UInt16, times factor: Int64, exponent: Int8) {
        self =
            word == 0xFFFF
            ? .unsuccessful : .measured(DecimalNumber(mantissa: Int64(word) * factor, exponent: exponent))
    }

    /// The number; nil if the measurement failed.
    public var number: DecimalNumber? {
        guard case .measured(let number) = self else { return nil }
        return number
    }

    /// The number, or `"unsuccessful"`.
    var field: DecodedValue { number.map { .number($0) } ?? .text("unsuccessful") }
}

/// The units and fixed resolutions of 0x2A9D and 0x2A9C.
///
/// The resolution in the feature characteristics describes the sensor, not the encoding.
struct ScaleUnits {
    let isImperial: Bool

    /// UCUM unit of masses: `[lb_av]` or `kg`.
    var mass: String { isImperial ? "[lb_av]" : "kg" }
    /// UCUM unit of lengths: `[in_i]` or `m`.
    var length: String { isImperial ? "[in_i]" : "m" }
    /// Displayed unit of masses: `lb` or `kg`.
    var massLabel: String { isImperial ? "lb" : "kg" }
    /// Displayed unit of lengths: `in` or `m`.
    var lengthLabel: String { isImperial ? "in" : "m" }

    /// A mass, in steps of 0.005 kg or 0.01 lb.
    func mass(_ word: UInt16) -> ScaleValue {
        isImperial ? ScaleValue(word, times: 1, exponent: -2) : ScaleValue(word, times: 5, exponent: -3)
    }

    /// A height, in steps of 0.001 m or 0.1 inches.
    func height(_ word: UInt16) -> DecimalNumber {
        DecimalNumber(mantissa: Int64(word), exponent: isImperial ? -1 : -3)
    }

    /// A number in tenths, such as a percentage, an impedance in ohm or a BMI.
    static func tenths(_ word: UInt16) -> DecimalNumber { DecimalNumber(mantissa: Int64(word), exponent: -1) }
}

/// The bits that the feature words of scales share (0x2A9E, 0x2A9B).
public protocol ScaleFeature: Hashable, Sendable {
    /// The raw word.
    var rawValue: UInt32 { get }
}

extension ScaleFeature {
    /// Whether measurements carry a time stamp.
    public var hasTime: Bool { rawValue & 1 == 1 }
    /// Whether the scale distinguishes users; a reading then needs the user index to have an owner.
    public var hasUsers: Bool { rawValue >> 1 & 1 == 1 }

    /// Reads the feature word of a frame.
    ///
    /// - Throws: ``CodecError`` if the frame is too short or too long.
    static func word(_ bytes: [UInt8]) throws(CodecError) -> UInt32 {
        var reader = try FrameReader(bytes)
        return try reader.uint32("features")
    }
}
