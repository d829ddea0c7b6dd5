/// How samples of a type become a value of a record.
public enum HealthAggregation: String, Hashable, Sendable, Codable {
    /// A local day's sum; where sources overlap the one of higher priority counts, the next fills its gaps.
    case dayUnion
    /// A local day's count of distinct hours.
    case dayHours
    /// A local day's time, overlaps counted once.
    case dayTime
    /// A local day's sum of each source; foods that stand together are a meal of the day.
    case daySum
    /// One record for each sample; samples of one source and second make one record.
    case sample
    /// One record for each sample, which says only that something was: its value is 1.
    case occurrence
    /// One record for two samples of one source and time.
    case pair
    /// One record for each source and night.
    case night
    /// One record for each workout.
    case workout
    /// Sums of short intervals of a local day, pro rata.
    case interval
    /// No record: the destination has no place for it.
    case none
}
