internal import HealthInputs
internal import VitalRecords

/// Samples of one type, source and unit within four weeks, in some six bytes each.
///
/// Each is four numbers of variable length: the step from the last start, the duration, the value's digits, and a byte of
/// flags and decimals.
struct SampleColumn {
    /// What the samples have in common.
    struct Key: Hashable {
        let type: Int
        let source: Int
        let unit: Int
        /// The number of the four weeks, see ``SamplePeriod``.
        let period: Int
    }

    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    private var lastStart: Int64 = 0

    /// Adds a sample.
    ///
    /// - Returns: How many bytes it took; 0 where its value is out of range.
    mutating func append(_ sample: HealthSample) -> Int {
        guard let value = Self.packed(sample.value) else { return 0 }
        let before = bytes.count
        put(Self.zigzag(sample.start - lastStart))
        put(UInt64(bitPattern: max(0, sample.end - sample.start)))
        bytes.append(sample.flags.rawValue << 4 | UInt8(value.fractionDigits))
        put(Self.zigzag(value.mantissa))
        lastStart = sample.start
        count += 1
        return bytes.count - before
    }

    /// All samples, in the order they came in.
    func samples(unit: Int) -> [StoredSample] {
        var result: [StoredSample] = []
        result.reserveCapacity(count)
        var position = 0
        var start: Int64 = 0
        for _ in 0..<count {
            start += Self.unzigzag(take(&position))
            let end = start + Int64(bitPattern: take(&position))
            let head = bytes[position]
            position += 1
            let mantissa = Self.unzigzag(take(&position))
            result.append(
                StoredSample(
                    start: start,
                    end: end,
                    value: DecimalNumber(mantissa: mantissa, exponent: -Int8(head & 0x0F)),
                    unit: unit,
                    flags: HealthSampleFlags(rawValue: head >> 4)
                )
            )
        }
        return result
    }

    /// The value with 0 to 15 digits behind the point; nil where it is larger than anything of a person.
    private static func packed(_ value: DecimalNumber) -> DecimalNumber? {
        // Nearly all.
        if (-15...0).contains(value.exponent), value.mantissa.magnitude < 1_000_000_000_000 { return value }
        guard (-18...12).contains(Int(value.exponent)), ExactSum(value) != nil else { return nil }
        return (-15...0).contains(value.exponent)
            ? value : value.rounded(fractionDigits: value.exponent > 0 ? 0 : 15)?.withoutTrailingFractionZeros
    }

    private mutating func put(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private func take(_ position: inout Int) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { return value }
            shift += 7
        }
    }

    private static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

    private static func unzigzag(_ value: UInt64) -> Int64 {
        Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}
