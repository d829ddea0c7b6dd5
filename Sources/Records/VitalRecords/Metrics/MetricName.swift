/// The name of what a measurement measured.
///
/// Unknown ones are carried. Constants for all that code names: `MetricName+Known.swift`.
public struct MetricName: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension MetricName: ExpressibleByStringLiteral {
    /// Makes the value from a word in the code.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

/// The names that code uses; ``MetricTable`` has more.
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
    /// How strong the pulse is where saturation is measured, also called perfusion index.
    public static let pulseAmplitudeIndex: MetricName = "pulse_amplitude_index"
    /// Body temperature.
    public static let bodyTemperature: MetricName = "body_temperature"
    /// Breaths in a minute.
    public static let respiratoryRate: MetricName = "respiratory_rate"
    /// Heart rate at rest.
    public static let restingHeartRate: MetricName = "resting_heart_rate"
    /// Mean heart rate over a time, for example a workout.
    public static let avgHeartRate: MetricName = "avg_heart_rate"
    /// Lowest heart rate of a time.
    public static let minHeartRate: MetricName = "min_heart_rate"
    /// Highest heart rate of a time.
    public static let maxHeartRate: MetricName = "max_heart_rate"
    /// How much the time between heartbeats varies.
    public static let heartRateVariability: MetricName = "heart_rate_variability"

    // MARK: Body
    /// Body weight.
    public static let bodyWeight: MetricName = "body_weight"
    /// Body height.
    public static let bodyHeight: MetricName = "body_height"
    /// Body mass index.
    public static let bmi: MetricName = "bmi"
    /// Body fat, as a part of the weight.
    public static let bodyFat: MetricName = "body_fat"
    /// Mass of the body without its fat.
    public static let bodyLeanMass: MetricName = "body_lean_mass"
    /// Mass of the body without its fat and bones.
    public static let bodySoftLeanMass: MetricName = "body_soft_lean_mass"
    /// Electrical resistance of the body, by which scales tell its composition.
    public static let bodyImpedance: MetricName = "body_impedance"
    /// Energy that the body needs in a day at rest.
    public static let basalMetabolicRate: MetricName = "basal_metabolic_rate"

    // MARK: Glucose
    /// Blood glucose concentration.
    public static let bloodGlucose: MetricName = "blood_glucose"
    /// Blood ketone concentration.
    public static let bloodKetone: MetricName = "blood_ketone"
    /// Insulin given.
    public static let insulin: MetricName = "insulin"

    // MARK: Activity
    /// Steps.
    public static let steps: MetricName = "steps"
    /// Distance walked, run or ridden.
    public static let distance: MetricName = "distance"
    /// Floors climbed.
    public static let floorsClimbed: MetricName = "floors_climbed"
    /// Height climbed.
    public static let elevation: MetricName = "elevation"
    /// Time of activity.
    public static let activeDuration: MetricName = "active_duration"
    /// All energy burned, basal and active.
    public static let energyBurned: MetricName = "energy_burned"
    /// Energy burned by activity.
    public static let activeEnergyBurned: MetricName = "active_energy_burned"
    /// Energy burned at rest.
    public static let basalEnergyBurned: MetricName = "basal_energy_burned"
    /// Hours of a day with some standing.
    public static let standHoursCount: MetricName = "stand_hours_count"
    /// Hours of a day without standing.
    public static let idleHoursCount: MetricName = "idle_hours_count"
    /// Time of mindfulness.
    public static let mindfulDuration: MetricName = "mindful_duration"
    /// Time of a workout, without its pauses.
    public static let workoutDuration: MetricName = "workout_duration"

    // MARK: Sleep
    /// Time asleep.
    public static let sleepDuration: MetricName = "sleep_duration"
    /// Time in deep sleep.
    public static let deepSleep: MetricName = "deep_sleep"
    /// Time in light sleep.
    public static let lightSleep: MetricName = "light_sleep"
    /// Time in REM sleep.
    public static let remSleep: MetricName = "rem_sleep"
    /// Time awake between falling asleep and getting up.
    public static let awakeDuration: MetricName = "awake_duration"
    /// How often the person woke up.
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
    /// That a person had sex.
    public static let sexualActivity: MetricName = "sexual_activity"
    /// Bleeding between two periods.
    public static let intermenstrualBleeding: MetricName = "intermenstrual_bleeding"
    /// How strong a period is, as a code.
    public static let menstrualFlow: MetricName = "menstrual_flow"
    /// What cervical mucus is like, as a code.
    public static let cervicalMucusQuality: MetricName = "cervical_mucus_quality"
    /// What an ovulation test shows, as a code.
    public static let ovulationTestResult: MetricName = "ovulation_test_result"
    /// Temperature right after waking up.
    public static let basalBodyTemperature: MetricName = "basal_body_temperature"
}
