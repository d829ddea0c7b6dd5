extension MetricTable {
    /// A day's activity.
    static let activity: [Metric] = [
        Metric(
            .steps,
            units: [.count],
            inform: .published("count"),
            legacy: [.routine: "steps"],
            plausible: 0...200_000,
            loinc: "55423-8",
            clinical: .activity
        ),
        Metric(
            .distance,
            units: .distances,
            inform: .published("m"),
            legacy: [.fitness: "distance", .routine: "distance"]
        ),
        Metric(.floorsClimbed, units: [.count], inform: .assumed("count"), legacy: [.routine: "floors"]),
        Metric(.elevation, units: .distances, inform: .assumed("m"), legacy: [.routine: "elevation"]),
        // A workout's legacy duration is primarily `workout_duration`. In `routine` the mobile SDK has the field
        // `activeDuration`; its name in the API is inferred.
        Metric(
            .activeDuration,
            units: .durations,
            inform: .published("s"),
            legacy: [.routine: "active_duration"],
            standsInFor: [.fitness: "duration"]
        ),
        Metric("fairly_active_duration", units: .durations, inform: .published("s")),
        Metric("lightly_active_duration", units: .durations, inform: .published("s")),
        Metric("very_active_duration", units: .durations, inform: .published("s")),
        Metric(
            .energyBurned,
            units: .energies,
            inform: .published("kcal"),
            legacy: [.fitness: "calories", .routine: "calories_burned"],
            plausible: 0...30_000,
            loinc: "41981-2",
            clinical: .activity
        ),
        // Only part of a day's energy, so it never fills `calories_burned`.
        Metric(
            .activeEnergyBurned,
            units: .energies,
            inform: .published("kcal"),
            standsInFor: [.fitness: "calories"],
            plausible: 0...30_000
        ),
        Metric(.basalEnergyBurned, units: .energies, inform: .published("kcal"), plausible: 0...30_000),
        Metric(.standHoursCount, units: [.count], inform: .assumed("count"), plausible: 0...25),
        Metric(.idleHoursCount, units: [.count], inform: .assumed("count"), plausible: 0...25),
        Metric(.mindfulDuration, units: .durations, inform: .assumed("s")),
        Metric("wheelchair_pushes", units: [.count], inform: .assumed("count")),
        Metric("wheelchair_distance", units: .distances, inform: .assumed("m")),
        Metric("high_stress_duration", units: .durations, inform: .assumed("s")),
        Metric("medium_stress_duration", units: .durations, inform: .assumed("s")),
        Metric("low_stress_duration", units: .durations, inform: .assumed("s")),
        Metric("rest_stress_duration", units: .durations, inform: .assumed("s")),
    ]

    /// Heart rate over a period.
    static let heart: [Metric] = [
        Metric(
            .restingHeartRate,
            units: [.perMinute],
            inform: .published("bpm"),
            legacy: [.biometrics: "resting_heartrate"],
            plausible: 20...300,
            loinc: "40443-4",
            clinical: ClinicalUse(category: .vitalSigns, units: ["/min"])
        ),
        Metric(.avgHeartRate, units: [.perMinute], inform: .publishedWhole("bpm"), plausible: 20...300),
        Metric(.minHeartRate, units: [.perMinute], inform: .assumed("bpm"), plausible: 20...300),
        Metric(.maxHeartRate, units: [.perMinute], inform: .assumed("bpm"), plausible: 20...300),
        Metric(.heartRateVariability, units: [.millisecond, .secondAsMillisecond], inform: .assumed("ms")),
        Metric("heart_rate_zone_very_low", units: .durations, inform: .published("s")),
        Metric("heart_rate_zone_low", units: .durations, inform: .published("s")),
        Metric("heart_rate_zone_medium", units: .durations, inform: .published("s")),
        Metric("heart_rate_zone_high", units: .durations, inform: .published("s")),
        Metric("heart_rate_zone_very_high", units: .durations, inform: .assumed("s")),
        Metric("heart_rate_zone_rest", units: .durations, inform: .assumed("s")),
    ]

    /// Metrics of a workout.
    static let workouts: [Metric] = [
        Metric(.workoutDuration, units: .durations, inform: .assumed("s"), legacy: [.fitness: "duration"]),
        Metric("avg_speed", units: .speeds, inform: .assumed("m/s")),
        Metric("max_speed", units: .speeds, inform: .assumed("m/s")),
        Metric("avg_pace", units: [.minutePerKilometre], inform: .published("min/km")),
        Metric("max_pace", units: [.minutePerKilometre], inform: .assumed("min/km")),
        Metric("avg_cadence", units: [.turnsPerMinute], inform: .published("r/min")),
        Metric("max_cadence", units: [.turnsPerMinute], inform: .assumed("r/min")),
        Metric("avg_power", units: [.watt], inform: .assumed("W")),
        Metric("laps", units: [.count], inform: .assumed("count")),
        Metric("vo2_max", units: [.oxygenPerKilogramMinute], inform: .assumed("mL/kg/min"), plausible: 5...120),
    ]
}
