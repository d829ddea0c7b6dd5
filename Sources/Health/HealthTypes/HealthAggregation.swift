/// How the samples of a type become a value of a record.
public enum HealthAggregation: String, Hashable, Sendable, Codable {
    /// The sum of a local day over sources by rank; each lower source only fills gaps of those above.
    case dayUnion
    /// The number of distinct hours of a local day.
    case dayHours
    /// The total time of a local day; overlaps count once.
    case dayTime
    /// The sum of a local day for each source; foods eaten together are a meal of the day.
    case daySum
    /// One record for each sample; samples of one source and second share one record.
    case sample
    /// One record with the value 1 for each sample, because only its existence matters.
    case occurrence
    /// One record for two samples that the input pairs, or else of one source and time.
    case pair
    /// One record for each source and night.
    case night
    /// One record for each workout.
    case workout
    /// The sums of short intervals of a local day, pro rata.
    case interval
    /// No record: no destination takes it.
    case none
}
