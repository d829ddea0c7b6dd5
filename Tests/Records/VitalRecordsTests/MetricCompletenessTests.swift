import Testing
import VitalRecords

/// The table has every metric that the APIs' public pages name.
///
/// The lists are copied here from those pages, so that the table is not compared with itself.
@Suite struct MetricCompletenessTests {
    /// The Inform API's metrics whose unit is public, by unit.
    private static let published: [String: [String]] = [
        "s": [
            "active_duration", "fairly_active_duration", "lightly_active_duration", "very_active_duration",
            "heart_rate_zone_very_low", "heart_rate_zone_low", "heart_rate_zone_medium", "heart_rate_zone_high",
            "sleep_duration", "deep_sleep", "light_sleep", "rem_sleep", "awake_duration", "time_to_fall_asleep",
        ],
        "kcal": ["active_energy_burned", "basal_energy_burned", "energy_burned", "energy_consumed"],
        "m": ["distance"], "count": ["steps", "awake_count"],
        "bpm": ["resting_heart_rate", "avg_heart_rate", "pulse"], "kg": ["body_weight"], "kg/m2": ["bmi"],
        "mmHg": ["systolic", "diastolic"], "mg/dL": ["blood_glucose", "avg_blood_glucose"],
        "g": ["carbohydrate", "fat", "protein", "dietary_fiber"], "mg": ["sodium"], "mL": ["water"],
        "r/min": ["avg_cadence"], "min/km": ["avg_pace"],
    ]

    /// The Inform API's metrics of which only the name is public.
    private static let named = """
        floors_climbed wheelchair_pushes wheelchair_distance elevation basal_metabolic_rate min_heart_rate max_heart_rate
        heart_rate_variability heart_rate_zone_rest heart_rate_zone_very_high in_bed_duration sleep_score nap_duration
        restless_count body_fat body_fat_mass body_muscle body_muscle_mass body_water body_water_mass body_lean_mass
        body_bone body_bone_mass visceral_fat body_height body_temperature body_temperature_deviation body_arms body_chest
        body_hips body_waist body_thighs blood_ketone glucose_ketone_index gmi inr pt insulin spo2 avg_spo2 min_spo2
        max_spo2 time_in_target time_above_target time_below_target time_above_threshold time_below_threshold
        hyperglycemic_count hypoglycemic_count coefficient_of_variation respiratory_rate fev1 fvc pef fef_25_75 fet fev6
        fev1_per_fvc fev1_per_fev6 saturated_fat unsaturated_fat sugars cholesterol calcium high_stress_duration
        medium_stress_duration low_stress_duration rest_stress_duration mindful_duration avg_speed max_speed max_pace
        avg_power max_cadence workout_duration laps vo2_max stand_hours_count idle_hours_count capture_rate scan_count
        days_worn_count
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// The legacy API's numeric fields and their units in UCUM.
    private static let legacy: [String: [String: String]] = [
        "fitness": ["distance": "m", "duration": "s", "calories": "kcal"],
        "routine": [
            "steps": "1", "distance": "m", "floors": "1", "elevation": "m", "calories_burned": "kcal", "water": "mL",
            "active_duration": "s",
        ],
        "nutrition": [
            "calories": "kcal", "carbohydrates": "g", "fat": "g", "fiber": "g", "protein": "g", "sodium": "mg",
            "water": "mL",
        ],
        "sleep": ["total_sleep": "s", "awake": "s", "deep": "s", "light": "s", "rem": "s", "times_woken": "1"],
        "weight": [
            "weight": "kg", "height": "cm", "free_mass": "kg", "fat_percent": "%", "mass_weight": "kg", "bmi": "kg/m2",
        ],
        "diabetes": [
            "c_peptide": "ng/mL", "fasting_plasma_glucose_test": "mg/dL", "oral_glucose_tolerance_test": "mg/dL",
            "random_plasma_glucose_test": "mg/dL", "triglyceride": "mg/dL", "blood_glucose": "mg/dL", "hba1c": "%",
            "insulin": "[IU]",
        ],
        "biometrics": [
            "blood_calcium": "mg/dL", "blood_chromium": "ug/L", "blood_folic_acid": "ng/mL",
            "blood_magnesium": "mg/dL", "blood_potassium": "meq/L", "blood_sodium": "meq/L",
            "blood_vitamin_b12": "pg/mL", "blood_zinc": "ug/dL", "creatine_kinase": "U/L", "crp": "mg/L",
            "diastolic": "mm[Hg]", "systolic": "mm[Hg]", "ferritin": "ng/mL", "hdl": "mg/dL", "hscrp": "mg/L",
            "il6": "pg/mL", "ldl": "mg/dL", "resting_heartrate": "/min", "testosterone": "ng/dL",
            "total_cholesterol": "mg/dL", "tsh": "m[IU]/L", "uric_acid": "mg/dL", "vitamin_d": "ng/mL",
            "white_cell_count": "/uL", "spo2": "%", "temperature": "Cel",
        ],
        "tobacco_cessation": ["cigarettes_allowed": "1", "cigarettes_smoked": "1", "cravings": "1"],
    ]

    @Test func everyPublishedInformMetricHasItsUnit() {
        for (unit, names) in Self.published {
            for name in names {
                let inform = MetricTable.metric(named: MetricName(rawValue: name))?.inform
                #expect(inform?.units.first?.name == unit, "\(name)")
                #expect(inform?.isUnitPublic == true, "\(name)")
                #expect(inform?.name == name)
            }
        }
    }

    @Test func everyNamedInformMetricIsThereAndMarked() {
        for name in Self.named {
            let inform = MetricTable.metric(named: MetricName(rawValue: name))?.inform
            #expect(inform?.name == name)
            #expect(inform?.isUnitPublic == false, "\(name)")
        }
    }

    /// No row claims a metric that the API lacks.
    @Test func noInformMetricIsInvented() {
        let known = Set(Self.named + Self.published.values.flatMap { $0 })
        for metric in MetricTable.metrics {
            guard let inform = metric.inform else { continue }
            #expect(known.contains(inform.name), "\(inform.name)")
        }
    }

    @Test func theLegacyFieldsAreThoseOfTheAPI() {
        var found: [String: [String: String]] = [:]
        for field in MetricTable.metrics.flatMap(\.legacy) {
            found[field.resource.rawValue, default: [:]][field.field] = field.ucum
        }
        #expect(found == Self.legacy)
    }

    @Test func glucoseKeepsItsUnitAtInform() throws {
        let glucose = try #require(MetricTable.metric(named: .bloodGlucose)?.inform)
        #expect(glucose.unit(for: "mmol/L")?.name == "mmol/L")
        #expect(glucose.unit(for: "mg/dL")?.name == "mg/dL")
        #expect(glucose.unit(for: "g/L")?.name == "mg/dL")
        #expect(MetricTable.metric(named: .bodyWeight)?.inform?.unit(for: "[lb_av]")?.name == "kg")
        #expect(MetricTable.metric(named: .avgHeartRate)?.inform?.isWhole == true)
    }

    /// Every name that code uses is in the table.
    @Test func constantsHaveRows() {
        let constants: [MetricName] = [
            .systolic, .diastolic, .meanArterialPressure, .pulse, .spo2, .bodyTemperature, .respiratoryRate,
            .restingHeartRate, .avgHeartRate, .minHeartRate, .maxHeartRate, .heartRateVariability, .bodyWeight,
            .bodyHeight, .bmi, .bodyFat, .bodyLeanMass, .bloodGlucose, .bloodKetone, .insulin, .steps, .distance,
            .floorsClimbed, .elevation, .activeDuration, .energyBurned, .activeEnergyBurned, .basalEnergyBurned,
            .standHoursCount, .idleHoursCount, .mindfulDuration, .workoutDuration, .sleepDuration, .deepSleep,
            .lightSleep, .remSleep, .awakeDuration, .awakeCount, .inBedDuration, .energyConsumed, .carbohydrate, .fat,
            .saturatedFat, .protein, .dietaryFiber, .sodium, .cholesterol, .calcium, .water,
        ]
        for name in constants { #expect(MetricTable.metric(named: name) != nil, "\(name)") }
    }
}
