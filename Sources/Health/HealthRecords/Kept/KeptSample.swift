package import HealthInputs
package import VitalRecords

/// A sample that is kept beyond its file, because other files may have the rest of its day.
package struct KeptSample: Hashable, Sendable {
    /// Its beginning, in seconds since 1970.
    package var start: Int64
    /// Its end; that of a moment is its beginning.
    package var end: Int64
    /// Its value.
    package var value: DecimalNumber
    /// The unit as HealthKit writes it; nil for a category.
    package var unit: String?
    /// What is known beside the value.
    package var flags: HealthSampleFlags
    /// What it stands for, if it is a moment.
    package var grain: KeptGrain
    /// When the file was made that told of it, in milliseconds since 1970.
    package var told: Int64

    /// Makes a sample.
    package init(
        start: Int64,
        end: Int64,
        value: DecimalNumber,
        unit: String? = nil,
        flags: HealthSampleFlags = [],
        grain: KeptGrain = .sample,
        told: Int64
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.unit = unit
        self.flags = flags
        self.grain = grain
        self.told = told
    }

    var isMoment: Bool { end <= start }

    /// The time that names it; a moment's is empty.
    var span: Range<Int64> { start..<max(start, end) }
}

/// What names a series of samples that is kept beyond its file.
package struct KeptKey: Hashable, Sendable {
    /// Days since 1970 (UTC) in which the samples begin; of sums of days the local day.
    package let day: Int
    /// The type, as HealthKit names it.
    package let type: String
    /// The source's name.
    package let source: String

    /// Makes a key.
    package init(day: Int, type: String, source: String) {
        self.day = day
        self.type = type
        self.source = source
    }

    /// The day (UTC) of a moment.
    package static func day(at time: Int64) -> Int { Int(clamping: (Double(time) / 86_400).rounded(.down)) }
}

extension KeptKey: Comparable {
    /// By day, then by type and source.
    package static func < (left: KeptKey, right: KeptKey) -> Bool {
        (left.day, left.type, left.source) < (right.day, right.type, right.source)
    }
}

/// What a moment's value of something that adds up stands for: apps write sums of hours or minutes as moments.
package enum KeptGrain: Int64, Hashable, Sendable {
    /// Itself.
    case sample = 1
    /// The minute that begins there.
    case minute = 60
    /// The hour that begins there.
    case hour = 3_600
}

/// A day's sum that is kept beyond its file.
package struct KeptTotal: Hashable, Sendable {
    /// The sum.
    package var value: DecimalNumber
    /// The unit as HealthKit writes it; nil for a count of a category.
    package var unit: String?
    /// The number of its counter; nil for the whole sum.
    package var part: Int?
    /// The day's first moment, in seconds since 1970, where the file says it.
    package var start: Int64?
    /// When the file was made that told of it, in milliseconds since 1970.
    package var told: Int64

    /// Makes a total.
    package init(value: DecimalNumber, unit: String?, part: Int?, start: Int64?, told: Int64) {
        self.value = value
        self.unit = unit
        self.part = part
        self.start = start
        self.told = told
    }

    /// Which of two of one counter counts: the newer word; of a counter that only grows the larger one.
    func preferred(to other: KeptTotal) -> KeptTotal {
        if part != nil, unit == other.unit { return value < other.value ? other : self }
        return told < other.told ? other : self
    }
}
