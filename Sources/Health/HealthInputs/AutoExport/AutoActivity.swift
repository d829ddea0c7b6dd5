/// Kinds of workouts by the words that apps write for people.
enum AutoActivity {
    /// The kind as HealthKit names it: `Outdoor Run` is `HKWorkoutActivityTypeRunning`.
    static func identifier(_ name: String) -> String {
        guard !name.hasPrefix("HKWorkoutActivityType") else { return name }
        var words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if let first = words.first, places.contains(first.lowercased()), words.count > 1 { words.removeFirst() }
        let word = words.prefix(8).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return "HKWorkoutActivityType" + (words.isEmpty ? "Other" : verbs[word.lowercased()] ?? word)
    }

    private static let places: Set<String> = ["outdoor", "indoor", "pool", "open", "treadmill"]

    private static let verbs: [String: String] = [
        "run": "Running", "running": "Running", "jogging": "Running", "walk": "Walking", "walking": "Walking",
        "cycle": "Cycling", "cycling": "Cycling", "biking": "Cycling", "bike": "Cycling", "hike": "Hiking",
        "hiking": "Hiking", "swim": "Swimming", "swimming": "Swimming", "waterswim": "Swimming", "row": "Rowing",
        "rower": "Rowing", "rowing": "Rowing", "yoga": "Yoga", "pilates": "Pilates", "dance": "CardioDance",
        "hiit": "HighIntensityIntervalTraining", "strengthtraining": "TraditionalStrengthTraining",
        "weights": "TraditionalStrengthTraining", "weighttraining": "TraditionalStrengthTraining",
        "coretraining": "CoreTraining", "stairstepper": "StairClimbing", "other": "Other", "workout": "Other",
        "sport": "Other",
    ]
}
