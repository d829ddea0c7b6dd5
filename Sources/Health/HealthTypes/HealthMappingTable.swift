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
        day("StepCount", metric: .steps),
        day("FlightsClimbed", metric: .floorsClimbed),
        day("DistanceWalkingRunning", metric: .distance),
        day("ActiveEnergyBurned", metric: .activeEnergyBurned),
        day("BasalEnergyBurned", metric: .basalEnergyBurned),
        day("AppleExerciseTime", metric: .activeDuration),
        HealthMapping(
            .routine,
            identifier: HealthIdentifier.standHour,
            value: HealthCategory.stood,
            record: .routine,
            metric: .standHoursCount,
            aggregation: .dayHours
        ),
        HealthMapping(
            .routine,
            identifier: HealthIdentifier.standHour,
            value: HealthCategory.idle,
            record: .routine,
            metric: .idleHoursCount,
            aggregation: .dayHours
        ),
        HealthMapping(
            .routine,
            identifier: HealthIdentifier.mindful,
            record: .routine,
            metric: .mindfulDuration,
            aggregation: .dayTime
        ),
    ]

    private static let intraday = [
        HealthMapping(
            .intraday,
            identifier: HealthIdentifier.steps,
            record: .intraday,
            metric: .steps,
            aggregation: .interval
        )
    ]

    private static let diabetes = [sample(.diabetes, name: "BloodGlucose", record: .diabetes, metric: .bloodGlucose)]

    private static let weight: [HealthMapping] = [
        sample(.weight, name: "BodyMass", record: .weight, metric: .bodyWeight),
        sample(.weight, name: "Height", record: .weight, metric: .bodyHeight),
        sample(.weight, name: "BodyFatPercentage", record: .weight, metric: .bodyFat),
        sample(.weight, name: "LeanBodyMass", record: .weight, metric: .bodyLeanMass),
        sample(.weight, name: "BodyMassIndex", record: .weight, metric: .bmi),
    ]

    private static let fitness: [HealthMapping] =
        [MetricName.activeDuration, .distance, .energyBurned, .avgHeartRate, .minHeartRate, .maxHeartRate].map {
            HealthMapping(
                .fitness,
                identifier: HealthIdentifier.workout,
                record: .fitness,
                metric: $0,
                aggregation: .workout
            )
        }

    private static let sleep: [HealthMapping] = [
        night(HealthCategory.inBed, metric: .inBedDuration),
        night(HealthCategory.asleepUnspecified, metric: .lightSleep),
        night(HealthCategory.asleepCore, metric: .lightSleep),
        night(HealthCategory.asleepDeep, metric: .deepSleep),
        night(HealthCategory.asleepREM, metric: .remSleep),
        night(HealthCategory.awake, metric: .awakeDuration),
        night(HealthCategory.awake, metric: .awakeCount),
        night(nil, metric: .sleepDuration),
        night(nil, metric: "nap_duration"),
    ]

    private static let nutrition: [HealthMapping] = [
        food("EnergyConsumed", metric: .energyConsumed), food("Carbohydrates", metric: .carbohydrate),
        food("Protein", metric: .protein),
        food("FatTotal", metric: .fat), food("FatSaturated", metric: .saturatedFat),
        food("Fiber", metric: .dietaryFiber),
        food("Sodium", metric: .sodium), food("Cholesterol", metric: .cholesterol), food("Calcium", metric: .calcium),
        food("Water", metric: .water),
    ]

    private static let biometrics: [HealthMapping] = [
        HealthMapping(
            .biometrics,
            identifier: HealthIdentifier.systolic,
            record: .biometrics,
            metric: .systolic,
            aggregation: .pair
        ),
        HealthMapping(
            .biometrics,
            identifier: HealthIdentifier.diastolic,
            record: .biometrics,
            metric: .diastolic,
            aggregation: .pair
        ),
        sample(.biometrics, name: "HeartRate", record: .biometrics, metric: .pulse),
        sample(.biometrics, name: "RestingHeartRate", record: .biometrics, metric: .restingHeartRate),
        sample(.biometrics, name: "BodyTemperature", record: .biometrics, metric: .bodyTemperature),
        sample(.biometrics, name: "OxygenSaturation", record: .biometrics, metric: .spo2),
    ]

    private static let reproductive: [HealthMapping] = [
        cycle("SexualActivity", metric: .sexualActivity, how: .occurrence),
        cycle("CervicalMucusQuality", metric: .cervicalMucusQuality, how: .sample),
        cycle("IntermenstrualBleeding", metric: .intermenstrualBleeding, how: .occurrence),
        cycle("MenstrualFlow", metric: .menstrualFlow, how: .sample),
        cycle("OvulationTestResult", metric: .ovulationTestResult, how: .sample),
        sample(.reproductiveHealth, name: "BasalBodyTemperature", record: .biometrics, metric: .basalBodyTemperature),
    ]

    private static func cycle(_ name: String, metric: MetricName, how: HealthAggregation) -> HealthMapping {
        HealthMapping(
            .reproductiveHealth,
            identifier: HealthIdentifier.category(name),
            record: .biometrics,
            metric: metric,
            aggregation: how
        )
    }

    private static func day(_ name: String, metric: MetricName) -> HealthMapping {
        HealthMapping(
            .routine,
            identifier: HealthIdentifier.quantity(name),
            record: .routine,
            metric: metric,
            aggregation: .dayUnion
        )
    }

    private static func sample(
        _ set: HealthSet,
        name: String,
        record: RecordType,
        metric: MetricName
    ) -> HealthMapping {
        HealthMapping(
            set,
            identifier: HealthIdentifier.quantity(name),
            record: record,
            metric: metric,
            aggregation: .sample
        )
    }

    private static func night(_ value: Int64?, metric: MetricName) -> HealthMapping {
        HealthMapping(
            .sleep,
            identifier: HealthIdentifier.sleep,
            value: value,
            record: .sleep,
            metric: metric,
            aggregation: .night
        )
    }

    private static func food(_ name: String, metric: MetricName) -> HealthMapping {
        HealthMapping(
            .basicNutrition,
            identifier: HealthIdentifier.quantity("Dietary" + name),
            record: .nutrition,
            metric: metric,
            aggregation: .daySum
        )
    }
}

extension HealthMappingTable {
    /// The table in Markdown, as at the end of HealthRecords' README.
    package static var markdown: String {
        let head = [
            "| set | HealthKit type | value | record | metric | unit of sums | how |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        let lines = rows.map { row -> String in
            let cells: [String] = [
                row.set.rawValue, "`\(row.identifier)`", row.value.map(String.init) ?? "",
                row.record?.rawValue ?? "none", row.metric?.rawValue ?? "none", row.unit ?? "",
                row.aggregation.rawValue,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        return (head + lines).joined(separator: "\n")
    }
}
