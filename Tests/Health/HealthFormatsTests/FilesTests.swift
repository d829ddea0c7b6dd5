import Archive
import HealthInputs
import HealthTypes
import Testing
import VitalRecords
import health_fuzz

/// Inputs of any kind, recognised by their bytes alone.
@Suite struct FilesTests {
    @Test(
        arguments: [
            (FuzzSeeds.autoExport, HealthInputKind.healthAutoExport), (FuzzSeeds.fitbit, .fitbit),
            (FuzzSeeds.takeoutSessions, .takeoutFit), (FuzzSeeds.takeoutTables, .takeoutFit),
            (FuzzSeeds.samsung, .samsungHealth),
            (FuzzSeeds.fit, .fit),
        ]
    )
    func inputsAreKnownAndReadWhateverTheyAreCalled(seeds: [[UInt8]], kind: HealthInputKind) throws {
        for seed in seeds {
            // For a day's table of Google Fit and for Fitbit's numbers, only the file's name has the date or the type.
            let input = try HealthInput(
                BytesInMemory(seed),
                name: kind == .takeoutFit ? "2026-03-25.csv" : "steps.json"
            )
            #expect(input.kind == kind)
            var sink = FuzzSink()
            var told: [HealthProgress] = []
            let report = try input.read(into: &sink, salt: [], progress: { told.append($0) })
            #expect(report.damage.count == 0 && report.bytes == UInt64(seed.count))
            #expect(!sink.items.isEmpty && told.last?.bytes == UInt64(seed.count))
        }
    }

    @Test func filesOfOneInputAreReadTogether() throws {
        let stages = """
            com.samsung.health.sleep_stage,7006011,4
            start_time,end_time,stage,time_offset
            2026-03-24 22:00:00.000,2026-03-24 23:00:00.000,40003,UTC+0100,
            2026-03-24 23:00:00.000,2026-03-25 00:00:00.000,40009,UTC+0100,\n
            """
        let files = [FuzzSeeds.samsung[2], Array(stages.utf8)].enumerated().map { index, bytes in
            HealthFile(name: "\(index).csv") { () throws(ArchiveError) in PlainReader(BytesInMemory(bytes)) }
        }
        var reading = Reading()
        let reader = HealthFilesReader(kind: .samsungHealth, clock: .utc)
        reading.reports = [try reader.read(files, into: &reading.sink)]
        // The other table has the stages, so this one gives only the time in bed.
        #expect(reading.nights(HealthCategory.inBed) == ["2026-03-25": 26_820])
        #expect(reading.nights(HealthCategory.asleepDeep) == ["2026-03-25": 3_600])
        #expect(reading.samples("SleepAnalysis").count == 2)
        #expect(reading.damage.map(\.element) == ["1.csv: row"])
        #expect(reading.reports[0].elements == ["HKCategoryTypeIdentifierSleepAnalysis": 2])
    }

    @Test func aDatabaseIsReadElsewhere() throws {
        var sink = FuzzSink()
        #expect {
            try HealthFilesReader(kind: .healthConnect, clock: .utc).read([], into: &sink)
        } throws: {
            ($0 as? HealthInputsError)?.code == .unsupportedInput
        }
    }
}
