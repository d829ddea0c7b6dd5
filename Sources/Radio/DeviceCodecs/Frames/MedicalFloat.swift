public import VitalRecords

/// A number in an IEEE 11073-20601 format: a decimal, or one of five special values.
public enum MedicalFloat: Hashable, Sendable {
    /// A number with the device's precision.
    case finite(DecimalNumber)
    /// NaN: the device has no value.
    case nan
    /// NRes: the value does not fit the format.
    case notAtThisResolution
    /// +INFINITY: above the device's range.
    case positiveInfinity
    /// -INFINITY: below the device's range.
    case negativeInfinity
    /// RFU: reserved for future use.
    case reserved

    /// Decodes the 16-bit format (SFLOAT): 4 bits of exponent, 12 bits of mantissa, both two's complement.
    public init(sfloat word: UInt16) {
        switch word {
        case 0x07FF: self = .nan
        case 0x0800: self = .notAtThisResolution
        case 0x07FE: self = .positiveInfinity
        case 0x0802: self = .negativeInfinity
        case 0x0801: self = .reserved
        default:
            let mantissa = Int16(bitPattern: word << 4) >> 4
            let exponent = Int8(truncatingIfNeeded: Int16(bitPattern: word) >> 12)
            self = .finite(DecimalNumber(mantissa: Int64(mantissa), exponent: exponent))
        }
    }

    /// Decodes the 32-bit format (FLOAT): 8 bits of exponent, 24 bits of mantissa, both two's complement.
    public init(float word: UInt32) {
        switch word {
        case 0x007F_FFFF: self = .nan
        case 0x0080_0000: self = .notAtThisResolution
        case 0x007F_FFFE: self = .positiveInfinity
        case 0x0080_0002: self = .negativeInfinity
        case 0x0080_0001: self = .reserved
        default:
            let mantissa = Int32(bitPattern: word << 8) >> 8
            let exponent = Int8(truncatingIfNeeded: Int32(bitPattern: word) >> 24)
            self = .finite(DecimalNumber(mantissa: Int64(mantissa), exponent: exponent))
        }
    }

    /// The number; nil for a special value.
    public var number: DecimalNumber? {
        guard case .finite(let number) = self else { return nil }
        return number
    }

    /// The number above zero; nil for a special value, for zero and for less.
    var positive: DecimalNumber? { number.flatMap { $0 > 0 ? $0 : nil } }

    /// The side on which the value was out of the device's range; nil for every other value.
    public var outOfBounds: BoundsDirection? {
        switch self {
        case .positiveInfinity: .high
        case .negativeInfinity: .low
        default: nil
        }
    }
}

extension DecimalNumber {
    /// The value times a power of ten, with the same digits: 119 × 10⁻⁵ shifted by 5 is 119.
    func shifted(by power: Int) -> DecimalNumber {
        DecimalNumber(mantissa: mantissa, exponent: Int8(clamping: Int(exponent) + power))
    }
}
