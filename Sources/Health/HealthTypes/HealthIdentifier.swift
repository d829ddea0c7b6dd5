/// The HealthKit identifiers that code uses.
public enum HealthIdentifier {
    /// A quantity by its name without the prefix.
    package static func quantity(_ name: String) -> String { "HKQuantityTypeIdentifier" + name }
    static func category(_ name: String) -> String { "HKCategoryTypeIdentifier" + name }

    /// Steps.
    public static let steps = quantity("StepCount")
    /// Heart rate.
    public static let heartRate = quantity("HeartRate")
    /// Resting heart rate.
    public static let restingHeartRate = quantity("RestingHeartRate")
    /// Systolic blood pressure.
    public static let systolic = quantity("BloodPressureSystolic")
    /// Diastolic blood pressure.
    public static let diastolic = quantity("BloodPressureDiastolic")
    /// Active energy.
    public static let activeEnergy = quantity("ActiveEnergyBurned")
    /// Basal energy.
    public static let basalEnergy = quantity("BasalEnergyBurned")
    /// Sleep.
    public static let sleep = category("SleepAnalysis")
    /// Hours with and without standing.
    public static let standHour = category("AppleStandHour")
    /// Mindfulness.
    public static let mindful = category("MindfulSession")
    /// A workout.
    public static let workout = "HKWorkoutTypeIdentifier"
    /// A meal.
    public static let food = "HKCorrelationTypeIdentifierFood"
    /// A blood pressure.
    public static let bloodPressure = "HKCorrelationTypeIdentifierBloodPressure"
}
