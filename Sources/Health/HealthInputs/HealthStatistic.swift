public import VitalRecords

/// What a workout says of one type.
public struct HealthStatistic: Hashable, Sendable {
    /// The type, as HealthKit names it.
    public var type: String
    /// The unit, as HealthKit writes it.
    public var unit: String
    /// The sum, for types that add up.
    public var sum: DecimalNumber?
    /// The mean.
    public var average: DecimalNumber?
    /// The lowest value.
    public var minimum: DecimalNumber?
    /// The highest value.
    public var maximum: DecimalNumber?

    /// Makes a statistic.
    public init(
        type: String,
        unit: String,
        sum: DecimalNumber? = nil,
        average: DecimalNumber? = nil,
        minimum: DecimalNumber? = nil,
        maximum: DecimalNumber? = nil
    ) {
        self.type = type
        self.unit = unit
        self.sum = sum
        self.average = average
        self.minimum = minimum
        self.maximum = maximum
    }
}
