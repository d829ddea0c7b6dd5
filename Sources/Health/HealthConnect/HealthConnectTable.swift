/// A table of numbers of Health Connect's database and what they are.
///
/// Names and units: Android's module `HealthFitness`, whose numbers are in grams, metres, litres, calories (of which a
/// thousand are a kilocalorie), degrees Celsius, millimoles a litre and hundredths.
struct HealthConnectTable: Hashable {
    /// A column of numbers.
    struct Measure: Hashable {
        let column: String
        let identifier: String
        let unit: String
        /// How many places the point moves to the left: 2 from hundredths to a fraction of one.
        let places: Int8

        init(_ column: String, _ name: String, _ unit: String, places: Int8 = 0) {
            self.column = column
            identifier = "HKQuantityTypeIdentifier" + name
            self.unit = unit
            self.places = places
        }
    }

    let name: String
    /// The column of the time, or of the start.
    let start: String
    /// The column of the end; nil for moments.
    let end: String?
    let measures: [Measure]

    private static func period(_ name: String, _ measures: [Measure]) -> HealthConnectTable {
        HealthConnectTable(name: name + "_record_table", start: "start_time", end: "end_time", measures: measures)
    }

    private static func moment(_ name: String, _ measures: [Measure]) -> HealthConnectTable {
        HealthConnectTable(name: name + "_record_table", start: "time", end: nil, measures: measures)
    }

    /// All tables of numbers that a record is made of.
    static let all: [HealthConnectTable] = [
        period("steps", [Measure("count", "StepCount", "count")]),
        period("distance", [Measure("distance", "DistanceWalkingRunning", "m")]),
        period("floors_climbed", [Measure("floors", "FlightsClimbed", "count")]),
        period("active_calories_burned", [Measure("energy", "ActiveEnergyBurned", "cal")]),
        period("hydration", [Measure("volume", "DietaryWater", "L")]),
        period("nutrition", nutrition),
        moment("weight", [Measure("weight", "BodyMass", "g")]),
        moment("height", [Measure("height", "Height", "m")]),
        moment("lean_body_mass", [Measure("mass", "LeanBodyMass", "g")]),
        moment("body_fat", [Measure("percentage", "BodyFatPercentage", "%", places: 2)]),
        moment("resting_heart_rate", [Measure("beats_per_minute", "RestingHeartRate", "count/min")]),
        moment("oxygen_saturation", [Measure("percentage", "OxygenSaturation", "%", places: 2)]),
        moment("body_temperature", [Measure("temperature", "BodyTemperature", "degC")]),
        moment("basal_body_temperature", [Measure("temperature", "BasalBodyTemperature", "degC")]),
        moment("blood_glucose", [Measure("level", "BloodGlucose", "mmol/L")]),
    ]

    private static let nutrition: [Measure] = [
        Measure("energy", "DietaryEnergyConsumed", "cal"),
        Measure("total_carbohydrate", "DietaryCarbohydrates", "g"), Measure("protein", "DietaryProtein", "g"),
        Measure("total_fat", "DietaryFatTotal", "g"), Measure("saturated_fat", "DietaryFatSaturated", "g"),
        Measure("dietary_fiber", "DietaryFiber", "g"), Measure("sodium", "DietarySodium", "g"),
        Measure("cholesterol", "DietaryCholesterol", "g"), Measure("calcium", "DietaryCalcium", "g"),
    ]
}
