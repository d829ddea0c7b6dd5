/// The truth about a generated export, known from its generation.
package struct ExportTruth: Codable, Hashable, Sendable {
    /// A blood pressure measurement.
    package struct Pressure: Codable, Hashable, Sendable {
        /// Time in seconds since 1970.
        package let time: Int64
        /// Pressure in mmHg.
        package let systolic: Int
        /// Pressure in mmHg.
        package let diastolic: Int
    }

    /// A workout.
    package struct Workout: Codable, Hashable, Sendable {
        /// The activity, as named by HealthKit.
        package let activity: String
        /// The name of the source.
        package let source: String
        /// Time in seconds since 1970.
        package let start: Int64
        /// End in seconds since 1970, pauses included.
        package let end: Int64
        /// Duration in seconds without pauses.
        package let seconds: Double
        /// Distance in metres; nil if the workout has none.
        package let metres: Double?
        /// Energy in kilocalories.
        package let kilocalories: Double
        /// The mean heart rate, if the workout has one or its source wrote heart rates.
        package let pulse: Double?
        /// Whether its values are in attributes, as in old exports and other apps' workouts, not in statistics.
        package let isOldForm: Bool
        /// The path of its route.
        package let route: String?
    }

    /// The sleep of a source that ended on a day, in seconds; overlaps count once.
    package struct Night: Codable, Hashable, Sendable {
        /// Seconds asleep in the longest sleep of the day, in any stage.
        package var asleep = 0
        /// Seconds in core and unspecified sleep.
        package var light = 0
        /// Seconds in deep sleep.
        package var deep = 0
        /// Seconds in REM sleep.
        package var rem = 0
        /// Seconds awake.
        package var awake = 0
        /// The number of awakenings.
        package var awakenings = 0
        /// Seconds in bed.
        package var inBed = 0
        /// Seconds asleep in the other sleeps of the day.
        package var naps = 0

        /// Creates an empty night.
        package init() {}
    }

    /// The seed.
    package var seed: UInt64
    /// The home zone.
    package var home: String
    /// The first local day.
    package var firstDay: String
    /// The local day of the export, at the place of the person.
    package var lastDay: String
    /// The time of the export in seconds since 1970.
    package var exportedAt: Int64
    /// The level of detail.
    package var detail: Double
    /// The number of elements by name.
    package var elements: [String: Int] = [:]
    /// The number of top-level elements by type, exact duplicates included.
    package var records: [String: Int] = [:]
    /// The number of distinct records by type.
    package var distinct: [String: Int] = [:]
    /// The sums of the values of distinct records by type, as written.
    package var sums: [String: Double] = [:]
    /// The number of duplicated records.
    package var duplicates = 0
    /// The number of records in correlations, which are copies of others.
    package var copies = 0
    /// For each local day, the sums by metric: activity without overlaps, and food.
    package var days: [String: [String: Double]] = [:]
    /// For each local day of waking up, the sleep by the name of the source.
    package var nights: [String: [String: Night]] = [:]
    /// Blood pressures by ascending time.
    package var pressures: [Pressure] = []
    /// Workouts by ascending time.
    package var workouts: [Workout] = []
}
