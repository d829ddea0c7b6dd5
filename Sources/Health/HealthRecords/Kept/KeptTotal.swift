package import VitalRecords

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
