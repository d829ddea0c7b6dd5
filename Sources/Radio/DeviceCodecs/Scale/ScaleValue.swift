public import VitalRecords

/// A number from a scale, or the mark of a failed measurement.
public enum ScaleValue: Hashable, Sendable {
    /// A number with the precision of its resolution.
    case measured(DecimalNumber)
    /// The measurement failed; the scale sent all bits set.
    case unsuccessful
    /// The load exceeded the scale's capacity: a word at the end of the range, and the number it encodes.
    case overload(DecimalNumber)

    /// The first word that means an overload: 327.60 kg or 655.20 lb, the last 15 steps that the field can hold.
    private static let firstOverload: UInt16 = 0xFFF0

    init(_ word: UInt16, times factor: Int64, exponent: Int8, isMass: Bool = false) {
        let number = DecimalNumber(mantissa: Int64(word) * factor, exponent: exponent)
        self =
            word == 0xFFFF
            ? .unsuccessful : isMass && word >= Self.firstOverload ? .overload(number) : .measured(number)
    }

    /// The number; nil if the measurement failed or the scale was overloaded.
    public var number: DecimalNumber? {
        guard case .measured(let number) = self else { return nil }
        return number
    }

    /// Whether it holds no value.
    var isUnusable: Bool { number == nil }

    /// The side on which the load was out of range; nil for a value and a failure.
    var outOfBounds: BoundsDirection? {
        guard case .overload = self else { return nil }
        return .high
    }

    /// The number as sent, or `"unsuccessful"`.
    var field: DecodedValue {
        switch self {
        case .measured(let number), .overload(let number): .number(number)
        case .unsuccessful: .text("unsuccessful")
        }
    }
}

extension ScaleValue {
    /// The mark that a weight exceeded the scale's capacity; empty otherwise.
    var bounds: [OutOfBounds] { outOfBounds.map { [OutOfBounds(metric: .bodyWeight, direction: $0)] } ?? [] }
}

extension DecimalNumber {
    /// Whether it is a 16-bit word with all bits set, which scales send for unknown values.
    var isAllBitsSet: Bool { mantissa == 0xFFFF }
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
        isImperial
            ? ScaleValue(word, times: 1, exponent: -2, isMass: true)
            : ScaleValue(word, times: 5, exponent: -3, isMass: true)
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
