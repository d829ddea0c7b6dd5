package import VitalRecords

/// A sample before the sink's numbers stand for its names.
package struct HealthDraft {
    /// The place of its type, see ``HealthWriter/type(_:_:)``.
    package var type: Int
    /// Who wrote it.
    package var source: HealthSource
    /// The unit as HealthKit writes it; nil for a category.
    package var unit: String?
    /// When it began, in seconds since 1970 (UTC).
    package var start: Int64
    /// When it ended.
    package var end: Int64
    /// The value in its unit.
    package var value: DecimalNumber
    /// What is known beside the value.
    package var flags: HealthSampleFlags

    /// Makes a draft.
    package init(
        type: Int,
        source: HealthSource,
        unit: String? = nil,
        start: Int64,
        end: Int64,
        value: DecimalNumber,
        flags: HealthSampleFlags = []
    ) {
        self.type = type
        self.source = source
        self.unit = unit
        self.start = start
        self.end = end
        self.value = value
        self.flags = flags
    }
}
