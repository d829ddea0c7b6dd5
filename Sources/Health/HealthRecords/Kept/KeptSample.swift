package import HealthInputs
package import VitalRecords

/// A sample kept beyond its file, because other files may have the rest of its day.
package struct KeptSample: Hashable, Sendable {
    /// The start in seconds since 1970.
    package var start: Int64
    /// The end in seconds since 1970; equal to the start for an instant.
    package var end: Int64
    /// Its value.
    package var value: DecimalNumber
    /// The unit as HealthKit writes it; nil for a category.
    package var unit: String?
    /// Further properties.
    package var flags: HealthSampleFlags
    /// The period that it stands for, if it is an instant.
    package var grain: KeptGrain
    /// The time when its file was made, in milliseconds since 1970.
    package var told: Int64

    /// Creates a sample.
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

    /// The span that identifies it; empty for an instant.
    var span: Range<Int64> { start..<max(start, end) }
}

/// The identity of a series of kept samples.
package struct KeptKey: Hashable, Sendable {
    /// The day (UTC) on which the samples begin, as days since 1970; for totals the local day.
    package let day: Int
    /// The HealthKit type.
    package let type: String
    /// The source's name.
    package let source: String

    /// Creates a key.
    package init(day: Int, type: String, source: String) {
        self.day = day
        self.type = type
        self.source = source
    }

    /// The day (UTC) of a time in seconds since 1970.
    package static func day(at time: Int64) -> Int { Int(clamping: (Double(time) / 86_400).rounded(.down)) }
}

extension KeptKey: Comparable {
    /// Orders by day, then by type and source.
    package static func < (left: KeptKey, right: KeptKey) -> Bool {
        (left.day, left.type, left.source) < (right.day, right.type, right.source)
    }
}

/// What an instant of a cumulative type covers: apps write sums of hours or minutes as instants.
package enum KeptGrain: Int64, Hashable, Sendable {
    /// Itself only.
    case sample = 1
    /// The minute that begins there.
    case minute = 60
    /// The hour that begins there.
    case hour = 3_600
}

/// A day's total kept beyond its file.
package struct KeptTotal: Hashable, Sendable {
    /// The total.
    package var value: DecimalNumber
    /// The unit as HealthKit writes it; nil for a count of a category.
    package var unit: String?
    /// The number of its counter; nil for the whole total.
    package var part: Int?
    /// The day's first moment, in seconds since 1970, if the file has it.
    package var start: Int64?
    /// The time when its file was made, in milliseconds since 1970.
    package var told: Int64

    /// Creates a total.
    package init(value: DecimalNumber, unit: String?, part: Int?, start: Int64?, told: Int64) {
        self.value = value
        self.unit = unit
        self.part = part
        self.start = start
        self.told = told
    }

    /// Chooses between two totals of one counter: the newer one, or the larger one if the counter only grows.
    func preferred(to other: KeptTotal) -> KeptTotal {
        if part != nil, unit == other.unit { return value < other.value ? other : self }
        return told < other.told ? other : self
    }
}
