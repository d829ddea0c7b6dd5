internal import HealthInputs
internal import VitalRecords

/// Samples of one type, source and unit within four weeks, in about five bytes each.
///
/// Each sample starts with a byte. Its highest bits state whether the sample begins where the previous one ends, and
/// whether it has the same duration, flags and decimals; differing fields follow. Its lowest bits are the lowest bits
/// of the value.
struct SampleColumn {
    /// The properties that the samples share.
    struct Key: Hashable {
        let type: Int
        let source: Int
        let unit: Int
        /// The number of the period, see ``SamplePeriod``.
        let period: Int
    }

    private var bytes: [UInt8] = []
    private var count = 0
    /// The latest end of its samples.
    private(set) var latest: Int64 = .min
    private var last = Shape()

    /// The properties that consecutive samples often share.
    private struct Shape {
        var end: Int64 = 0
        var duration: Int64 = 0
        /// Flags and fraction digits.
        var marks: UInt8 = 0
    }

    private static let followsOn: UInt8 = 0x80
    private static let sameDuration: UInt8 = 0x40
    private static let sameMarks: UInt8 = 0x20
    /// Whether more of the value follows the four bits in the first byte.
    private static let hasMore: UInt8 = 0x10

    /// The size in bytes for the memory budget: at least four for each sample, because decoding needs memory too.
    var size: Int { max(bytes.count, count * 4) }

    /// Adds a sample.
    ///
    /// - Returns: The growth of ``size``; 0 if the value is out of range.
    mutating func append(_ sample: HealthSample) -> Int {
        guard let value = Self.packed(sample.value) else { return 0 }
        let before = size
        let duration = max(0, sample.end - sample.start)
        let marks = sample.flags.rawValue << 4 | UInt8(value.fractionDigits)
        let digits = Self.zigzag(value.mantissa)
        var first = UInt8(truncatingIfNeeded: digits & 0x0F)
        if sample.start == last.end { first |= Self.followsOn }
        if duration == last.duration { first |= Self.sameDuration }
        if marks == last.marks { first |= Self.sameMarks }
        if digits > 0x0F { first |= Self.hasMore }
        reserve()
        let step = sample.start &- last.end
        bytes.append(first)
        if first & Self.followsOn == 0 { Self.put(Self.zigzag(step), bytes: &bytes) }
        if first & Self.sameDuration == 0 { Self.put(UInt64(bitPattern: duration), bytes: &bytes) }
        if first & Self.sameMarks == 0 { bytes.append(marks) }
        if first & Self.hasMore != 0 { Self.put(digits >> 4, bytes: &bytes) }
        last = Shape(end: sample.start &+ duration, duration: duration, marks: marks)
        latest = max(latest, sample.end)
        count += 1
        return size - before
    }

    /// Reserves room in small steps; the doubling of arrays would waste too much with hundreds of columns.
    private mutating func reserve() {
        guard bytes.capacity - bytes.count < Self.largest else { return }
        bytes.reserveCapacity(bytes.count + max(2 * Self.largest, bytes.count / 4))
    }

    /// The largest encoded sample in bytes: first byte, marks and three numbers.
    private static let largest = 32

    /// Appends all samples to an array, in the order in which they were added.
    func add(to result: inout [StoredSample], unit: Int) {
        result.reserveCapacity(result.count + count)
        let bytes = bytes.span
        var position = 0
        var shape = Shape()
        for _ in 0..<count {
            let first = bytes[position]
            position += 1
            let start =
                first & Self.followsOn == 0
                ? shape.end &+ Self.unzigzag(Self.take(bytes, position: &position)) : shape.end
            if first & Self.sameDuration == 0 {
                shape.duration = Int64(bitPattern: Self.take(bytes, position: &position))
            }
            if first & Self.sameMarks == 0 {
                shape.marks = bytes[position]
                position += 1
            }
            let more = first & Self.hasMore == 0 ? 0 : Self.take(bytes, position: &position) << 4
            shape.end = start &+ shape.duration
            result.append(
                StoredSample(
                    start: start,
                    end: shape.end,
                    value: DecimalNumber(
                        mantissa: Self.unzigzag(more | UInt64(first & 0x0F)),
                        exponent: -Int8(shape.marks & 0x0F)
                    ),
                    unit: unit,
                    flags: HealthSampleFlags(rawValue: shape.marks >> 4)
                )
            )
        }
    }

    /// The value with 0 to 15 fraction digits; nil if it is larger than any person's.
    private static func packed(_ value: DecimalNumber) -> DecimalNumber? {
        // This covers almost all values.
        if (-15...0).contains(value.exponent), value.mantissa.magnitude < 1_000_000_000_000 { return value }
        guard (-18...12).contains(Int(value.exponent)), ExactSum(value) != nil else { return nil }
        return (-15...0).contains(value.exponent)
            ? value : value.rounded(fractionDigits: value.exponent > 0 ? 0 : 15)?.withoutTrailingFractionZeros
    }

    @inline(__always)
    private static func put(_ value: UInt64, bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    @inline(__always)
    private static func take(_ bytes: borrowing Span<UInt8>, position: inout Int) -> UInt64 {
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

/// A sample from a ``SampleColumn``.
struct StoredSample: Hashable {
    let start: Int64
    let end: Int64
    let value: DecimalNumber
    // In this order the three fit into the padding of eight bytes.
    let flags: HealthSampleFlags
    private let unitNumber: Int32

    init(start: Int64, end: Int64, value: DecimalNumber, unit: Int, flags: HealthSampleFlags) {
        self.start = start
        self.end = end
        self.value = value
        self.flags = flags
        unitNumber = Int32(clamping: unit)
    }

    /// The sink's number of the unit; -1 for a category.
    var unit: Int { Int(unitNumber) }
}

extension StoredSample: Comparable {
    /// Orders by time, then by value, so that equal samples are adjacent whatever the order of the input.
    static func < (left: StoredSample, right: StoredSample) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        if left.unit != right.unit { return left.unit < right.unit }
        return left.value < right.value
    }

    /// Whether both are equal, apart from who entered them.
    func isDuplicate(of other: StoredSample) -> Bool {
        start == other.start && end == other.end && unit == other.unit && value == other.value
    }
}

extension StoredSample {
    /// Sorts samples of one type and source and drops duplicates.
    static func distinct(_ samples: [StoredSample]) -> [StoredSample] {
        // Samples of a single device are almost always sorted and distinct already.
        if isDistinct(samples) { return samples }
        var result: [StoredSample] = []
        result.reserveCapacity(samples.count)
        for sample in samples.sorted() where result.last.map({ !sample.isDuplicate(of: $0) }) ?? true {
            result.append(sample)
        }
        return result
    }

    private static func isDistinct(_ samples: [StoredSample]) -> Bool {
        for place in samples.indices.dropFirst() {
            let (sample, before) = (samples[place], samples[place - 1])
            if sample.start <= before.start, sample.start != before.start || sample.end <= before.end { return false }
        }
        return true
    }
}
