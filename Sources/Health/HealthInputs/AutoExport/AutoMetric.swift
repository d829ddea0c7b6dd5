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
        /// A metric that no record is made from.
        case unknown
    }

    let identifier: String
    let shape: Shape
    /// The unit if the file names none, as HealthKit writes it.
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

    private init(_ identifier: String, _ shape: Shape, _ unit: String) {
        self.identifier = identifier
        self.shape = shape
        self.unit = unit
    }

    private static func quantity(_ name: String, _ shape: Shape, _ unit: String) -> AutoMetric {
        AutoMetric("HKQuantityTypeIdentifier" + name, shape, unit)
    }

    private static func food(_ name: String, _ unit: String) -> AutoMetric { quantity("Dietary" + name, .sum, unit) }

    private static let table: [String: AutoMetric] = activity.merging(body) { first, _ in first }
        .merging(nutrition) { first, _ in first }

    private static let activity: [String: AutoMetric] = [
        "step_count": quantity("StepCount", .sum, "count"),
        "walking_running_distance": quantity("DistanceWalkingRunning", .sum, "km"),
        "cycling_distance": quantity("DistanceCycling", .sum, "km"),
        "swimming_distance": quantity("DistanceSwimming", .sum, "m"),
        "wheelchair_distance": quantity("DistanceWheelchair", .sum, "km"),
        "active_energy": quantity("ActiveEnergyBurned", .sum, "kJ"),
        "basal_energy_burned": quantity("BasalEnergyBurned", .sum, "kJ"),
        "resting_energy": quantity("BasalEnergyBurned", .sum, "kJ"),
        "flights_climbed": quantity("FlightsClimbed", .sum, "count"),
        "apple_exercise_time": quantity("AppleExerciseTime", .sum, "min"),
        "apple_stand_time": quantity("AppleStandTime", .sum, "min"),
        "apple_stand_hour": AutoMetric("HKCategoryTypeIdentifierAppleStandHour", .standHours, "count"),
        "mindful_minutes": AutoMetric("HKCategoryTypeIdentifierMindfulSession", .mindful, "min"),
        "sleep_analysis": AutoMetric("HKCategoryTypeIdentifierSleepAnalysis", .sleep, "hr"),
    ]

    private static let body: [String: AutoMetric] = [
        "heart_rate": quantity("HeartRate", .quantity, "count/min"),
        "resting_heart_rate": quantity("RestingHeartRate", .quantity, "count/min"),
        "walking_heart_rate_average": quantity("WalkingHeartRateAverage", .quantity, "count/min"),
        "heart_rate_variability": quantity("HeartRateVariabilitySDNN", .quantity, "ms"),
        "respiratory_rate": quantity("RespiratoryRate", .quantity, "count/min"),
        "blood_oxygen_saturation": quantity("OxygenSaturation", .percent, "%"),
        "body_temperature": quantity("BodyTemperature", .quantity, "degC"),
        "basal_body_temperature": quantity("BasalBodyTemperature", .quantity, "degC"),
        "weight_body_mass": quantity("BodyMass", .quantity, "kg"),
        "lean_body_mass": quantity("LeanBodyMass", .quantity, "kg"),
        "body_mass_index": quantity("BodyMassIndex", .quantity, "count"),
        "body_fat_percentage": quantity("BodyFatPercentage", .percent, "%"),
        "height": quantity("Height", .quantity, "cm"),
        "vo2_max": quantity("VO2Max", .quantity, "mL/min·kg"),
        "blood_glucose": quantity("BloodGlucose", .glucose, "mg/dL"),
        "blood_pressure": AutoMetric("HKCorrelationTypeIdentifierBloodPressure", .bloodPressure, "mmHg"),
        "blood_pressure_systolic": quantity("BloodPressureSystolic", .quantity, "mmHg"),
        "blood_pressure_diastolic": quantity("BloodPressureDiastolic", .quantity, "mmHg"),
    ]

    private static let nutrition: [String: AutoMetric] = [
        "dietary_energy": food("EnergyConsumed", "kJ"), "carbohydrates": food("Carbohydrates", "g"),
        "protein": food("Protein", "g"), "total_fat": food("FatTotal", "g"),
        "saturated_fat": food("FatSaturated", "g"), "fiber": food("Fiber", "g"),
        "dietary_sugar": food("Sugar", "g"), "sodium": food("Sodium", "mg"), "cholesterol": food("Cholesterol", "mg"),
        "calcium": food("Calcium", "mg"), "potassium": food("Potassium", "mg"), "caffeine": food("Caffeine", "mg"),
        "dietary_water": food("Water", "mL"),
    ]
}
