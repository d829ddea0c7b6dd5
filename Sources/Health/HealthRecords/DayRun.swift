internal import VitalRecords

/// The sum of samples of one day, metric and unit that follow each other.
struct DayRun {
    let day: LocalDay
    let metric: MetricName
    let unit: Int
    /// The place of the samples' source.
    let rank: Int
    let moment: Int64
    var sum: ExactSum
}
