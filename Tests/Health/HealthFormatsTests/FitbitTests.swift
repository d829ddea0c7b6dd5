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
