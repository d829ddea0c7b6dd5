extension MetricTable {
    /// Metrics of a night.
    static let sleep: [Metric] = [
        Metric(
            .sleepDuration,
            units: .durations,
            inform: .published("s"),
            legacy: [.sleep: "total_sleep"],
            loinc: "93832-4",
            clinical: .activity
        ),
        Metric(
            .deepSleep,
            units: .durations,
            inform: .published("s"),
            legacy: [.sleep: "deep"],
            loinc: "93831-6",
            clinical: .activity
        ),
        Metric(
            .lightSleep,
            units: .durations,
            inform: .published("s"),
            legacy: [.sleep: "light"],
            loinc: "93830-8",
            clinical: .activity
        ),
        Metric(
            .remSleep,
            units: .durations,
            inform: .published("s"),
            legacy: [.sleep: "rem"],
            loinc: "93829-0",
            clinical: .activity
        ),
        Metric(.awakeDuration, units: .durations, inform: .published("s"), legacy: [.sleep: "awake"]),
        Metric(.awakeCount, units: [.count], inform: .published("count"), legacy: [.sleep: "times_woken"]),
        Metric("time_to_fall_asleep", units: .durations, inform: .published("s")),
        Metric(.inBedDuration, units: .durations, inform: .assumed("s")),
        Metric("sleep_score", units: [.count], inform: .assumed("count")),
        Metric("nap_duration", units: .durations, inform: .assumed("s")),
        Metric("restless_count", units: [.count], inform: .assumed("count")),
    ]

    /// Metrics of habits.
    ///
    /// The legacy API has them, the mobile SDK has no class for them. Its `last_smoked` is a time and has no row.
    static let habits: [Metric] = [
        Metric("cigarettes_allowed", units: [.count], legacy: [.tobaccoCessation: "cigarettes_allowed"]),
        Metric("cigarettes_smoked", units: [.count], legacy: [.tobaccoCessation: "cigarettes_smoked"]),
        Metric("cravings", units: [.count], legacy: [.tobaccoCessation: "cravings"]),
    ]
}

extension RecordType {
    /// The legacy API's eighth resource.
    static let tobaccoCessation = RecordType(rawValue: "tobacco_cessation")
}
