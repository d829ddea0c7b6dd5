public import VitalRecords

/// A workout, as an input has it.
public struct HealthWorkout: Hashable, Sendable {
    /// What was done, as HealthKit names it: `HKWorkoutActivityTypeRunning`.
    public var activity: String
    /// The app or device that wrote it, by the number that the sink gave it.
    public var source: Int
    /// When it began, in seconds since 1970 (UTC).
    public var start: Int64
    /// When it ended, pauses included.
    public var end: Int64
    /// How long it took without its pauses, in seconds; nil where the input does not say.
    public var duration: DecimalNumber?
    /// What it says of single types: of the whole workout, not of its parts.
    public var statistics: [HealthStatistic]
    /// The paths of its routes within the input.
    public var routes: [String]
    /// Whether a person typed it.
    public var isUserEntered: Bool

    /// Makes a workout.
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
    /// The type of a total distance of any kind, in ``statistics``.
    public static let totalDistance = "totalDistance"
    /// The type of a total of energy, in ``statistics``.
    public static let totalEnergy = "totalEnergyBurned"
}

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
