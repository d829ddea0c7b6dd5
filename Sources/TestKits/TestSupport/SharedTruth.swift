/// What the synthetic files of other makers hold, day by day of Berlin.
package struct SharedTruth: Decodable, Sendable {
    /// A day.
    package struct Day: Decodable, Sendable {
        /// Steps.
        package let steps: Int
        /// The lowest heart rate.
        package let hr_min: Int
        /// The highest heart rate.
        package let hr_max: Int
        /// How many heart rates there are.
        package let hr_n: Int
        /// The weight in kilograms.
        package let weight_kg: Double
        /// Minutes of sleep by the stage, of the night that ends on the day.
        package let sleep_minutes: [String: Int]
    }

    /// A workout.
    package struct Workout: Decodable, Sendable {
        /// Kilometres.
        package let km: Double
        /// Kilocalories.
        package let kcal: Double
    }

    /// The days by their dates.
    package let days: [String: Day]
    /// The workouts, in the order of time.
    package let workouts: [Workout]
}
