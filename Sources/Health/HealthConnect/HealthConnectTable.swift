/// A table of numbers in Health Connect's database, with its HealthKit equivalents.
///
/// Names and units are those of Android's module `HealthFitness`: grams, metres, litres, calories (1/1000 kilocalorie),
/// degrees Celsius, mmol/L and hundredths.
struct HealthConnectTable: Hashable {
    /// A column of numbers.
    struct Measure: Hashable {
        let column: String
        let identifier: String
        let unit: String
        /// How many places the decimal point moves to the left: 2 from percent to a fraction.
        let places: Int8

        init(_ column: String, name: String, unit: String, places: Int8 = 0) {
            self.column = column
            identifier = "HKQuantityTypeIdentifier" + name
            self.unit = unit
            self.places = places
        }
    }

    let name: String
    /// The column of the time, or of the start.
    let start: String
    /// The column of the end; nil for instants.
    let end: String?
    let measures: [Measure]

    /// Whether a row is a food.
    var isFood: Bool { name == "nutrition_record_table" }

    private static func period(_ name: String, measures: [Measure]) -> HealthConnectTable {
        HealthConnectTable(name: name + "_record_table", start: "start_time", end: "end_time", measures: measures)
    }

    private static func moment(_ name: String, measures: [Measure]) -> HealthConnectTable {
        HealthConnectTable(name: name + "_record_table", start: "time", end: nil, measures: measures)
    }

    /// All tables of numbers that become records.
    static let all: [HealthConnectTable] = [
        period("steps", measures: [Measure("count", name: "StepCount", unit: "count")]),
        period("distance", measures: [Measure("distance", name: "DistanceWalkingRunning", unit: "m")]),
        period("floors_climbed", measures: [Measure("floors", name: "FlightsClimbed", unit: "count")]),
        period("active_calories_burned", measures: [Measure("energy", name: "ActiveEnergyBurned", unit: "cal")]),
        period("hydration", measures: [Measure("volume", name: "DietaryWater", unit: "L")]),
        period("nutrition", measures: nutrition),
        moment("weight", measures: [Measure("weight", name: "BodyMass", unit: "g")]),
        moment("height", measures: [Measure("height", name: "Height", unit: "m")]),
        moment("lean_body_mass", measures: [Measure("mass", name: "LeanBodyMass", unit: "g")]),
        moment("body_fat", measures: [Measure("percentage", name: "BodyFatPercentage", unit: "%", places: 2)]),
        moment(
            "resting_heart_rate",
            measures: [Measure("beats_per_minute", name: "RestingHeartRate", unit: "count/min")]
        ),
        moment("oxygen_saturation", measures: [Measure("percentage", name: "OxygenSaturation", unit: "%", places: 2)]),
        moment("body_temperature", measures: [Measure("temperature", name: "BodyTemperature", unit: "degC")]),
        moment(
            "basal_body_temperature",
            measures: [Measure("temperature", name: "BasalBodyTemperature", unit: "degC")]
        ),
        moment("blood_glucose", measures: [Measure("level", name: "BloodGlucose", unit: "mmol/L")]),
    ]

    private static let nutrition: [Measure] = [
        Measure("energy", name: "DietaryEnergyConsumed", unit: "cal"),
        Measure("total_carbohydrate", name: "DietaryCarbohydrates", unit: "g"),
        Measure("protein", name: "DietaryProtein", unit: "g"),
        Measure("total_fat", name: "DietaryFatTotal", unit: "g"),
        Measure("saturated_fat", name: "DietaryFatSaturated", unit: "g"),
        Measure("dietary_fiber", name: "DietaryFiber", unit: "g"), Measure("sodium", name: "DietarySodium", unit: "g"),
        Measure("cholesterol", name: "DietaryCholesterol", unit: "g"),
        Measure("calcium", name: "DietaryCalcium", unit: "g"),
    ]
}
