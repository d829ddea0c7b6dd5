public import VitalRecords

/// A workout.
public struct HealthWorkout: Hashable, Sendable {
    /// The HealthKit workout type: `HKWorkoutActivityTypeRunning`.
    public var activity: String
    /// The sink's number of the source.
    public var source: Int
    /// The start in seconds since 1970 (UTC).
    public var start: Int64
    /// The end in seconds since 1970 (UTC), pauses included.
    public var end: Int64
    /// The duration without pauses, in seconds; nil if the input does not have it.
    public var duration: DecimalNumber?
    /// The statistics of the whole workout, by type.
    public var statistics: [HealthStatistic]
    /// The paths of its routes within the input.
    public var routes: [String]
    /// Whether a person typed it.
    public var isUserEntered: Bool

    /// Creates a workout.
    public init(
        activity: String,
        source: Int,
        start: Int64,
        end: Int64,
        duration: DecimalNumber? = nil,
        statistics: [HealthStatistic] = [],
        routes: [String] = [],
        isUserEntered: Bool = false
    ) {
        self.activity = activity
        self.source = source
        self.start = start
        self.end = end
        self.duration = duration
        self.statistics = statistics
        self.routes = routes
        self.isUserEntered = isUserEntered
    }
}

extension HealthWorkout {
    /// The type of a total distance, in ``statistics``.
    public static let totalDistance = "totalDistance"
    /// The type of a total energy, in ``statistics``.
    public static let totalEnergy = "totalEnergyBurned"
}

/// A workout's aggregate of one type.
public struct HealthStatistic: Hashable, Sendable {
    /// The HealthKit type.
    public var type: String
    /// The unit as HealthKit writes it.
    public var unit: String
    /// The sum, for cumulative types.
    public var sum: DecimalNumber?
    /// The mean.
    public var average: DecimalNumber?
    /// The lowest value.
    public var minimum: DecimalNumber?
    /// The highest value.
    public var maximum: DecimalNumber?

    /// Creates a statistic.
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
