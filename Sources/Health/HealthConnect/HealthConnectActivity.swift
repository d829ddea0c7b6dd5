/// Kinds of exercise of Health Connect as HealthKit names them.
enum HealthConnectActivity {
    /// The kind of workout of a number of Android's `ExerciseSessionType`.
    static func identifier(_ number: Int64) -> String { "HKWorkoutActivityType" + (names[number] ?? "Other") }

    private static let names: [Int64: String] = [
        1: "Badminton", 2: "Baseball", 3: "Basketball", 4: "Cycling", 5: "Cycling", 7: "Boxing", 9: "Cricket",
        10: "CardioDance", 12: "Fencing", 13: "AmericanFootball", 14: "AustralianFootball", 15: "DiscSports",
        16: "Golf",
        18: "Gymnastics", 19: "Handball", 20: "HighIntensityIntervalTraining", 21: "Hiking", 22: "Hockey",
        23: "SkatingSports", 24: "MartialArts", 25: "PaddleSports", 27: "Pilates", 28: "Racquetball", 29: "Climbing",
        31: "Rowing", 32: "Rugby", 33: "Running", 34: "Running", 35: "Sailing", 37: "SkatingSports",
        38: "DownhillSkiing", 39: "Snowboarding", 41: "Soccer", 42: "Softball", 43: "Squash", 44: "StairClimbing",
        46: "TraditionalStrengthTraining", 48: "Swimming", 49: "Swimming", 50: "TableTennis", 51: "Tennis",
        52: "Volleyball", 53: "Walking", 54: "WaterPolo", 55: "TraditionalStrengthTraining", 57: "Yoga",
    ]
}
