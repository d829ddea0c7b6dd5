public import VitalRecords

/// A number of a scale, or its word that the measurement failed.
public enum ScaleValue: Hashable, Sendable {
    /// A number with its resolution's digits.
    case measured(DecimalNumber)
    /// The measurement failed: all bits are set.
    case unsuccessful

    init(_ word: UInt16, times factor: Int64, exponent: Int8) {
        self =
            word == 0xFFFF
            ? .unsuccessful : .measured(DecimalNumber(mantissa: Int64(word) * factor, exponent: exponent))
    }

    /// The number, or nil where the measurement failed.
    public var number: DecimalNumber? {
        guard case .measured(let number) = self else { return nil }
        return number
    }

    /// The number, or `"unsuccessful"`.
    var field: DecodedValue { number.map { .number($0) } ?? .text("unsuccessful") }
}

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

/// What both feature words of scales begin with (0x2A9E, 0x2A9B).
public protocol ScaleFeature: Hashable, Sendable {
    /// The word as the device sent it.
    var rawValue: UInt32 { get }
}

extension ScaleFeature {
    /// True where it sends a time.
    public var hasTime: Bool { rawValue & 1 == 1 }
    /// True where it tells its users apart: a reading then needs the user's number to have an owner.
    public var hasUsers: Bool { rawValue >> 1 & 1 == 1 }

    /// The word of a frame.
    ///
    /// - Throws: ``CodecError`` where the frame is too short or too long.
    static func word(_ bytes: [UInt8]) throws(CodecError) -> UInt32 {
        var reader = try FrameReader(bytes)
        return try reader.uint32("features")
    }
}
