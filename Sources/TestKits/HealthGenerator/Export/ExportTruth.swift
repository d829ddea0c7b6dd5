/// What a generated export says, known from how it was made.
package struct ExportTruth: Codable, Hashable, Sendable {
    /// A blood pressure.
    package struct Pressure: Codable, Hashable, Sendable {
        /// Seconds since 1970.
        package let time: Int64
        /// In mmHg.
        package let systolic: Int
        /// In mmHg.
        package let diastolic: Int
    }

    /// A workout.
    package struct Workout: Codable, Hashable, Sendable {
        /// What was done, as HealthKit names it.
        package let activity: String
        /// The name of the source.
        package let source: String
        /// Seconds since 1970.
        package let start: Int64
        /// Seconds since 1970, pauses included.
        package let end: Int64
        /// Seconds without pauses.
        package let seconds: Double
        /// Metres; nil where the workout has none.
        package let metres: Double?
        /// Kilocalories.
        package let kilocalories: Double
        /// The mean heart rate, where the workout says one or its source wrote heart rates.
        package let pulse: Double?
        /// Whether its values stand in attributes, as in old exports and other apps' workouts, and not in statistics.
        package let isOldForm: Bool
        /// The path of its route.
        package let route: String?
    }

    /// The sleep of one source that ended on one day, in seconds; what overlaps counts once.
    package struct Night: Codable, Hashable, Sendable {
        /// Of the longest sleep of the day, whatever the stage.
        package var asleep = 0
        /// Core and unspecified.
        package var light = 0
        /// Deep.
        package var deep = 0
        /// REM.
        package var rem = 0
        /// Awake.
        package var awake = 0
        /// How often awake.
        package var awakenings = 0
        /// In bed.
        package var inBed = 0
        /// Asleep in the day's other sleeps.
        package var naps = 0

        /// Makes a night without anything.
        package init() {}
    }

    /// The seed.
    package var seed: UInt64
    /// The home zone.
    package var home: String
    /// The first local day.
    package var firstDay: String
    /// The local day of the export, where the person was.
    package var lastDay: String
    /// The moment of the export, in seconds since 1970.
    package var exportedAt: Int64
    /// How much is written of a day.
    package var detail: Double
    /// How many elements there are of each name.
    package var elements: [String: Int] = [:]
    /// How many elements of the top level there are of each type, exact duplicates included.
    package var records: [String: Int] = [:]
    /// How many different records there are of each type.
    package var distinct: [String: Int] = [:]
    /// The sums of the different records' values, as they are written.
    package var sums: [String: Double] = [:]
    /// How many records stand there a second time.
    package var duplicates = 0
    /// How many records stand in correlations: copies of others.
    package var copies = 0
    /// For each local day the sums by metric: activity without overlaps, food.
    package var days: [String: [String: Double]] = [:]
    /// For each local day of waking up, the sleep by the name of the source.
    package var nights: [String: [String: Night]] = [:]
    /// Blood pressures, in the order of time.
    package var pressures: [Pressure] = []
    /// Workouts, in the order of time.
    package var workouts: [Workout] = []
}
