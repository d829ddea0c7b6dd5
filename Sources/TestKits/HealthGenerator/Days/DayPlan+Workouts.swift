internal import SeededRandom

extension DayPlan {
    /// A workout.
    struct Workout {
        let source: Person.Source
        let activity: String
        /// The type of the distance; nil if the workout has none.
        let distance: String?
        let start: Int64
        let end: Int64
        /// The duration in minutes without pauses.
        let minutes: Amount
        let metres: Double
        let kilocalories: Double
        let pause: Range<Int64>
        let uuid: String
    }

    private static let activities = [
        ("Running", "DistanceWalkingRunning"), ("Cycling", "DistanceCycling"), ("Swimming", "DistanceSwimming"),
        ("TraditionalStrengthTraining", nil), ("Hiking", "DistanceWalkingRunning"),
    ]

    func workouts() -> [Workout] {
        var random = random(19)
        guard awake.count > 14_400, Int.random(in: 0..<5, using: &random) < 2 else { return [] }
        let (activity, distance) = Self.activities.randomElement(using: &random) ?? ("Other", nil)
        let start = awake.lowerBound + Int64.random(in: 1_800...7_200, using: &random)
        let length = Int64.random(in: 1_200...5_400, using: &random)
        let pause = Int64.random(in: 0...300, using: &random)
        let hex = String(UInt64.random(in: 0x1000_0000_0000...0xFFFF_FFFF_FFFF, using: &random), radix: 16)
        return [
            Workout(
                source: Int.random(in: 0..<4, using: &random) == 0 ? .app : .watch,
                activity: "HKWorkoutActivityType" + activity,
                distance: distance.map { "HKQuantityTypeIdentifier" + $0 },
                start: start,
                end: start + length,
                minutes: Amount(Double(length - pause) / 60, places: 8),
                metres: Double(length) * Double.random(in: 1.2...4, using: &random),
                kilocalories: Double.random(in: 60...900, using: &random),
                pause: (start + 300)..<(start + 300 + max(1, pause)),
                uuid: "5A7C1E20-0000-4000-8000-\(hex.uppercased())"
            )
        ]
    }
}

extension DayPlan.Workout {
    /// The distance in the export's unit.
    func distance(isUS: Bool) -> Amount { Amount(metres / (isUS ? 1_609.344 : 1_000), places: 6) }

    /// The energy in the export's unit.
    func energy(isUS: Bool) -> Amount { Amount(kilocalories * (isUS ? 1 : 4.184), places: 3) }

    /// The mean heart rate, beats per minute.
    var pulse: Amount { Amount(100 + Double(Int(kilocalories) % 60) + 0.375, places: 3) }
}
