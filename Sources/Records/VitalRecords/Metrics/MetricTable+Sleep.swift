extension MetricTable {
    /// Metrics of a night.
    static let sleep: [Metric] = [
        Metric(
            .sleepDuration,
            .durations,
            inform: .published("s"),
            legacy: [.sleep: "total_sleep"],
            loinc: "93832-4"
        ),
        Metric(.deepSleep, .durations, inform: .published("s"), legacy: [.sleep: "deep"], loinc: "93831-6"),
        Metric(.lightSleep, .durations, inform: .published("s"), legacy: [.sleep: "light"], loinc: "93830-8"),
        Metric(.remSleep, .durations, inform: .published("s"), legacy: [.sleep: "rem"], loinc: "93829-0"),
        Metric(.awakeDuration, .durations, inform: .published("s"), legacy: [.sleep: "awake"]),
        Metric(.awakeCount, [.count], inform: .published("count"), legacy: [.sleep: "times_woken"]),
        Metric("time_to_fall_asleep", .durations, inform: .published("s")),
        Metric(.inBedDuration, .durations, inform: .assumed("s")),
        Metric("sleep_score", [.count], inform: .assumed("count")),
        Metric("nap_duration", .durations, inform: .assumed("s")),
        Metric("restless_count", [.count], inform: .assumed("count")),
    ]

    /// Metrics of habits.
    ///
    /// The legacy API has them, the mobile SDK has no class for them. Its `last_smoked` is a time and has no row.
    static let habits: [Metric] = [
        Metric("cigarettes_allowed", [.count], legacy: [.tobaccoCessation: "cigarettes_allowed"]),
        Metric("cigarettes_smoked", [.count], legacy: [.tobaccoCessation: "cigarettes_smoked"]),
        Metric("cravings", [.count], legacy: [.tobaccoCessation: "cravings"]),
    ]
}

extension RecordType {
    /// The legacy API's eighth resource.
    static let tobaccoCessation = RecordType(rawValue: "tobacco_cessation")
}
