import Archive
import HealthInputs
import TestSupport
import Testing
import VitalRecords
import health_fuzz

/// Garmin's FIT: counts that continue past midnight, half timestamps, workouts, scales.
@Suite struct FITTests {
    private func read(_ files: [[UInt8]]) throws -> Reading {
        var reading = Reading()
        var reader = FITReader()
        for file in files {
            reading.reports.append(try reader.read({ PlainReader(BytesInMemory(file)) }, into: &reading.sink))
        }
        reader.finish(into: &reading.sink)
        return reading
    }

    @Test func aDayIsTheHighestCountOfEachActivity() throws {
        let reading = try read([FuzzSeeds.monitoring])
        // 2,000 walking (exactly at midnight) and 300 running; the next day begins with 10.
        #expect(reading.dayTotals("StepCount") == ["2026-03-25": 2_300, "2026-03-26": 10])
        #expect(reading.dayTotals("DistanceWalkingRunning") == ["2026-03-25": 1_400, "2026-03-26": 7])
        let heart = try #require(reading.samples("HeartRate").first).sample
        #expect(heart.start == Int64(FuzzSeeds.midnight) + 631_065_600 + 50_060)
        #expect(heart.value == 61)
        #expect(reading.sink.items.contains(.event(.zoneHint(ZoneHint(time: 1_774_393_200, zone: .clock(3_600))))))
    }

    @Test func filesOfOneDayDoNotAddUp() throws {
        let reading = try read([FuzzSeeds.monitoring, FuzzSeeds.monitoring])
        #expect(reading.dayTotals("StepCount") == ["2026-03-25": 2_300, "2026-03-26": 10])
    }

    @Test func aWorkoutHasItsSession() throws {
        let reading = try read([FuzzSeeds.activity])
        let start = Int64(FuzzSeeds.midnight) + 631_065_600 + 61_200
        let workout = try #require(reading.workouts.first)
        #expect(workout.activity == "HKWorkoutActivityTypeRunning")
        #expect(workout.start == start && workout.end == start + 3_600)
        #expect(workout.duration == DecimalNumber("3500.5"))
        #expect(workout.statistics.map(\.type).contains(HealthWorkout.totalEnergy))
        #expect(workout.statistics.first { $0.type == HealthWorkout.totalDistance }?.sum == DecimalNumber("10123.45"))
        // Times in headers wrap around after 32 seconds; the record without a time is left out.
        #expect(reading.samples("HeartRate").map(\.sample.start) == [start, start + 10, start + 35])
        #expect(reading.samples("HeartRate").map(\.sample.value) == [120, 125, 130])
    }

    @Test func filesStandBehindEachOther() throws {
        let reading = try read([FuzzSeeds.scale])
        #expect(reading.samples("BodyMass").map(\.sample.value) == [DecimalNumber("70.7")])
        #expect(reading.samples("BodyFatPercentage").map(\.sample.value) == [DecimalNumber("0.223")])
        #expect(reading.samples("BodyMassIndex").map(\.sample.value) == [DecimalNumber("23.1")])
        #expect(reading.samples("BloodPressureSystolic").map(\.sample.value) == [118])
        #expect(reading.samples("BloodPressureDiastolic").map(\.sample.value) == [76])
    }

    @Test func aChangedByteIsToldAndCostsTheFileUnlessItsRecordsAreWhole() throws {
        var refused = 0
        for place in 14..<(FuzzSeeds.activity.count - 2) {
            var bytes = FuzzSeeds.activity
            bytes[place] ^= 0x10
            let reading = try read([bytes])
            let words = reading.damage.filter { $0.message.contains("checksum is wrong") }.map(\.message)
            #expect(words.count == 1, "byte \(place)")
            guard words.first?.contains("the file was not imported") == true else { continue }
            #expect(reading.sink.items.isEmpty, "byte \(place)")
            refused += 1
        }
        #expect(refused > 20)
    }

    @Test func counterpartsOfBothByteOrdersAreRecognized() {
        #expect(FITReader.recognizes(Array(FuzzSeeds.monitoring.prefix(14))))
        #expect(!FITReader.recognizes(Array("not a file of FIT".utf8)))
    }

    // MARK: Real devices

    private static let hasShared = SharedFixtures.folder != nil

    @Test(.enabled(if: hasShared, "the shared fixtures are not on this machine"))
    func aRealDaysStepsAreThoseOfItsLastMessages() throws {
        let reading = try read([SharedFixtures.bytes("fit/MonitoringFile.fit")])
        #expect(reading.damage.isEmpty)
        // 27 December 2014: 3,142 walking and 31 running; another decoder gives the same.
        #expect(reading.dayTotals("StepCount") == ["16431": 3_173])
        #expect(reading.dayTotals("ActiveEnergyBurned") == ["16431": 69])
    }

    @Test(
        .enabled(if: hasShared, "the shared fixtures are not on this machine"),
        arguments: [("run", 1_497_191_649, 157.56, 5.0), ("walk", 1_497_191_571, 0, 0)]
            as [(String, Int64, Double, Double)]
    )
    func realRecordsAreThoseOfTheirTables(name: String, start: Int64, metres: Double, energy: Double) throws {
        let reading = try read([SharedFixtures.bytes("fit/garmin-fenix-5-\(name).fit")])
        let table = String(decoding: try SharedFixtures.bytes("fit/garmin-fenix-5-\(name)-records.csv"), as: UTF8.self)
        let rates = table.split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",")[1] }
        #expect(reading.damage.isEmpty)
        #expect(reading.samples("HeartRate").map(\.sample.value.description) == rates.map(String.init))
        #expect(reading.samples("HeartRate").first?.sample.start == start)
        let workout = try #require(reading.workouts.first)
        #expect(workout.start == start)
        guard metres > 0 else { return }
        #expect(workout.activity == "HKWorkoutActivityTypeRunning")
        #expect(workout.duration == DecimalNumber("56.887") && workout.end - workout.start == 57)
        let sums = workout.statistics.compactMap(\.sum).map(Reading.double)
        #expect(sums == [metres, energy])
    }

    @Test(.enabled(if: hasShared, "the shared fixtures are not on this machine"))
    func otherRealFilesAreRead() throws {
        let ride = try read([SharedFixtures.bytes("fit/sample-activity.fit")])
        #expect(ride.damage.isEmpty && ride.samples("HeartRate").count == 3_098)
        #expect(ride.samples("HeartRate").map { Reading.double($0.sample.value) }.reduce(0, +) == 512_767)
        let scale = try read([SharedFixtures.bytes("fit/WeightScaleSingleUser.fit")])
        #expect(scale.samples("BodyMass").map(\.sample.value.description) == ["75.80", "76.09"])
        #expect(scale.damage.isEmpty)
        let chain = try read([SharedFixtures.bytes("fit/activity-settings.fit")])
        #expect(chain.damage.isEmpty && chain.workouts.count == 1)
        let corrupt = try read([SharedFixtures.bytes("fit/activity-settings-corruptheader.fit")])
        #expect(corrupt.workouts.count == 1 && corrupt.damage.count == 1)
        #expect(try read([SharedFixtures.bytes("fit/DeveloperData.fit")]).damage.isEmpty)
    }
}
