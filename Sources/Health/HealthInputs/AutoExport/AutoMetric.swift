internal import VitalRecords

/// A metric of Health Auto Export and its HealthKit equivalent.
struct AutoMetric: Hashable {
    /// The shape of its points.
    enum Shape: Hashable {
        /// A number at a time, `qty`, or the `Avg` of a period.
        case quantity
        /// A cumulative number; a point at midnight is the sum of its day.
        case sum
        /// A percentage; HealthKit has a fraction.
        case percent
        /// Systolic and diastolic pressure.
        case bloodPressure
        /// A glucose value and its relation to a meal.
        case glucose
        /// Sleep stages, or the hours of each stage of one night.
        case sleep
        /// Hours in which the person stood.
        case standHours
        /// Minutes of a session.
        case mindful
        /// A metric that does not become records.
        case unknown
    }

    let identifier: String
    let shape: Shape
    /// The unit if the file names none, as HealthKit writes it.
    ///
    /// Empty if phones write several units: a value without its own is left out.
    let unit: String

    /// Looks up a metric by its name; names in words (`Step Count`) work too.
    init(named name: String) {
        let key = name.lowercased().replacing(" ", with: "_")
        guard let known = Self.table[key] else {
            identifier = name.cut(toBytes: 128)
            shape = .unknown
            unit = ""
            return
        }
        self = known
    }

    private init(_ identifier: String, shape: Shape, unit: String) {
        self.identifier = identifier
        self.shape = shape
        self.unit = unit
    }

    private static func quantity(_ name: String, shape: Shape, unit: String) -> AutoMetric {
        AutoMetric("HKQuantityTypeIdentifier" + name, shape: shape, unit: unit)
    }

    private static func food(_ name: String, unit: String) -> AutoMetric {
        quantity("Dietary" + name, shape: .sum, unit: unit)
    }

    private static let table: [String: AutoMetric] = activity.merging(body) { first, _ in first }
        .merging(nutrition) { first, _ in first }

    private static let activity: [String: AutoMetric] = [
        "step_count": quantity("StepCount", shape: .sum, unit: "count"),
        "walking_running_distance": quantity("DistanceWalkingRunning", shape: .sum, unit: ""),
        "cycling_distance": quantity("DistanceCycling", shape: .sum, unit: ""),
        "swimming_distance": quantity("DistanceSwimming", shape: .sum, unit: ""),
        "wheelchair_distance": quantity("DistanceWheelchair", shape: .sum, unit: ""),
        "active_energy": quantity("ActiveEnergyBurned", shape: .sum, unit: ""),
        "basal_energy_burned": quantity("BasalEnergyBurned", shape: .sum, unit: ""),
        "resting_energy": quantity("BasalEnergyBurned", shape: .sum, unit: ""),
        "flights_climbed": quantity("FlightsClimbed", shape: .sum, unit: "count"),
        "apple_exercise_time": quantity("AppleExerciseTime", shape: .sum, unit: "min"),
        "apple_stand_time": quantity("AppleStandTime", shape: .sum, unit: "min"),
        "apple_stand_hour": AutoMetric("HKCategoryTypeIdentifierAppleStandHour", shape: .standHours, unit: "count"),
        "mindful_minutes": AutoMetric("HKCategoryTypeIdentifierMindfulSession", shape: .mindful, unit: "min"),
        "sleep_analysis": AutoMetric("HKCategoryTypeIdentifierSleepAnalysis", shape: .sleep, unit: "hr"),
    ]

    private static let body: [String: AutoMetric] = [
        "heart_rate": quantity("HeartRate", shape: .quantity, unit: "count/min"),
        "resting_heart_rate": quantity("RestingHeartRate", shape: .quantity, unit: "count/min"),
        "walking_heart_rate_average": quantity("WalkingHeartRateAverage", shape: .quantity, unit: "count/min"),
        "heart_rate_variability": quantity("HeartRateVariabilitySDNN", shape: .quantity, unit: "ms"),
        "respiratory_rate": quantity("RespiratoryRate", shape: .quantity, unit: "count/min"),
        "blood_oxygen_saturation": quantity("OxygenSaturation", shape: .percent, unit: "%"),
        "body_temperature": quantity("BodyTemperature", shape: .quantity, unit: ""),
        "basal_body_temperature": quantity("BasalBodyTemperature", shape: .quantity, unit: ""),
        "weight_body_mass": quantity("BodyMass", shape: .quantity, unit: ""),
        "lean_body_mass": quantity("LeanBodyMass", shape: .quantity, unit: ""),
        "body_mass_index": quantity("BodyMassIndex", shape: .quantity, unit: "count"),
        "body_fat_percentage": quantity("BodyFatPercentage", shape: .percent, unit: "%"),
        "height": quantity("Height", shape: .quantity, unit: ""),
        "vo2_max": quantity("VO2Max", shape: .quantity, unit: "mL/min·kg"),
        "blood_glucose": quantity("BloodGlucose", shape: .glucose, unit: ""),
        "blood_pressure": AutoMetric("HKCorrelationTypeIdentifierBloodPressure", shape: .bloodPressure, unit: "mmHg"),
        "blood_pressure_systolic": quantity("BloodPressureSystolic", shape: .quantity, unit: "mmHg"),
        "blood_pressure_diastolic": quantity("BloodPressureDiastolic", shape: .quantity, unit: "mmHg"),
    ]

    private static let nutrition: [String: AutoMetric] = [
        "dietary_energy": food("EnergyConsumed", unit: ""), "carbohydrates": food("Carbohydrates", unit: "g"),
        "protein": food("Protein", unit: "g"), "total_fat": food("FatTotal", unit: "g"),
        "saturated_fat": food("FatSaturated", unit: "g"), "fiber": food("Fiber", unit: "g"),
        "dietary_sugar": food("Sugar", unit: "g"), "sodium": food("Sodium", unit: "mg"),
        "cholesterol": food("Cholesterol", unit: "mg"),
        "calcium": food("Calcium", unit: "mg"), "potassium": food("Potassium", unit: "mg"),
        "caffeine": food("Caffeine", unit: "mg"),
        "dietary_water": food("Water", unit: ""),
    ]
}
