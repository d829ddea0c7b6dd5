/// A record type: how to write it, and how its daily truth is computed.
struct RecordKind {
    /// How the truth is computed from it.
    enum Rule {
        /// A daily sum; for each time the first source counts.
        case union(String, factor: Double)
        /// A daily sum of all samples.
        case sum(String, factor: Double)
        /// The number of hours with and without standing.
        case hours
        /// A sum of seconds; overlaps count once.
        case seconds(String)
        /// Sleep of a night.
        case sleep
        /// Single values: their number and sum.
        case sample
    }

    let identifier: String
    let unit: String?
    let rule: Rule
    let make: (DayPlan) -> [Sample]

    /// The prefix of quantity type names.
    static let quantity = "HKQuantityTypeIdentifier"

    private static func quantity(
        _ name: String,
        _ unit: String,
        _ rule: Rule,
        _ make: @escaping (DayPlan) -> [Sample]
    ) -> RecordKind {
        RecordKind(identifier: quantity + name, unit: unit, rule: rule, make: make)
    }

    private static func category(
        _ name: String,
        _ rule: Rule,
        _ make: @escaping (DayPlan) -> [Sample]
    ) -> RecordKind {
        RecordKind(identifier: "HKCategoryTypeIdentifier" + name, unit: nil, rule: rule, make: make)
    }

    /// All types in file order; heart rate variability comes last.
    static func all(_ options: ExportOptions) -> [RecordKind] {
        body(options) + activity(options) + food(options) + others(options)
    }

    private static func body(_ options: ExportOptions) -> [RecordKind] {
        let (mass, temperature) = options.units.isUS ? ("lb", "degF") : ("kg", "degC")
        let glucose = options.units.isUS ? "mg/dL" : "mmol<180.1558800000541>/L"
        return [
            quantity("Height", options.units.isUS ? "ft" : "cm", .sample) { $0.vitalSigns.height() },
            quantity("BodyMassIndex", "count", .sample) { $0.vitalSigns.weighing(3) },
            quantity("BodyMass", mass, .sample) { $0.vitalSigns.weighing(0) },
            quantity("HeartRate", "count/min", .sample) { $0.vitalSigns.heartRates() },
            quantity("OxygenSaturation", "%", .sample) { $0.vitalSigns.oxygen() },
            quantity("BodyTemperature", temperature, .sample) { $0.vitalSigns.temperature() },
            quantity("BodyFatPercentage", "%", .sample) { $0.vitalSigns.weighing(1) },
            quantity("LeanBodyMass", mass, .sample) { $0.vitalSigns.weighing(2) },
            quantity("BloodPressureSystolic", "mmHg", .sample) { $0.vitalSigns.pressureSamples(isSystolic: true) },
            quantity("BloodPressureDiastolic", "mmHg", .sample) { $0.vitalSigns.pressureSamples(isSystolic: false) },
            quantity("RespiratoryRate", "count/min", .sample) { $0.breaths() },
            quantity("BloodGlucose", glucose, .sample) { $0.vitalSigns.glucose() },
        ]
    }

    private static func activity(_ options: ExportOptions) -> [RecordKind] {
        let (length, metres) = options.units.isUS ? ("mi", 1_609.344) : ("km", 1_000)
        let (energy, kilocalories) = options.units.isUS ? ("Cal", 1) : ("kJ", 1 / 4.184)
        return [
            quantity("StepCount", "count", .union("steps", factor: 1)) { $0.steps() },
            quantity("DistanceWalkingRunning", length, .union("distance", factor: metres)) { $0.distances() },
            quantity("BasalEnergyBurned", energy, .union("basal_energy_burned", factor: kilocalories)) {
                $0.basalEnergy()
            },
            quantity("ActiveEnergyBurned", energy, .union("active_energy_burned", factor: kilocalories)) {
                $0.activeEnergy()
            },
            quantity("FlightsClimbed", "count", .union("floors_climbed", factor: 1)) { $0.flights() },
            quantity("AppleExerciseTime", "min", .union("active_duration", factor: 60)) { $0.exercise() },
        ]
    }

    private static func food(_ options: ExportOptions) -> [RecordKind] {
        let metrics = ["energy_consumed", "carbohydrate", "protein", "fat", "sodium"]
        let isUS = options.units.isUS
        let dishes = DayPlan.Nutrient.allCases.map { nutrient in
            let energy = (isUS ? "Cal" : "kJ", isUS ? 1 : 1 / 4.184)
            let (unit, factor) = nutrient == .energy ? energy : (nutrient == .sodium ? "mg" : "g", 1)
            return RecordKind(
                identifier: nutrient.identifier,
                unit: unit,
                rule: .sum(metrics[nutrient.rawValue], factor: factor)
            ) { $0.food(nutrient) }
        }
        let (unit, millilitres) = isUS ? ("fl_oz_us", 29.573_529_562_5) : ("mL", 1)
        return dishes + [quantity("DietaryWater", unit, .sum("water", factor: millilitres)) { $0.water() }]
    }

    private static func others(_ options: ExportOptions) -> [RecordKind] {
        let newer = [
            quantity("RestingHeartRate", "count/min", .sample) { $0.vitalSigns.restingHeartRate() },
            quantity("HeadphoneAudioExposure", "dBASPL", .sample) { $0.sounds() },
            quantity("AppleStandTime", "min", .sample) { $0.standTime() },
            RecordKind(identifier: "HKDataTypeSleepDurationGoal", unit: "hr", rule: .sample) { $0.sleepGoal() },
            category("HighHeartRateEvent", .sample) { $0.warnings() },
        ]
        return (options.hasBeats ? newer : []) + [
            category("SleepAnalysis", .sleep) { $0.sleep() },
            category("AppleStandHour", .hours) { $0.standHours() },
            category("MindfulSession", .seconds("mindful_duration")) { $0.mindful() },
            quantity("HeartRateVariabilitySDNN", "ms", .sample) { $0.variability() },
        ]
    }
}
