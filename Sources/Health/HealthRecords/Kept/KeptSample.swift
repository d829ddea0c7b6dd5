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
