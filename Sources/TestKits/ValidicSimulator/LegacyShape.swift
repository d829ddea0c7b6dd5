import SimulatedServer

/// The validation of a record written to the legacy API.
///
/// The fields come from the API's public pages. They repeat the client's table on purpose, since the simulator judges
/// the client.
enum LegacyShape {
    /// The client's ID is `data_id` for two types, and `activity_id` for the others (as in the official client and its
    /// fixtures).
    static func idField(_ type: String) -> String {
        ["weight", "biometrics"].contains(type) ? "data_id" : "activity_id"
    }

    /// The problem in the API's words; nil if the record is valid.
    static func problem(of record: JSONValue, type: String) -> String? {
        guard record[idField(type)]?.string?.isEmpty == false else { return "\(idField(type)) can't be blank" }
        let (numbers, words) = (Self.numbers[type] ?? [], Self.words[type] ?? [])
        let common: Set = ["timestamp", "utc_offset", "extras", idField(type)]
        for (name, value) in record.object ?? [:] where !common.contains(name) {
            if numbers.contains(name) {
                guard value.isNumber else { return "\(name) is not a number" }
            } else if words.contains(name) {
                guard value.string != nil else { return "\(name) is not a text" }
            } else {
                return "\(name) is not a field of \(type)"
            }
        }
        return shapeProblem(of: record, type: type, numbers: numbers)
    }

    private static func shapeProblem(of record: JSONValue, type: String, numbers: Set<String>) -> String? {
        if let extras = record["extras"], extras.object == nil { return "extras is not an object" }
        if let offset = record["utc_offset"], offset.string?.wholeMatch(of: /[+-]\d\d:\d\d/) == nil {
            return "utc_offset is not like +00:00"
        }
        let extras = Set((record["extras"]?.object ?? [:]).keys)
        guard type != "biometrics" || reproductive.isDisjoint(with: extras) else { return nil }
        return numbers.isDisjoint(with: record.object?.keys.map { $0 } ?? []) ? "a record needs a value" : nil
    }

    /// Members of `extras` that count as a value; inferred, since no public page names them.
    private static let reproductive: Set = [
        "sexual_activity", "cervical_mucus_quality", "intermenstrual_bleeding", "menstrual_flow",
        "ovulation_test_result", "basal_body_temperature",
    ]

    private static let numbers: [String: Set<String>] = [
        "fitness": ["distance", "duration", "calories"],
        "routine": [
            "steps", "distance", "floors", "elevation", "calories_burned", "water", "active_duration",
        ],
        "nutrition": ["calories", "carbohydrates", "fat", "fiber", "protein", "sodium", "water"],
        "sleep": ["total_sleep", "awake", "deep", "light", "rem", "times_woken"],
        "weight": ["weight", "height", "free_mass", "fat_percent", "mass_weight", "bmi"],
        "diabetes": [
            "c_peptide", "fasting_plasma_glucose_test", "oral_glucose_tolerance_test", "random_plasma_glucose_test",
            "triglyceride", "blood_glucose", "hba1c", "insulin",
        ],
        "biometrics": [
            "blood_calcium", "blood_chromium", "blood_folic_acid", "blood_magnesium", "blood_potassium",
            "blood_sodium", "blood_vitamin_b12", "blood_zinc", "creatine_kinase", "crp", "diastolic", "systolic",
            "ferritin", "hdl", "hscrp", "il6", "ldl", "resting_heartrate", "testosterone", "total_cholesterol", "tsh",
            "uric_acid", "vitamin_d", "white_cell_count", "spo2", "temperature",
        ],
        "tobacco_cessation": ["cigarettes_allowed", "cigarettes_smoked", "cravings"],
    ]

    private static let words: [String: Set<String>] = [
        "fitness": ["type", "intensity", "start_time"], "nutrition": ["meal"], "diabetes": ["relationship_to_meal"],
        "tobacco_cessation": ["last_smoked"],
    ]
}
