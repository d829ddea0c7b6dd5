import Archive
import HealthInputs
import HealthTypes
import TestSupport
import Testing
import VitalRecords
import health_fuzz

/// Fitbit's part of Google Takeout.
@Suite struct FitbitTests {
    private func read(
        _ files: [(String, [UInt8])],
        unit: FitbitWeightUnit? = nil
    ) throws -> Reading {
        var reading = Reading()
        var reader = FitbitReader(clock: Reading.berlin, weightUnit: unit)
        for (name, file) in files {
            let source = PlainReader(BytesInMemory(file))
            reading.reports.append(try reader.read(source, named: name, into: &reading.sink))
        }
        return reading
    }

    @Test func everyKindIsRead() throws {
        let reading = try read(FuzzSeeds.fitbit.map { ("a/steps-2026-03-25.json", $0) })
        #expect(reading.damage.isEmpty)
        #expect(reading.samples("StepCount").map(\.sample.start) == [1_774_418_400, 1_774_419_300])
        #expect(reading.samples("TypeIdentifierHeartRate").map(\.sample.value) == [63])
        let resting = try #require(reading.samples("RestingHeartRate").first).sample
        #expect(resting.value == DecimalNumber("58.2") && resting.start == 1_774_393_200)
        #expect(reading.nights(HealthCategory.inBed) == ["2026-03-25": 26_820])
        #expect(reading.nights(HealthCategory.asleepREM) == ["2026-03-25": 1_860])
        // The body mass index shows that these are pounds.
        #expect(reading.samples("BodyMass").map(\.unit) == ["lb"])
        #expect(reading.samples("BodyFatPercentage").map(\.sample.value) == [DecimalNumber("0.215")])
        let workout = try #require(reading.workouts.first)
        #expect(workout.activity == "HKWorkoutActivityTypeRunning" && workout.end - workout.start == 1_800)
    }

    @Test(
        arguments: [
            ("70.7", "23.1", "kg"), ("155.9", "23.1", "lb"), ("11.1", "23.1", "st"), ("95", "24.2", "kg"),
            ("110", "20.1", "lb"),
        ]
    )
    func theUnitFollowsFromTheIndex(weight: String, index: String, unit: String) throws {
        let text = "[{\"logId\":1,\"weight\":\(weight),\"bmi\":\(index),\"date\":\"03/25/26\",\"time\":\"07:00:00\"}]"
        #expect(try read([("weight.json", Array(text.utf8))]).samples("BodyMass").map(\.unit) == [unit])
    }

    @Test func aWeightOfUnknownUnitIsNotGuessed() throws {
        let text = Array("[{\"logId\":1,\"weight\":155.9,\"date\":\"03/25/26\",\"time\":\"07:00:00\"}]".utf8)
        let unknown = try read([("weight.json", text)])
        #expect(unknown.samples("BodyMass").isEmpty && unknown.damage.count == 1)
        #expect(try read([("weight.json", text)], unit: .pounds).samples("BodyMass").map(\.unit) == ["lb"])
    }

    @Test func numbersAreWhatTheNameSays() throws {
        let numbers = FuzzSeeds.fitbit[0]
        let calories = try read([("calories-2026-03-25.json", numbers)])
        #expect(calories.sink.items.isEmpty && calories.damage.isEmpty)
        #expect(calories.reports[0].elements == ["Fitbit calories": 2])
        let nameless = try read([("x.json", numbers)])
        #expect(nameless.sink.items.isEmpty && nameless.damage.count == 1)
    }

    @Test("a heart rate of a watch that did not measure is left out")
    func confidence() throws {
        let beats = [(70, 0), (61, 1), (62, 3)].map { bpm, confidence in
            #"{"dateTime":"03/25/26 06:00:0\#(confidence)","value":{"bpm":\#(bpm),"confidence":\#(confidence)}}"#
        }
        let text = "[" + beats.joined(separator: ",") + "]"
        let reading = try read([("heart_rate-2026-03-25.json", Array(text.utf8))])
        #expect(reading.samples("TypeIdentifierHeartRate").map(\.sample.value) == [61, 62])
        #expect(reading.reports[0].leftOut.count(of: .noMeasurement) == 1)
        #expect(reading.reports[0].elements == ["HKQuantityTypeIdentifierHeartRate": 3])
    }

    /// Makes a night with stages `level from seconds`.
    private func night(from start: String, to end: String, stages: [String], short: [String] = []) -> [UInt8] {
        func list(_ stages: [String]) -> String {
            stages.map { $0.split(separator: " ") }.map {
                #"{"level":"\#($0[0])","dateTime":"\#($0[1]).000","seconds":\#($0[2])}"#
            }.joined(separator: ",")
        }
        let text =
            #"[{"logId":1,"dateOfSleep":"2026-03-25","startTime":"\#(start).000","endTime":"\#(end).000","#
            + #""levels":{"data":[\#(list(stages))],"shortData":[\#(list(short))]}}]"#
        return Array(text.utf8)
    }

    @Test("a short awakening interrupts the stages that it is in, as in Fitbit's own sums")
    func awakenings() throws {
        let file = night(
            from: "2026-03-25T04:00:00",
            to: "2026-03-25T05:00:00",
            stages: [
                "light 2026-03-25T04:00:00 1800", "deep 2026-03-25T04:30:00 1200", "wake 2026-03-25T04:50:00 600",
            ],
            short: [
                "wake 2026-03-25T04:10:00 60", "wake 2026-03-25T04:29:30 60", "wake 2026-03-25T04:52:00 30",
            ]
        )
        let reading = try read([("sleep-2026-03-01.json", file)])
        #expect(reading.damage.isEmpty)
        #expect(reading.nights(HealthCategory.asleepCore) == ["2026-03-25": 1_710])
        #expect(reading.nights(HealthCategory.asleepDeep) == ["2026-03-25": 1_170])
        #expect(reading.nights(HealthCategory.awake) == ["2026-03-25": 720])
        let awake = reading.samples("SleepAnalysis").filter { $0.sample.value == DecimalNumber(HealthCategory.awake) }
        #expect(awake.count == 3)
    }

    @Test("stages are on the clock of the night's start, even if the clocks change before its end")
    func clockChange() throws {
        let file = night(
            from: "2026-03-28T23:30:00",
            to: "2026-03-29T05:00:00",
            stages: [
                "light 2026-03-28T23:30:00 9000", "deep 2026-03-29T02:00:00 3600", "rem 2026-03-29T03:00:00 3600",
                "unknown 2026-03-29T04:00:00 3600",
            ]
        )
        let reading = try read([("sleep-2026-03-01.json", file)])
        let found = reading.samples("SleepAnalysis").map { _, _, sample in
            [sample.start, sample.end].map { ($0 - 1_774_737_000) / 60 }
        }
        // In bed, light, deep, REM: in minutes after the start.
        #expect(found == [[0, 270], [0, 150], [150, 210], [210, 270]])
        #expect(reading.damage.isEmpty && reading.reports[0].leftOut.count(of: .noMeasurement) == 1)
    }

    @Test func filesAreKnownByTheirContent() {
        #expect(FuzzSeeds.fitbit.allSatisfy { FitbitReader.recognizes($0) })
        for other in FuzzSeeds.autoExport + FuzzSeeds.takeoutSessions + FuzzSeeds.samsung + FuzzSeeds.apple {
            #expect(!FitbitReader.recognizes(other))
        }
    }

    @Test(.enabled(if: SharedFixtures.folder != nil, "the shared fixtures are not on this machine"))
    func fitbitGivesTheTruth() throws {
        let paths = try SharedFixtures.files("other-synthetic/fitbit/Global Export Data")
        let reading = try read(try paths.map { ($0, try SharedFixtures.bytes($0)) })
        let truth = try SharedFixtures.truth()
        #expect(paths.count == 12 && reading.damage.isEmpty)
        #expect(reading.sums("StepCount") == truth.days.mapValues { Double($0.steps) })
        let counts = Dictionary(grouping: reading.samples("HeartRate")) { Reading.day($0.sample.start) }.mapValues(
            \.count
        )
        #expect(counts == truth.days.mapValues(\.hr_n))
        for (_, unit, sample) in reading.samples("BodyMass") {
            let expected = try #require(truth.days[Reading.day(sample.start)]).weight_kg
            #expect(unit == "lb" && abs(Reading.double(sample.value) * 0.45359237 - expected) < 0.05)
        }
        for (name, stage) in [("light", HealthCategory.asleepCore), ("wake", HealthCategory.awake)] {
            let expected = truth.days.mapValues { Int64($0.sleep_minutes[name] ?? 0) }
            #expect(reading.nights(stage).mapValues { $0 / 60 } == expected)
        }
    }
}
