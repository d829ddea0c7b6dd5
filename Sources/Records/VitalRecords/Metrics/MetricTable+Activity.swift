extension MetricTable {
    /// A day's activity.
    static let activity: [Metric] = [
        Metric(
            .steps,
            [.count],
            inform: .published("count"),
            legacy: [.routine: "steps"],
            plausible: 0...200_000,
            loinc: "55423-8"
        ),
        Metric(
            .distance,
            .distances,
            inform: .published("m"),
            legacy: [.fitness: "distance", .routine: "distance"]
        ),
        Metric(.floorsClimbed, [.count], inform: .assumed("count"), legacy: [.routine: "floors"]),
        Metric(.elevation, .distances, inform: .assumed("m"), legacy: [.routine: "elevation"]),
        // A workout's legacy duration is primarily `workout_duration`. In `routine` the mobile SDK has the field
        // `activeDuration`; its name in the API is inferred.
        Metric(
            .activeDuration,
            .durations,
            inform: .published("s"),
            legacy: [.routine: "active_duration"],
            standsInFor: [.fitness: "duration"]
        ),
        Metric("fairly_active_duration", .durations, inform: .published("s")),
        Metric("lightly_active_duration", .durations, inform: .published("s")),
        Metric("very_active_duration", .durations, inform: .published("s")),
        Metric(
            .energyBurned,
            .energies,
            inform: .published("kcal"),
            legacy: [.fitness: "calories", .routine: "calories_burned"],
            plausible: 0...30_000,
            loinc: "41981-2"
        ),
        // Only part of a day's energy, so it never fills `calories_burned`.
        Metric(
            .activeEnergyBurned,
            .energies,
            inform: .published("kcal"),
            standsInFor: [.fitness: "calories"],
            plausible: 0...30_000
        ),
        Metric(.basalEnergyBurned, .energies, inform: .published("kcal"), plausible: 0...30_000),
        Metric(.standHoursCount, [.count], inform: .assumed("count"), plausible: 0...25),
        Metric(.idleHoursCount, [.count], inform: .assumed("count"), plausible: 0...25),
        Metric(.mindfulDuration, .durations, inform: .assumed("s")),
        Metric("wheelchair_pushes", [.count], inform: .assumed("count")),
        Metric("wheelchair_distance", .distances, inform: .assumed("m")),
        Metric("high_stress_duration", .durations, inform: .assumed("s")),
        Metric("medium_stress_duration", .durations, inform: .assumed("s")),
        Metric("low_stress_duration", .durations, inform: .assumed("s")),
        Metric("rest_stress_duration", .durations, inform: .assumed("s")),
    ]

    /// Heart rate over a period.
    static let heart: [Metric] = [
        Metric(
            .restingHeartRate,
            [.perMinute],
            inform: .published("bpm"),
            legacy: [.biometrics: "resting_heartrate"],
            plausible: 20...300,
            loinc: "40443-4"
        ),
        Metric(.avgHeartRate, [.perMinute], inform: .publishedWhole("bpm"), plausible: 20...300),
        Metric(.minHeartRate, [.perMinute], inform: .assumed("bpm"), plausible: 20...300),
        Metric(.maxHeartRate, [.perMinute], inform: .assumed("bpm"), plausible: 20...300),
        Metric(.heartRateVariability, [.millisecond, .secondAsMillisecond], inform: .assumed("ms")),
        Metric("heart_rate_zone_very_low", .durations, inform: .published("s")),
        Metric("heart_rate_zone_low", .durations, inform: .published("s")),
        Metric("heart_rate_zone_medium", .durations, inform: .published("s")),
        Metric("heart_rate_zone_high", .durations, inform: .published("s")),
        Metric("heart_rate_zone_very_high", .durations, inform: .assumed("s")),
        Metric("heart_rate_zone_rest", .durations, inform: .assumed("s")),
    ]

    /// Metrics of a workout.
    static let workouts: [Metric] = [
        Metric(.workoutDuration, .durations, inform: .assumed("s"), legacy: [.fitness: "duration"]),
        Metric("avg_speed", .speeds, inform: .assumed("m/s")),
        Metric("max_speed", .speeds, inform: .assumed("m/s")),
        Metric("avg_pace", [.minutePerKilometre], inform: .published("min/km")),
        Metric("max_pace", [.minutePerKilometre], inform: .assumed("min/km")),
        Metric("avg_cadence", [.turnsPerMinute], inform: .published("r/min")),
        Metric("max_cadence", [.turnsPerMinute], inform: .assumed("r/min")),
        Metric("avg_power", [.watt], inform: .assumed("W")),
        Metric("laps", [.count], inform: .assumed("count")),
        Metric("vo2_max", [.oxygenPerKilogramMinute], inform: .assumed("mL/kg/min"), plausible: 5...120),
    ]
}
