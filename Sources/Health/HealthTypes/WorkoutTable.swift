/// One row of the table of activities: its names in the sources and at the destinations.
public struct WorkoutActivity: Hashable, Sendable {
    /// The words of the Inform API (its page about workouts).
    public enum InformWord: String, CaseIterable, Hashable, Sendable {
        /// Cycling, outdoors or on a stationary bike.
        case biking
        /// Any other endurance activity.
        case cardio
        /// Running.
        case running
        /// Exercise against a weight, including body weight.
        case strength
        /// Swimming.
        case swimming
        /// Walking.
        case walking
        /// Any other activity.
        case other
    }

    /// HealthKit's name without its prefix: `TraditionalStrengthTraining`.
    ///
    /// It is part of the identity of imported workouts, so a source's code must always keep its name.
    public let name: String
    /// The word of the Inform API.
    public let inform: InformWord
    /// Values of the FIT profile's `sport`.
    var fit: [Int64] = []
    /// Values of the FIT profile's `sub_sport` that are more specific than the sport.
    var fitParts: [Int64] = []
    /// Values of Android's `ExerciseSessionType`.
    var healthConnect: [Int64] = []
    /// Samsung's exercise types.
    var samsung: [Int64] = []
    /// Words used by apps, in lower case without spaces.
    var words: [String] = []

    init(
        _ name: String,
        inform: InformWord = .other,
        fit: [Int64] = [],
        fitParts: [Int64] = [],
        healthConnect: [Int64] = [],
        samsung: [Int64] = [],
        words: [String] = []
    ) {
        self.name = name
        self.inform = inform
        self.fit = fit
        self.fitParts = fitParts
        self.healthConnect = healthConnect
        self.samsung = samsung
        self.words = words
    }
}

/// Maps the sources' activities to the words of destinations.
public enum WorkoutTable {
    /// The prefix of HealthKit's identifiers of activities.
    public static let prefix = "HKWorkoutActivityType"

    /// The word of the Inform API for a workout's category: `traditional_strength_training` is `strength`.
    ///
    /// - Parameter category: A record's category: an activity in snake case, or a word of the API itself.
    public static func informWord(for category: String) -> WorkoutActivity.InformWord {
        let key = key(category)
        return WorkoutActivity.InformWord(rawValue: key) ?? informWords[key] ?? .other
    }

    /// The HealthKit identifier of a sport of FIT files.
    package static func identifier(fitSport sport: Int64?, part: Int64?) -> String {
        prefix + (part.flatMap { byFITPart[$0] } ?? sport.flatMap { byFIT[$0] } ?? "Other")
    }

    /// The HealthKit identifier of a value of Android's `ExerciseSessionType`.
    package static func identifier(healthConnect number: Int64) -> String {
        prefix + (byHealthConnect[number] ?? "Other")
    }

    /// The HealthKit identifier of a type of Samsung's exercises.
    package static func identifier(samsung number: Int64) -> String { prefix + (bySamsung[number] ?? "Other") }

    /// The name of an activity by an app's word, in any case and with or without spaces; nil for an unknown one.
    package static func name(ofWord word: String) -> String? { byWord[key(word)] }

    private static func key(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static let byFIT = index(\.fit)
    private static let byFITPart = index(\.fitParts)
    private static let byHealthConnect = index(\.healthConnect)
    private static let bySamsung = index(\.samsung)
    private static let byWord = index(\.words)

    private static func index<Code: Hashable>(_ codes: KeyPath<WorkoutActivity, [Code]>) -> [Code: String] {
        var names: [Code: String] = [:]
        for row in rows {
            for code in row[keyPath: codes] where names[code] == nil { names[code] = row.name }
        }
        return names
    }

    private static let informWords: [String: WorkoutActivity.InformWord] = {
        var words: [String: WorkoutActivity.InformWord] = [:]
        for (word, names) in spoken { for name in names { words[name] = word } }
        for row in rows { for name in [key(row.name)] + row.words { words[name] = row.inform } }
        return words
    }()

    /// Apps' words for activities without a HealthKit name.
    private static let spoken: [WorkoutActivity.InformWord: [String]] = [
        .biking: [
            "spinning", "indoorcycling", "stationarybike", "stationarybiking", "exercisebike", "mountainbiking",
            "roadbiking", "outdoorbike", "ebike", "ebiking", "indoorbiking", "bikeride",
        ],
        .running: ["treadmill", "treadmillrun", "treadmillrunning", "trailrunning", "runningtreadmill", "outdoorrun"],
        .walking: ["treadmillwalk", "nordicwalking", "dogwalk", "stroller", "outdoorwalk"],
        .swimming: ["openwaterswimming", "poolswim", "lapswimming", "swimmingpool", "swimmingopenwater"],
        .strength: [
            "weightmachines", "weightlifting", "weightmachine", "strength", "strengthtraining", "circuittraining",
            "bodyweight", "calisthenics", "kettlebell", "powerlifting", "bootcamp",
        ],
        .cardio: [
            "aerobics", "aerobicworkout", "intervalworkout", "intervaltraining", "ellipticaltrainer", "zumba",
            "rowingmachine", "stairclimber", "stairclimbingmachine", "cardioworkout", "crosstrainer", "skippingrope",
        ],
    ]
}

extension WorkoutTable {
    /// All activities that a source has a code or a word for, and those whose word is not `other`.
    public static let rows: [WorkoutActivity] = endurance + strength + games + others

    private static let endurance: [WorkoutActivity] = [
        WorkoutActivity(
            "Running",
            inform: .running,
            fit: [1],
            healthConnect: [33, 34],
            samsung: [1_002, 15_005],
            words: ["run", "running", "jogging"]
        ),
        WorkoutActivity(
            "Walking",
            inform: .walking,
            fit: [11],
            healthConnect: [53],
            samsung: [1_001],
            words: ["walk", "walking"]
        ),
        WorkoutActivity(
            "Hiking",
            inform: .walking,
            fit: [17],
            healthConnect: [21],
            samsung: [13_001],
            words: ["hike", "hiking"]
        ),
        WorkoutActivity(
            "Cycling",
            inform: .biking,
            fit: [2, 21],
            healthConnect: [4, 5],
            samsung: [11_007, 15_003],
            words: ["cycle", "cycling", "biking", "bike"]
        ),
        WorkoutActivity("HandCycling", inform: .biking),
        WorkoutActivity(
            "Swimming",
            inform: .swimming,
            fit: [5],
            healthConnect: [48, 49],
            samsung: [14_001],
            words: ["swim", "swimming", "waterswim"]
        ),
        WorkoutActivity("WaterFitness", inform: .swimming),
        WorkoutActivity(
            "Rowing",
            inform: .cardio,
            fit: [15],
            fitParts: [14],
            healthConnect: [31],
            samsung: [15_004],
            words: ["row", "rower", "rowing"]
        ),
        WorkoutActivity("Elliptical", inform: .cardio, fitParts: [15], samsung: [15_006]),
        WorkoutActivity(
            "StairClimbing",
            inform: .cardio,
            fitParts: [16],
            healthConnect: [44],
            samsung: [15_001],
            words: ["stairstepper"]
        ),
        WorkoutActivity("Stairs", inform: .cardio), WorkoutActivity("StepTraining", inform: .cardio),
        WorkoutActivity("MixedCardio", inform: .cardio, fit: [4]),
        WorkoutActivity("MixedMetabolicCardioTraining", inform: .cardio),
        WorkoutActivity("HighIntensityIntervalTraining", inform: .cardio, healthConnect: [20], words: ["hiit"]),
        WorkoutActivity("CrossTraining", inform: .cardio), WorkoutActivity("JumpRope", inform: .cardio),
        WorkoutActivity("CardioDance", inform: .cardio, healthConnect: [10], words: ["dance"]),
        WorkoutActivity("SocialDance", inform: .cardio), WorkoutActivity("Dance", inform: .cardio),
        WorkoutActivity("Kickboxing", inform: .cardio), WorkoutActivity("SwimBikeRun", inform: .cardio),
        WorkoutActivity("CrossCountrySkiing", inform: .cardio, fit: [12]),
    ]

    private static let strength: [WorkoutActivity] = [
        WorkoutActivity(
            "TraditionalStrengthTraining",
            inform: .strength,
            fit: [10],
            fitParts: [20],
            healthConnect: [46, 55],
            samsung: [15_002],
            words: ["strengthtraining", "weights", "weighttraining"]
        ),
        WorkoutActivity("FunctionalStrengthTraining", inform: .strength),
        WorkoutActivity("CoreTraining", inform: .strength, words: ["coretraining"]),
    ]

    private static let games: [WorkoutActivity] = [
        WorkoutActivity("AmericanFootball", fit: [9], healthConnect: [13]),
        WorkoutActivity("AustralianFootball", healthConnect: [14]), WorkoutActivity("Badminton", healthConnect: [1]),
        WorkoutActivity("Baseball", healthConnect: [2]), WorkoutActivity("Basketball", fit: [6], healthConnect: [3]),
        WorkoutActivity("Boxing", fit: [47], healthConnect: [7]), WorkoutActivity("Cricket", healthConnect: [9]),
        WorkoutActivity("DiscSports", healthConnect: [15]), WorkoutActivity("Fencing", healthConnect: [12]),
        WorkoutActivity("Golf", fit: [25], healthConnect: [16]), WorkoutActivity("Gymnastics", healthConnect: [18]),
        WorkoutActivity("Handball", healthConnect: [19]), WorkoutActivity("Hockey", healthConnect: [22]),
        WorkoutActivity("MartialArts", healthConnect: [24]), WorkoutActivity("Racquetball", healthConnect: [28]),
        WorkoutActivity("Rugby", healthConnect: [32]), WorkoutActivity("Soccer", fit: [7], healthConnect: [41]),
        WorkoutActivity("Softball", healthConnect: [42]), WorkoutActivity("Squash", healthConnect: [43]),
        WorkoutActivity("TableTennis", healthConnect: [50]), WorkoutActivity("Tennis", fit: [8], healthConnect: [51]),
        WorkoutActivity("Volleyball", healthConnect: [52]), WorkoutActivity("WaterPolo", healthConnect: [54]),
    ]

    private static let others: [WorkoutActivity] = [
        WorkoutActivity("Climbing", fit: [16, 31, 48], healthConnect: [29]),
        WorkoutActivity("DownhillSkiing", fit: [13], healthConnect: [38]),
        WorkoutActivity("PaddleSports", fit: [19, 37, 41], healthConnect: [25]),
        WorkoutActivity("Pilates", fitParts: [44], healthConnect: [27], samsung: [9_001], words: ["pilates"]),
        WorkoutActivity("Sailing", healthConnect: [35]), WorkoutActivity("SnowSports", fit: [35]),
        WorkoutActivity("SkatingSports", fit: [30, 33], healthConnect: [23, 37]),
        WorkoutActivity("Snowboarding", fit: [14], healthConnect: [39]), WorkoutActivity("SurfingSports", fit: [38]),
        WorkoutActivity("Yoga", fitParts: [43], healthConnect: [57], samsung: [9_002], words: ["yoga"]),
        WorkoutActivity("Other", words: ["other", "workout", "sport"]),
    ]
}
