import Archive
import HealthInputs
import HealthTypes
import TestSupport
import Testing
import VitalRecords
import health_fuzz

/// Health Auto Export, both versions.
@Suite struct AutoExportTests {
    private func read(_ bytes: [UInt8]) throws -> Reading {
        var reading = Reading()
        var reader = AutoExportReader()
        reading.reports = [try reader.read({ PlainReader(BytesInMemory(bytes)) }, into: &reading.sink)]
        return reading
    }

    private func read(_ text: String) throws -> Reading { try read(Array(text.utf8)) }

    private func metric(_ name: String, _ points: String, unit: String = "count") -> String {
        "{\"data\":{\"metrics\":[{\"name\":\"\(name)\",\"units\":\"\(unit)\",\"data\":[\(points)]}]}}"
    }

    @Test func everyShapeIsRead() throws {
        let reading = try read(FuzzSeeds.autoExport[0])
        let steps = reading.samples("StepCount")
        #expect(steps.map(\.sample.value) == [278, DecimalNumber("67.5")])
        #expect(steps.map(\.source) == Array(repeating: "Kim’s Apple\u{A0}Watch|Kim’s iPhone", count: 2))
        let heart = try #require(reading.samples("TypeIdentifierHeartRate").first)
        #expect(heart.unit == "count/min" && heart.sample.value == DecimalNumber("63.25"))
        #expect(reading.samples("Systolic").map(\.sample.value) == [118])
        #expect(reading.samples("Diastolic").map(\.sample.value) == [76])
        #expect(reading.samples("BloodGlucose").map(\.sample.flags) == [.beforeMeal])
        // HealthKit's percentage is a fraction.
        #expect(reading.samples("OxygenSaturation").map(\.sample.value) == [DecimalNumber("0.97")])
        #expect(reading.nights(HealthCategory.asleepREM).values.map { $0 } == [1_860])
    }

    @Test func pointsAtMidnightAreDays() throws {
        let reading = try read(FuzzSeeds.autoExport[1])
        #expect(reading.dayTotals("StepCount") == ["2026-03-25": 9_982, "2026-03-26": 9_313])
        #expect(reading.samples("StepCount").isEmpty)
        #expect(reading.samples("MindfulSession").map { $0.sample.end - $0.sample.start } == [600])
        #expect(reading.samples("AppleStandHour").map { $0.sample.end - $0.sample.start } == [3_600])
        let workout = try #require(reading.workouts.first)
        #expect(workout.activity == "HKWorkoutActivityTypeRunning" && workout.duration == 3_240)
        let heart = try #require(workout.statistics.first { $0.type.hasSuffix("HeartRate") })
        #expect(heart.average == DecimalNumber("140.5") && heart.minimum == 130 && heart.maximum == 152)
        #expect(workout.statistics.first { $0.type == HealthWorkout.totalDistance }?.sum == DecimalNumber("4.324"))
    }

    @Test("a heart rate of a day is a mean and no measurement at midnight; one of an hour stays")
    func means() throws {
        func point(_ day: Int, _ hour: String, _ low: Int, _ high: Int) -> String {
            let values = "\"Min\":\(low),\"Avg\":72.5,\"Max\":\(high)"
            return "{\(values),\"date\":\"2026-03-\(day) \(hour):00:00 +0100\"}"
        }
        let days = try read(metric("heart_rate", "\(point(25, "00", 48, 140)),\(point(26, "00", 50, 131))"))
        #expect(days.samples("HeartRate").isEmpty)
        #expect(days.reports[0].leftOut.count(of: .noMeasurement) == 2)
        #expect(days.reports[0].elements == ["HKQuantityTypeIdentifierHeartRate": 2])
        let hours = try read(metric("heart_rate", "\(point(25, "00", 48, 90)),\(point(25, "01", 50, 80))"))
        #expect(hours.samples("HeartRate").count == 2)
        let measured = try read(metric("heart_rate", point(25, "00", 72, 72)))
        #expect(measured.samples("HeartRate").count == 1)
    }

    @Test func oneOtherTimeMakesSamplesOfAll() throws {
        let midnight = "{\"qty\":1,\"date\":\"2026-03-25 00:00:00 +0100\"}"
        let one = "{\"qty\":2,\"date\":\"2026-03-25 01:00:00 +0100\"}"
        let reading = try read(metric("step_count", "\(midnight),\(one),\(midnight)"))
        #expect(reading.samples("StepCount").map(\.sample.value) == [1, 2, 1])
        #expect(reading.dayTotals("StepCount").isEmpty)
        #expect(try read(metric("step_count", midnight)).dayTotals("StepCount") == ["2026-03-25": 1])
        // Weights are not added up.
        #expect(try read(metric("weight_body_mass", midnight, unit: "kg")).samples("BodyMass").count == 1)
    }

    @Test func aFileThatBreaksOffKeepsItsPoints() throws {
        let text = metric("step_count", "{\"qty\":1,\"date\":\"2026-03-25 00:00:00 +0100\"},{\"qty\":2,\"da")
        let reading = try read(String(text.dropLast(5)))
        #expect(reading.samples("StepCount").map(\.sample.value) == [1])
        let report = reading.reports[0]
        #expect(report.cut?.type == "HKQuantityTypeIdentifierStepCount" && report.cut?.lastStart == 1_774_393_200)
        // The incomplete string begins three bytes before the end.
        #expect(report.damage.entries.last?.offset == UInt64(text.utf8.count - 5 - 3))
    }

    @Test func sumsOfDaysThatBreakOffNameTheLastDay() throws {
        let days = (25...27).map { "{\"qty\":\($0),\"date\":\"2026-03-\($0) 00:00:00 +1400\"}" }
        let reading = try read(String(metric("step_count", days.joined(separator: ",") + ",{\"qty\":2").dropLast(6)))
        #expect(reading.dayTotals("StepCount").count == 3)
        // 27 March, although in UTC that day begins on the 26th.
        #expect(reading.reports[0].cut?.lastDay == 20_539)
        #expect(reading.reports[0].cut?.lastStart == nil)
    }

    @Test func wrongValuesCostOnlyThemselves() throws {
        let points = [
            "{\"qty\":\"x\",\"date\":\"2026-03-25 07:00:00 +0100\"}", "{\"qty\":1,\"date\":\"yesterday\"}", "7", "null",
            "{\"qty\":2,\"date\":\"2026-03-25 08:00:00 +0100\"}", "{\"qty\":2,\"date\":\"1999-03-25 08:00:00 +0100\"}",
        ]
        let reading = try read(metric("step_count", points.joined(separator: ",")))
        #expect(reading.samples("StepCount").map(\.sample.value) == [2])
        #expect(reading.damage.count == 5)
        #expect(reading.reports[0].cut == nil)
    }

    @Test(arguments: ["{\"data\":null}", "{\"data\":{}}", "{}", "[]", "{\"data\":{\"metrics\":null,\"workouts\":[]}}"])
    func emptyFilesSayNothing(text: String) throws {
        let reading = try read(text)
        #expect(reading.sink.items.isEmpty && reading.damage.isEmpty)
    }

    @Test func filesAreKnownByTheirContent() {
        #expect(FuzzSeeds.autoExport.allSatisfy { AutoExportReader.recognizes($0) })
        for other in FuzzSeeds.fitbit + FuzzSeeds.takeoutSessions + FuzzSeeds.samsung + FuzzSeeds.fit + FuzzSeeds.apple
        {
            #expect(!AutoExportReader.recognizes(other))
        }
    }

    // MARK: Shared fixtures

    private static let hasShared = SharedFixtures.folder != nil

    @Test(.enabled(if: hasShared, "the shared fixtures are not on this machine"))
    func samplesGiveTheTruthOfEachDay() throws {
        let reading = try read(SharedFixtures.bytes("other-synthetic/hae_metrics_v2.json"))
        let truth = try SharedFixtures.truth()
        #expect(reading.damage.isEmpty)
        #expect(reading.sums("StepCount") == truth.days.mapValues { Double($0.steps) })
        #expect(reading.sums("BodyMass") == truth.days.mapValues(\.weight_kg))
        let rates = reading.samples("TypeIdentifierHeartRate")
        let byDay = Dictionary(grouping: rates) { Reading.day($0.sample.start) }
        for (day, expected) in truth.days {
            let values = try #require(byDay[day]).map { Reading.double($0.sample.value) }
            #expect(values.count == expected.hr_n)
            #expect(values.min() == Double(expected.hr_min) && values.max() == Double(expected.hr_max))
        }
        #expect(reading.samples("BloodPressureSystolic").count == 9)
        #expect(reading.samples("BloodGlucose").allSatisfy { $0.unit == "mmol/L" && $0.sample.flags == .beforeMeal })
    }

    @Test(.enabled(if: hasShared, "the shared fixtures are not on this machine"))
    func nightsGiveTheTruthInBothForms() throws {
        let truth = try SharedFixtures.truth()
        let stages = try read(SharedFixtures.bytes("other-synthetic/hae_metrics_v2.json"))
        var minutes: [Int64: Int64] = [:]
        for (_, _, sample) in stages.samples("SleepAnalysis") {
            minutes[sample.value.mantissa, default: 0] += (sample.end - sample.start) / 60
        }
        let names = [
            "light": HealthCategory.asleepCore, "deep": HealthCategory.asleepDeep, "rem": HealthCategory.asleepREM,
            "wake": HealthCategory.awake,
        ]
        let days = try read(SharedFixtures.bytes("other-synthetic/hae_metrics_aggregated.json"))
        #expect(days.damage.isEmpty)
        #expect(days.dayTotals("StepCount") == truth.days.mapValues { Double($0.steps) })
        #expect(days.dayTotals("ActiveEnergyBurned")["2026-03-25"] == 1_500.25)
        for (name, stage) in names {
            let expected = truth.days.mapValues { Int64($0.sleep_minutes[name] ?? 0) }
            #expect(minutes[stage] == expected.values.reduce(0, +), "\(name)")
            #expect(days.nights(stage).mapValues { $0 / 60 } == expected, "\(name)")
        }
    }

    @Test(.enabled(if: hasShared, "the shared fixtures are not on this machine"))
    func workoutsGiveTheTruth() throws {
        let reading = try read(SharedFixtures.bytes("other-synthetic/hae_workouts_v2.json"))
        let truth = try SharedFixtures.truth().workouts
        let sums = reading.workouts.map { $0.statistics.compactMap(\.sum).map(Reading.double) }
        #expect(reading.damage.isEmpty)
        #expect(sums == truth.map { [$0.km, $0.kcal] })
    }

    @Test(.enabled(if: hasShared, "the shared fixtures are not on this machine"))
    func realPayloadsAreRead() throws {
        let files = try SharedFixtures.files("hae/irvinlim")
        #expect(files.count == 6)
        for file in files {
            let reading = try read(SharedFixtures.bytes(file))
            #expect(reading.damage.isEmpty != file.contains("INVALID"), "\(file): \(reading.damage)")
        }
        let night = try read(SharedFixtures.bytes("hae/irvinlim/11_unmarshal_aggregated_sleep_analysis.json"))
        // 3.3 hours, 0.858 hours, 1.258 hours, and 8.145 hours in bed.
        #expect(night.nights(HealthCategory.asleepCore).values.map { $0 } == [11_880])
        #expect(night.nights(HealthCategory.asleepDeep).values.map { $0 } == [3_090])
        #expect(night.nights(HealthCategory.asleepREM).values.map { $0 } == [4_530])
        #expect(night.nights(HealthCategory.inBed).values.map { $0 } == [29_322])
        let first = try read(SharedFixtures.bytes("hae/irvinlim/03_marshal_aggregated_sleep_analysis.json"))
        #expect(first.nights(HealthCategory.asleepUnspecified).values.map { $0 } == [21_990])
        #expect(first.nights(HealthCategory.inBed).values.map { $0 } == [24_715])
    }
}

/// Files made to exhaust memory.
@Suite struct AbundanceTests {
    @Test func tooManyNamesAreCountedTogether() throws {
        var text =
            "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"data\":[{\"qty\":1,\"date\":\"2026-03-25 07:00:00 +0100\"}]}"
        for number in 0..<11_000 { text += ",{\"name\":\"n\(number)\",\"units\":\"\",\"data\":[{\"qty\":1}]}" }
        for number in 0..<500 { text += ",{\"data\":[{}],\"name\":\"late\(number)\",\"units\":\"\"}" }
        text += "]}}"
        var reading = Reading()
        var reader = AutoExportReader()
        let bytes = BytesInMemory(Array(text.utf8))
        reading.reports = [try reader.read({ PlainReader(bytes) }, into: &reading.sink)]
        #expect(reading.samples("StepCount").count == 1)
        let elements = reading.reports[0].elements
        #expect(elements["HKQuantityTypeIdentifierStepCount"] == 1 && elements["more types"] == 1_001)
        #expect(elements.count == 10_001)
        // Their names follow their points, and come after the limit of names.
        #expect(reading.damage.count == 500)
    }
}
