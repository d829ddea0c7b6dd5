public import VitalRecords

/// One value of one type over one time, as an input has it.
///
/// Small, because there are millions: names are numbers that the ``HealthSink`` gave out.
public struct HealthSample: Hashable, Sendable {
    /// The type, by the number that the sink gave it.
    public var type: Int
    /// The app or device that wrote it, by the number that the sink gave it.
    public var source: Int
    /// The unit, by the number that the sink gave it; nil for a category.
    public var unit: Int?
    /// When it began, in seconds since 1970 (UTC).
    public var start: Int64
    /// When it ended, in seconds since 1970 (UTC); never before ``start``.
    public var end: Int64
    /// The value in its unit; for a category HealthKit's number of it, see `HealthCategory`.
    public var value: DecimalNumber
    /// What is known beside the value.
    public var flags: HealthSampleFlags

    /// Makes a sample.
    public init(
        type: Int,
        source: Int,
        unit: Int? = nil,
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
