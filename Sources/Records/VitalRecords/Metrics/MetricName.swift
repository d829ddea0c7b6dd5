/// The name of a metric.
///
/// Unknown names are carried. The constants below are those that code uses; ``MetricTable`` has more.
public struct MetricName: OpenString {
    /// The name as it appears in JSON.
    public let rawValue: String

    /// Creates a name from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension MetricName: ExpressibleByStringLiteral {
    /// Creates a name from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

/// The names that code uses.
extension MetricName {
    // MARK: Vital signs
    /// Systolic blood pressure.
    public static let systolic: MetricName = "systolic"
    /// Diastolic blood pressure.
    public static let diastolic: MetricName = "diastolic"
    /// Mean arterial pressure.
    public static let meanArterialPressure: MetricName = "mean_arterial_pressure"
    /// Pulse rate at the moment of the reading.
    public static let pulse: MetricName = "pulse"
    /// Peripheral oxygen saturation.
    public static let spo2: MetricName = "spo2"
    /// Pulse amplitude index, also called perfusion index, of an oximeter.
    public static let pulseAmplitudeIndex: MetricName = "pulse_amplitude_index"
    /// Body temperature.
    public static let bodyTemperature: MetricName = "body_temperature"
    /// Respiratory rate.
    public static let respiratoryRate: MetricName = "respiratory_rate"
    /// Heart rate at rest.
    public static let restingHeartRate: MetricName = "resting_heart_rate"
    /// Mean heart rate over a period, for example a workout.
    public static let avgHeartRate: MetricName = "avg_heart_rate"
    /// Lowest heart rate of a period.
    public static let minHeartRate: MetricName = "min_heart_rate"
    /// Highest heart rate of a period.
    public static let maxHeartRate: MetricName = "max_heart_rate"
    /// Variability of the time between heartbeats.
    public static let heartRateVariability: MetricName = "heart_rate_variability"

    // MARK: Body
    /// Body weight.
    public static let bodyWeight: MetricName = "body_weight"
    /// Body height.
    public static let bodyHeight: MetricName = "body_height"
    /// Body mass index.
    public static let bmi: MetricName = "bmi"
    /// Body fat, as a fraction of the weight.
    public static let bodyFat: MetricName = "body_fat"
    /// Mass of the body without fat.
    public static let bodyLeanMass: MetricName = "body_lean_mass"
    /// Mass of the body without fat and bones.
    public static let bodySoftLeanMass: MetricName = "body_soft_lean_mass"
    /// Electrical impedance of the body, from which scales derive its composition.
    public static let bodyImpedance: MetricName = "body_impedance"
    /// Energy that the body needs at rest in a day.
    public static let basalMetabolicRate: MetricName = "basal_metabolic_rate"

    // MARK: Glucose
    /// Blood glucose concentration.
    public static let bloodGlucose: MetricName = "blood_glucose"
    /// Blood ketone concentration.
    public static let bloodKetone: MetricName = "blood_ketone"
    /// Insulin given.
    public static let insulin: MetricName = "insulin"

    // MARK: Activity
    /// Step count.
    public static let steps: MetricName = "steps"
    /// Distance walked, run or ridden.
    public static let distance: MetricName = "distance"
    /// Floors climbed.
    public static let floorsClimbed: MetricName = "floors_climbed"
    /// Elevation gained.
    public static let elevation: MetricName = "elevation"
    /// Duration of activity.
    public static let activeDuration: MetricName = "active_duration"
    /// All energy burned, basal and active.
    public static let energyBurned: MetricName = "energy_burned"
    /// Energy burned by activity.
    public static let activeEnergyBurned: MetricName = "active_energy_burned"
    /// Energy burned at rest.
    public static let basalEnergyBurned: MetricName = "basal_energy_burned"
    /// Hours of a day with at least a minute of standing.
    public static let standHoursCount: MetricName = "stand_hours_count"
    /// Hours of a day without standing.
    public static let idleHoursCount: MetricName = "idle_hours_count"
    /// Duration of mindfulness.
    public static let mindfulDuration: MetricName = "mindful_duration"
    /// Duration of a workout without pauses.
    public static let workoutDuration: MetricName = "workout_duration"

    // MARK: Sleep
    /// Duration of sleep.
    public static let sleepDuration: MetricName = "sleep_duration"
    /// Time in deep sleep.
    public static let deepSleep: MetricName = "deep_sleep"
    /// Time in light sleep.
    public static let lightSleep: MetricName = "light_sleep"
    /// Time in REM sleep.
    public static let remSleep: MetricName = "rem_sleep"
    /// Time awake between falling asleep and getting up.
    public static let awakeDuration: MetricName = "awake_duration"
    /// Number of awakenings.
    public static let awakeCount: MetricName = "awake_count"
    /// Time in bed.
    public static let inBedDuration: MetricName = "in_bed_duration"

    // MARK: Nutrition
    /// Energy eaten.
    public static let energyConsumed: MetricName = "energy_consumed"
    /// Carbohydrate eaten.
    public static let carbohydrate: MetricName = "carbohydrate"
    /// Fat eaten.
    public static let fat: MetricName = "fat"
    /// Saturated fat eaten.
    public static let saturatedFat: MetricName = "saturated_fat"
    /// Protein eaten.
    public static let protein: MetricName = "protein"
    /// Fibre eaten.
    public static let dietaryFiber: MetricName = "dietary_fiber"
    /// Sodium eaten.
    public static let sodium: MetricName = "sodium"
    /// Cholesterol eaten.
    public static let cholesterol: MetricName = "cholesterol"
    /// Calcium eaten.
    public static let calcium: MetricName = "calcium"
    /// Water drunk.
    public static let water: MetricName = "water"

    // MARK: The cycle
    /// Sexual activity.
    public static let sexualActivity: MetricName = "sexual_activity"
    /// Bleeding between two periods.
    public static let intermenstrualBleeding: MetricName = "intermenstrual_bleeding"
    /// Intensity of menstrual flow, as a code.
    public static let menstrualFlow: MetricName = "menstrual_flow"
    /// Quality of cervical mucus, as a code.
    public static let cervicalMucusQuality: MetricName = "cervical_mucus_quality"
    /// Result of an ovulation test, as a code.
    public static let ovulationTestResult: MetricName = "ovulation_test_result"
    /// Body temperature right after waking up.
    public static let basalBodyTemperature: MetricName = "basal_body_temperature"
}
