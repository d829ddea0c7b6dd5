/// HealthKit's numbers of category values, by their names in exports.
///
/// The numbers are from Apple's headers `HKCategoryValues.h`.
public enum HealthCategory {
    /// The value of types for which only the existence of a sample matters.
    public static let notApplicable: Int64 = 0
    /// `HKCategoryValueSleepAnalysisInBed`.
    public static let inBed: Int64 = 0
    /// `HKCategoryValueSleepAnalysisAsleepUnspecified`, before iOS 16 `…Asleep`.
    public static let asleepUnspecified: Int64 = 1
    /// `HKCategoryValueSleepAnalysisAwake`.
    public static let awake: Int64 = 2
    /// `HKCategoryValueSleepAnalysisAsleepCore`.
    public static let asleepCore: Int64 = 3
    /// `HKCategoryValueSleepAnalysisAsleepDeep`.
    public static let asleepDeep: Int64 = 4
    /// `HKCategoryValueSleepAnalysisAsleepREM`.
    public static let asleepREM: Int64 = 5
    /// The values of sleep, from in bed to REM.
    package static let sleepStages = inBed...asleepREM
    /// `HKCategoryValueAppleStandHourStood`.
    public static let stood: Int64 = 0
    /// `HKCategoryValueAppleStandHourIdle`.
    public static let idle: Int64 = 1

    /// The number of a name; nil for a name that does not become a record.
    public static func number(named name: String) -> Int64? { numbers[name] }

    private static let numbers: [String: Int64] = [
        "HKCategoryValueNotApplicable": notApplicable,
        "HKCategoryValueSleepAnalysisInBed": inBed,
        "HKCategoryValueSleepAnalysisAsleep": asleepUnspecified,
        "HKCategoryValueSleepAnalysisAsleepUnspecified": asleepUnspecified,
        "HKCategoryValueSleepAnalysisAwake": awake,
        "HKCategoryValueSleepAnalysisAsleepCore": asleepCore,
        "HKCategoryValueSleepAnalysisAsleepDeep": asleepDeep,
        "HKCategoryValueSleepAnalysisAsleepREM": asleepREM,
        "HKCategoryValueAppleStandHourStood": stood,
        "HKCategoryValueAppleStandHourIdle": idle,
    ].merging(cycle) { first, _ in first }

    /// The codes of the cycle; since iOS 18 those of a period apply to any bleeding.
    private static let cycle: [String: Int64] = {
        let words: [(String, [String])] = [
            ("MenstrualFlow", ["Unspecified", "Light", "Medium", "Heavy", "None"]),
            ("VaginalBleeding", ["Unspecified", "Light", "Medium", "Heavy", "None"]),
            ("CervicalMucusQuality", ["Dry", "Sticky", "Creamy", "Watery", "EggWhite"]),
            ("OvulationTestResult", ["Negative", "LuteinizingHormoneSurge", "Indeterminate", "EstrogenSurge"]),
            // Before iOS 13 the surge had this name.
            ("OvulationTestResult", ["", "Positive"]),
        ]
        let named = words.flatMap { type, values in
            zip(values, Int64(1)...).map { ("HKCategoryValue\(type)\($0)", $1) }
        }
        return Dictionary(named) { first, _ in first }
    }()
}
