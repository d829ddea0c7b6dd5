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
        unit: String,
        rule: Rule,
        _ make: @escaping (DayPlan) -> [Sample]
    ) -> RecordKind {
        RecordKind(identifier: quantity + name, unit: unit, rule: rule, make: make)
    }

    private static func category(
        _ name: String,
        rule: Rule,
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
            quantity("Height", unit: options.units.isUS ? "ft" : "cm", rule: .sample) { $0.vitalSigns.height() },
            quantity("BodyMassIndex", unit: "count", rule: .sample) { $0.vitalSigns.weighing(3) },
            quantity("BodyMass", unit: mass, rule: .sample) { $0.vitalSigns.weighing(0) },
            quantity("HeartRate", unit: "count/min", rule: .sample) { $0.vitalSigns.heartRates() },
            quantity("OxygenSaturation", unit: "%", rule: .sample) { $0.vitalSigns.oxygen() },
            quantity("BodyTemperature", unit: temperature, rule: .sample) { $0.vitalSigns.temperature() },
            quantity("BodyFatPercentage", unit: "%", rule: .sample) { $0.vitalSigns.weighing(1) },
            quantity("LeanBodyMass", unit: mass, rule: .sample) { $0.vitalSigns.weighing(2) },
            quantity("BloodPressureSystolic", unit: "mmHg", rule: .sample) {
                $0.vitalSigns.pressureSamples(isSystolic: true)
            },
            quantity("BloodPressureDiastolic", unit: "mmHg", rule: .sample) {
                $0.vitalSigns.pressureSamples(isSystolic: false)
            },
            quantity("RespiratoryRate", unit: "count/min", rule: .sample) { $0.breaths() },
            quantity("BloodGlucose", unit: glucose, rule: .sample) { $0.vitalSigns.glucose() },
        ]
    }

    private static func activity(_ options: ExportOptions) -> [RecordKind] {
        let (length, metres) = options.units.isUS ? ("mi", 1_609.344) : ("km", 1_000)
        let (energy, kilocalories) = options.units.isUS ? ("Cal", 1) : ("kJ", 1 / 4.184)
        return [
            quantity("StepCount", unit: "count", rule: .union("steps", factor: 1)) { $0.steps() },
            quantity("DistanceWalkingRunning", unit: length, rule: .union("distance", factor: metres)) {
                $0.distances()
            },
            quantity("BasalEnergyBurned", unit: energy, rule: .union("basal_energy_burned", factor: kilocalories)) {
                $0.basalEnergy()
            },
            quantity("ActiveEnergyBurned", unit: energy, rule: .union("active_energy_burned", factor: kilocalories)) {
                $0.activeEnergy()
            },
            quantity("FlightsClimbed", unit: "count", rule: .union("floors_climbed", factor: 1)) { $0.flights() },
            quantity("AppleExerciseTime", unit: "min", rule: .union("active_duration", factor: 60)) { $0.exercise() },
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
        return dishes + [quantity("DietaryWater", unit: unit, rule: .sum("water", factor: millilitres)) { $0.water() }]
    }

    private static func others(_ options: ExportOptions) -> [RecordKind] {
        let newer = [
            quantity("RestingHeartRate", unit: "count/min", rule: .sample) { $0.vitalSigns.restingHeartRate() },
            quantity("HeadphoneAudioExposure", unit: "dBASPL", rule: .sample) { $0.sounds() },
            quantity("AppleStandTime", unit: "min", rule: .sample) { $0.standTime() },
            RecordKind(identifier: "HKDataTypeSleepDurationGoal", unit: "hr", rule: .sample) { $0.sleepGoal() },
            category("HighHeartRateEvent", rule: .sample) { $0.warnings() },
        ]
        return (options.hasBeats ? newer : []) + [
            category("SleepAnalysis", rule: .sleep) { $0.sleep() },
            category("AppleStandHour", rule: .hours) { $0.standHours() },
            category("MindfulSession", rule: .seconds("mindful_duration")) { $0.mindful() },
            quantity("HeartRateVariabilitySDNN", unit: "ms", rule: .sample) { $0.variability() },
        ]
    }
}
