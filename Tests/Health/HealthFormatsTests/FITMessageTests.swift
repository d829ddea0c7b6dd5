import Archive
import HealthInputs
import HealthTypes
import Testing
import VitalRecords
import health_fuzz

/// FIT messages about users, failures, straps and nights.
@Suite struct FITMessageTests {
    private static let start: UInt64 = 1_141_000_000
    /// The same time in seconds since 1970.
    private static let time: Int64 = 1_772_065_600

    /// A cuff's file: systolic, diastolic, pulse, status and, if there are several, the user.
    private func cuff(_ readings: [[UInt64]]) -> [UInt8] {
        var builder = FITBuilder()
        builder.define(0, 0, [.byte(0), .short(1)])
        builder.add(0, [14, 1])
        let fields: [FITBuilder.Field] = [.long(253), .short(0), .short(1), .byte(6), .byte(8), .short(9)]
        builder.define(1, 51, fields)
        for (number, reading) in readings.enumerated() {
            builder.add(1, [Self.start + UInt64(number) * 60] + reading + (reading.count < 5 ? [0xFFFF] : []))
        }
        return builder.file
    }

    private func read(_ files: [[UInt8]], user: Int? = nil) throws -> Reading {
        var reading = Reading()
        let files = files.enumerated().map { index, bytes in
            HealthFile(name: "\(index).fit") { () throws(ArchiveError) in PlainReader(BytesInMemory(bytes)) }
        }
        let reader = HealthFilesReader(kind: .fit, clock: .utc, userIndex: user)
        reading.reports = [try reader.read(files, into: &reading.sink)]
        return reading
    }

    private func leftOut(_ reading: Reading, _ reason: HealthLeftOut.Reason) -> Int {
        reading.reports.reduce(0) { $0 + $1.leftOut.count(of: reason) }
    }

    @Test func aCuffsPulseStandsBesideItsPressure() throws {
        let reading = try read([cuff([[128, 81, 66, 0]])])
        #expect(reading.samples("Systolic").map(\.sample.value) == [128])
        #expect(reading.samples("HeartRate").map(\.sample.value) == [66])
        #expect(reading.samples("HeartRate").map(\.sample.start) == [Self.time])
    }

    @Test func failedMeasurementsAreNone() throws {
        let reading = try read([
            cuff([[128, 81, 66, 0], [240, 20, 180, 1], [199, 33, 0, 2], [290, 10, 0, 3], [131, 84, 70, 4]])
        ])
        #expect(reading.samples("Systolic").map(\.sample.value) == [128, 131])
        #expect(reading.samples("HeartRate").map(\.sample.value) == [66, 70])
        #expect(leftOut(reading, .noMeasurement) == 3)
    }

    @Test func severalUsersAreAskedAbout() throws {
        let two = [cuff([[128, 81, 66, 0, 0], [152, 95, 80, 0, 1]])]
        let error = #expect(throws: HealthInputsError.self) { try read(two) }
        #expect(error?.code == .severalPeople && error?.message.contains("0, 1") == true)
        for (user, systolic) in [(0, 128), (1, 152)] as [(Int, Int64)] {
            let reading = try read(two, user: user)
            #expect(reading.samples("Systolic").map(\.sample.value) == [DecimalNumber(systolic)])
            #expect(reading.samples("HeartRate").count == 1)
            #expect(leftOut(reading, .otherUser) == 1)
        }
        let none = #expect(throws: HealthInputsError.self) { try read(two, user: 7) }
        #expect(none?.code == .severalPeople && none?.message.contains("user 7") == true)
        // Users of several files count together, and a value without a user belongs to none of the named ones.
        let mixed = [cuff([[128, 81, 66, 0, 0]]), cuff([[152, 95, 80, 0, 1], [140, 90, 75, 0]])]
        #expect(throws: HealthInputsError.self) { try read(mixed) }
        #expect(try read(mixed, user: 0).samples("Systolic").map(\.sample.value) == [128])
        // With at most one user the option is not needed, and is accepted.
        #expect(try read([cuff([[128, 81, 66, 0, 3]])]).samples("Systolic").count == 1)
        #expect(try read([cuff([[128, 81, 66, 0]])], user: 5).samples("Systolic").count == 1)
    }

    @Test("a scale's values that do not become records are counted")
    func composition() throws {
        var builder = FITBuilder()
        builder.define(0, 30, [.long(253), .short(0), .short(1), .short(2), .short(5)])
        builder.add(0, [Self.start, 7_070, 2_230, 5_500, 3_300])
        builder.add(0, [Self.start + 60, 7_080, 0xFFFF, 0xFFFF, 0xFFFF])
        let reading = try read([builder.file])
        #expect(reading.samples("BodyMass").map(\.sample.value) == [DecimalNumber("70.7"), DecimalNumber("70.8")])
        #expect(reading.samples("BodyFatPercentage").map(\.sample.value) == [DecimalNumber("0.223")])
        #expect(reading.reports[0].elements["FIT body composition"] == 1)
    }

    @Test("values of a device whose clock was never set are left out and counted")
    func powerOn() throws {
        var builder = FITBuilder()
        builder.define(0, 20, [.long(253), .byte(3)])
        for second in 2...4 { builder.add(0, [UInt64(second), 61]) }
        builder.add(0, [5, 0])
        builder.add(0, [Self.start, 62])
        let reading = try read([builder.file])
        #expect(reading.samples("HeartRate").map(\.sample.value) == [62])
        #expect(leftOut(reading, .incomplete) == 3)
    }

    @Test func aHeartRateOfZeroIsNone() throws {
        var builder = FITBuilder()
        builder.define(0, 20, [.long(253), .byte(3)])
        for (number, rate) in ([0, 0, 61] as [UInt64]).enumerated() {
            builder.add(0, [Self.start + UInt64(number) * 900, rate])
        }
        builder.define(1, 18, [.long(253), .long(2), .byte(5), .long(7), .byte(16), .byte(17), .byte(64)])
        builder.add(1, [Self.start + 3_600, Self.start, 1, 3_600_000, 0, 0, 0])
        let reading = try read([builder.file])
        #expect(reading.samples("HeartRate").map(\.sample.value) == [61])
        #expect(reading.workouts.map(\.statistics.count) == [0])
        #expect(leftOut(reading, .noMeasurement) == 5)
    }

    // MARK: Checksums

    /// Two heart rates in a file whose bytes are then changed.
    private func changed(_ change: (inout [UInt8]) -> Void) throws -> Reading {
        var builder = FITBuilder()
        builder.define(0, 20, [.long(253), .byte(3)])
        builder.add(0, [Self.start, 61])
        builder.add(0, [Self.start + 900, 62])
        var bytes = builder.file
        change(&bytes)
        return try read([bytes])
    }

    @Test func aWrongChecksumAloneIsToldAndTheRecordsAreRead() throws {
        for (checksum, words) in [([0, 0], "was read anyway"), ([0x12, 0x34], "and were read")] as [([UInt8], String)] {
            let reading = try changed { $0.replaceSubrange($0.count - 2..<$0.count, with: checksum) }
            #expect(reading.samples("HeartRate").map(\.sample.value) == [61, 62])
            #expect(reading.damage.count == 1)
            #expect(reading.damage[0].message.contains(words))
        }
    }

    @Test func recordsThatDoNotFitGiveNothing() throws {
        // The first definition claims one field too many.
        let reading = try changed { $0[14 + 5] = 3 }
        #expect(reading.sink.items.isEmpty && reading.damage.count == 1)
        #expect(reading.damage[0].message.contains("the file was not imported"))
    }

    // MARK: Straps

    @Test func aStrapsBeatsHaveTheirTimes() throws {
        var builder = FITBuilder()
        builder.define(0, 132, [.long(253), .short(0), .byte(6), .long(9)])
        // Half a second after the full second; the strap's clock shows 100.5 s then.
        builder.add(0, [Self.start, 16_384, 90, 102_912])
        builder.define(1, 132, [.list(6, bytes: 2), .list(10, bytes: 3)])
        // 101.5 s and 102.5 s: the low 12 bits are 1,536 and 2,560.
        builder.add(1, [91 | 92 << 8, 1_536 | 2_560 << 12])
        // The 12 bits wrap around: 105 s is 1,024 again, and 0 beats is not a heart rate.
        builder.add(1, [0 | 95 << 8, 4_000 | 1_024 << 12])
        let reading = try read([builder.file])
        #expect(reading.damage.isEmpty, "\(reading.damage)")
        #expect(reading.samples("HeartRate").map(\.sample.value) == [90, 91, 92, 95])
        #expect(reading.samples("HeartRate").map { $0.sample.start - Self.time } == [0, 1, 2, 5])
        #expect(leftOut(reading, .noMeasurement) == 1)
    }

    @Test func aStrapWithoutAnAnchorIsDamage() throws {
        var builder = FITBuilder()
        builder.define(1, 132, [.list(6, bytes: 2), .list(10, bytes: 3)])
        builder.add(1, [91 | 92 << 8, 1_536 | 2_560 << 12])
        let reading = try read([builder.file])
        #expect(reading.sink.items.isEmpty && reading.damage.count == 1)
    }

    // MARK: Nights

    @Test func aStageEndsAtItsTime() throws {
        var builder = FITBuilder()
        builder.define(0, 21, [.long(253), .byte(0), .byte(1)])
        builder.add(0, [Self.start, 74, 0])
        builder.define(1, 275, [.long(253), .byte(0)])
        let stages: [(UInt64, UInt64)] = [(600, 2), (1_800, 3), (2_400, 4), (2_460, 1), (2_520, 0), (3_000, 2)]
        for (end, level) in stages { builder.add(1, [Self.start + end, level]) }
        builder.add(0, [Self.start + 3_000, 74, 1])
        let reading = try read([builder.file])
        let found = reading.samples("SleepAnalysis").map {
            [$0.sample.value.mantissa, $0.sample.start - Self.time, $0.sample.end - Self.time]
        }
        #expect(
            found == [
                [HealthCategory.asleepCore, 0, 600], [HealthCategory.asleepDeep, 600, 1_800],
                [HealthCategory.asleepREM, 1_800, 2_400], [HealthCategory.awake, 2_400, 2_460],
                [HealthCategory.asleepCore, 2_520, 3_000],
            ]
        )
        #expect(reading.damage.isEmpty)
    }

    @Test func whatHasNoTypeOfHealthDataIsCounted() throws {
        var builder = FITBuilder()
        builder.define(0, 297, [.long(253), .short(0)])
        builder.add(0, [Self.start, 1_450])
        builder.define(1, 227, [.short(0), .long(1)])
        builder.add(1, [30, Self.start])
        let reading = try read([builder.file])
        #expect(reading.sink.items.isEmpty)
        #expect(reading.reports[0].elements == ["FIT respiration": 1, "FIT stress": 1])
    }
}
