import Testing

@testable import HealthTypes

@Suite("the table of activities")
struct WorkoutTableTests {
    @Test("every activity occurs once, and no two share a source's code or word")
    func unique() {
        let rows = WorkoutTable.rows
        #expect(Set(rows.map(\.name)).count == rows.count)
        for codes in [rows.flatMap(\.fit), rows.flatMap(\.fitParts), rows.flatMap(\.healthConnect)] {
            #expect(Set(codes).count == codes.count)
        }
        #expect(Set(rows.flatMap(\.samsung)).count == rows.flatMap(\.samsung).count)
        #expect(Set(rows.flatMap(\.words)).count == rows.flatMap(\.words).count)
    }

    @Test(
        "the word for destinations depends only on the activity, whatever the source's spelling",
        arguments: [
            ("cycling", "biking"), ("hand_cycling", "biking"), ("Indoor Cycling", "biking"), ("Spinning", "biking"),
            ("traditional_strength_training", "strength"), ("functional_strength_training", "strength"),
            ("Weight machines", "strength"), ("core_training", "strength"), ("running", "running"),
            ("Treadmill run", "running"), ("walking", "walking"), ("hiking", "walking"), ("swimming", "swimming"),
            ("water_fitness", "swimming"), ("rowing", "cardio"), ("elliptical", "cardio"),
            ("high_intensity_interval_training", "cardio"), ("cardio", "cardio"), ("biking", "biking"),
            ("yoga", "other"), ("tennis", "other"), ("curling", "other"), ("", "other"),
        ]
    )
    func informWords(category: String, word: String) {
        #expect(WorkoutTable.informWord(for: category).rawValue == word)
    }

    @Test("the sources' codes for one activity give one name")
    func names() {
        for (fit, android, samsung, name) in [
            (1, 33, 1_002, "Running"), (11, 53, 1_001, "Walking"), (2, 4, 11_007, "Cycling"),
            (5, 48, 14_001, "Swimming"), (10, 55, 15_002, "TraditionalStrengthTraining"),
        ] as [(Int64, Int64, Int64, String)] {
            let identifier = WorkoutTable.prefix + name
            #expect(WorkoutTable.identifier(fitSport: fit, part: nil) == identifier)
            #expect(WorkoutTable.identifier(healthConnect: android) == identifier)
            #expect(WorkoutTable.identifier(samsung: samsung) == identifier)
        }
        // A sport's subtype is more specific than the sport.
        #expect(WorkoutTable.identifier(fitSport: 10, part: 43) == "HKWorkoutActivityTypeYoga")
        #expect(WorkoutTable.name(ofWord: "Strength Training") == "TraditionalStrengthTraining")
    }

    @Test("an activity in no table is another activity")
    func others() {
        #expect(WorkoutTable.identifier(fitSport: 9_999, part: nil) == "HKWorkoutActivityTypeOther")
        #expect(WorkoutTable.identifier(fitSport: nil, part: nil) == "HKWorkoutActivityTypeOther")
        #expect(WorkoutTable.identifier(healthConnect: -1) == "HKWorkoutActivityTypeOther")
        #expect(WorkoutTable.identifier(samsung: 0) == "HKWorkoutActivityTypeOther")
        #expect(WorkoutTable.name(ofWord: "curling") == nil)
    }
}
