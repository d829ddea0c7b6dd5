extension TakeoutColumns {
    /// The columns in their order.
    var sorted: [(Meaning, Int)] {
        meanings.map { ($0.key, $0.value) }.sorted { $0.1 < $1.1 }
    }
}

extension TakeoutColumns.Meaning {
    /// HealthKit's name without its beginning.
    var identifier: String {
        switch self {
        case .steps: "StepCount"
        case .distance: "DistanceWalkingRunning"
        case .moveMinutes: "AppleExerciseTime"
        case .weight: "BodyMass"
        }
    }

    /// The unit as HealthKit writes it.
    var unit: String {
        switch self {
        case .steps: "count"
        case .distance: "m"
        case .moveMinutes: "min"
        case .weight: "kg"
        }
    }
}
