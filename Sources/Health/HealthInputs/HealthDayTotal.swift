public import VitalRecords

/// A sum of one local day that the input has instead of samples.
public struct HealthDayTotal: Hashable, Sendable {
    /// The type, by the number that the sink gave it.
    public var type: Int
    /// The app or device that wrote it, by the number that the sink gave it.
    public var source: Int
    /// The unit, by the number that the sink gave it; nil for a category's count.
    public var unit: Int?
    /// The local day, as days since 1 January 1970.
    public var day: Int
    /// The sum.
    public var value: DecimalNumber
    /// The number of the counter that it is of, where a day's sum is that of several; nil for the whole sum.
    ///
    /// A device counts each kind of activity by itself, from midnight on.
    public var part: Int?
    /// The day's first moment, in seconds since 1970 (UTC), where the input says it.
    public var start: Int64?

    /// Makes a total.
    public init(
        type: Int,
        source: Int,
        unit: Int? = nil,
        day: Int,
        value: DecimalNumber,
        part: Int? = nil,
        start: Int64? = nil
    ) {
        self.type = type
        self.source = source
        self.unit = unit
        self.day = day
        self.value = value
        self.part = part
        self.start = start
    }
}
