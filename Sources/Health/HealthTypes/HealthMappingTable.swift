internal import VitalRecords

/// The table of all health types: which HealthKit identifier of which set becomes which metric of which record.
///
/// Sets and identifiers are from the mobile SDK's guide, metrics from the Inform API's public examples, units from the
/// table of metrics.
public enum HealthMappingTable {
    /// All rows, set by set.
    public static let rows: [HealthMapping] =
        routine + intraday + diabetes + weight + fitness + sleep + nutrition + biometrics + reproductive

    /// The rows of a type in some sets.
    public static func rows(of identifier: String, in sets: Set<HealthSet>) -> [HealthMapping] {
        (byIdentifier[identifier] ?? []).filter { sets.contains($0.set) }
    }

    /// The distinct identifiers of a set.
    public static func identifiers(of set: HealthSet) -> [String] {
        var seen: Set<String> = []
        return rows.filter { $0.set == set && seen.insert($0.identifier).inserted }.map(\.identifier)
    }

    private static let byIdentifier = Dictionary(grouping: rows, by: \.identifier)

    // MARK: Rows

    private static let routine: [HealthMapping] = [
        day("StepCount", .steps),
        day("FlightsClimbed", .floorsClimbed),
        day("DistanceWalkingRunning", .distance),
        day("ActiveEnergyBurned", .activeEnergyBurned),
        day("BasalEnergyBurned", .basalEnergyBurned),
        day("AppleExerciseTime", .activeDuration),
        HealthMapping(
            .routine,
            HealthIdentifier.standHour,
            value: HealthCategory.stood,
            .routine,
            .standHoursCount,
            .dayHours
        ),
        HealthMapping(
            .routine,
            HealthIdentifier.standHour,
            value: HealthCategory.idle,
            .routine,
            .idleHoursCount,
            .dayHours
        ),
        HealthMapping(.routine, HealthIdentifier.mindful, .routine, .mindfulDuration, .dayTime),
    ]

    private static let intraday = [HealthMapping(.intraday, HealthIdentifier.steps, .intraday, .steps, .interval)]

    private static let diabetes = [sample(.diabetes, "BloodGlucose", .diabetes, .bloodGlucose)]

    private static let weight: [HealthMapping] = [
        sample(.weight, "BodyMass", .weight, .bodyWeight),
        sample(.weight, "Height", .weight, .bodyHeight),
        sample(.weight, "BodyFatPercentage", .weight, .bodyFat),
        sample(.weight, "LeanBodyMass", .weight, .bodyLeanMass),
        sample(.weight, "BodyMassIndex", .weight, .bmi),
    ]

    private static let fitness: [HealthMapping] =
        [MetricName.activeDuration, .distance, .energyBurned, .avgHeartRate, .minHeartRate, .maxHeartRate].map {
            HealthMapping(.fitness, HealthIdentifier.workout, .fitness, $0, .workout)
        }

    private static let sleep: [HealthMapping] = [
        night(HealthCategory.inBed, .inBedDuration),
        night(HealthCategory.asleepUnspecified, .lightSleep),
        night(HealthCategory.asleepCore, .lightSleep),
        night(HealthCategory.asleepDeep, .deepSleep),
        night(HealthCategory.asleepREM, .remSleep),
        night(HealthCategory.awake, .awakeDuration),
        night(HealthCategory.awake, .awakeCount),
        night(nil, .sleepDuration),
        night(nil, "nap_duration"),
    ]

    private static let nutrition: [HealthMapping] = [
        food("EnergyConsumed", .energyConsumed), food("Carbohydrates", .carbohydrate), food("Protein", .protein),
        food("FatTotal", .fat), food("FatSaturated", .saturatedFat), food("Fiber", .dietaryFiber),
        food("Sodium", .sodium), food("Cholesterol", .cholesterol), food("Calcium", .calcium), food("Water", .water),
    ]

    private static let biometrics: [HealthMapping] = [
        HealthMapping(.biometrics, HealthIdentifier.systolic, .biometrics, .systolic, .pair),
        HealthMapping(.biometrics, HealthIdentifier.diastolic, .biometrics, .diastolic, .pair),
        sample(.biometrics, "HeartRate", .biometrics, .pulse),
        sample(.biometrics, "RestingHeartRate", .biometrics, .restingHeartRate),
        sample(.biometrics, "BodyTemperature", .biometrics, .bodyTemperature),
        sample(.biometrics, "OxygenSaturation", .biometrics, .spo2),
    ]

    private static let reproductive: [HealthMapping] = [
        cycle("SexualActivity", .sexualActivity, .occurrence),
        cycle("CervicalMucusQuality", .cervicalMucusQuality, .sample),
        cycle("IntermenstrualBleeding", .intermenstrualBleeding, .occurrence),
        cycle("MenstrualFlow", .menstrualFlow, .sample), cycle("OvulationTestResult", .ovulationTestResult, .sample),
        sample(.reproductiveHealth, "BasalBodyTemperature", .biometrics, .basalBodyTemperature),
    ]

    private static func cycle(_ name: String, _ metric: MetricName, _ how: HealthAggregation) -> HealthMapping {
        HealthMapping(.reproductiveHealth, HealthIdentifier.category(name), .biometrics, metric, how)
    }

    private static func day(_ name: String, _ metric: MetricName) -> HealthMapping {
        HealthMapping(.routine, HealthIdentifier.quantity(name), .routine, metric, .dayUnion)
    }

    private static func sample(
        _ set: HealthSet,
        _ name: String,
        _ record: RecordType,
        _ metric: MetricName
    ) -> HealthMapping {
        HealthMapping(set, HealthIdentifier.quantity(name), record, metric, .sample)
    }

    private static func night(_ value: Int64?, _ metric: MetricName) -> HealthMapping {
        HealthMapping(.sleep, HealthIdentifier.sleep, value: value, .sleep, metric, .night)
    }

    private static func food(_ name: String, _ metric: MetricName) -> HealthMapping {
        HealthMapping(.basicNutrition, HealthIdentifier.quantity("Dietary" + name), .nutrition, metric, .daySum)
    }
}

extension HealthMappingTable {
    /// The table in Markdown, as at the end of HealthRecords' README.
    package static var markdown: String {
        let head = [
            "| set | HealthKit type | value | record | metric | unit of sums | how |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        let lines = rows.map { row in
            let cells = [
                row.set.rawValue, "`\(row.identifier)`", row.value.map(String.init) ?? "",
                row.record?.rawValue ?? "none", row.metric?.rawValue ?? "none", row.unit ?? "",
                row.aggregation.rawValue,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        return (head + lines).joined(separator: "\n")
    }
}
