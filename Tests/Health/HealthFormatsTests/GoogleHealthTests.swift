import Archive
import HealthInputs
import HealthTypes
import Testing
import VitalRecords
import health_fuzz

/// The tables of accounts that moved from Fitbit to Google Health, and the JSON from before that.
@Suite struct GoogleHealthTests {
    private func read(_ files: [(String, String)], clock: LocalClock = .utc) throws -> Reading {
        var reading = Reading()
        let files = files.map { name, text in
            let bytes = Array(text.utf8)
            return HealthFile(name: name) { () throws(ArchiveError) in PlainReader(BytesInMemory(bytes)) }
        }
        let reader = HealthFilesReader(kind: .fitbit, clock: clock)
        reading.reports = [try reader.read(files, into: &reading.sink)]
        return reading
    }

    private func leftOut(_ reading: Reading, _ reason: HealthLeftOut.Reason) -> Int {
        reading.reports[0].leftOut.count(of: reason)
    }

    private static let weights = """
        timestamp,weight grams,data source
        2026-05-27T05:33:27Z,71400,Scale App
        2026-05-28T05:19:44Z,71600,Scale App\n
        """

    @Test func numbersHaveTheirUnitsAndSources() throws {
        let reading = try read([
            ("weight_2026-05-01.csv", Self.weights),
            (
                "body_fat_2026-05-01.csv",
                "timestamp,body fat percentage,data source\n2026-05-27T05:33:27Z,21.5,Scale App\n"
            ),
            (
                "steps_2026-05-01.csv",
                "timestamp,steps,data source\n2026-05-27T06:00:00Z,500,Band\n2026-05-27T06:00:00Z,400,My Phone\n"
            ),
            ("distance_2026-05-01.csv", "timestamp,distance,data source\n2026-05-27T06:00:09.096319Z,8.80,Phone\n"),
            (
                "oxygen_saturation_2026-05-01.csv",
                "timestamp,oxygen saturation percentage\n2026-05-27T06:00:00Z,97.0\n2026-05-27T06:01:00Z,0.0\n"
            ),
        ])
        #expect(reading.damage.isEmpty, "\(reading.damage)")
        #expect(reading.samples("BodyMass").map(\.sample.value) == [71_400, 71_600])
        #expect(reading.samples("BodyMass").map(\.unit) == ["g", "g"])
        #expect(reading.samples("BodyMass").map(\.sample.start) == [1_779_860_007, 1_779_945_584])
        #expect(reading.samples("BodyFatPercentage").map(\.sample.value) == [DecimalNumber("0.215")])
        let steps = reading.samples("StepCount")
        #expect(steps.map(\.source) == ["Band", "My Phone"])
        #expect(steps.map { $0.sample.end - $0.sample.start } == [60, 60])
        #expect(reading.samples("DistanceWalkingRunning").map(\.sample.value) == [DecimalNumber("8.8")])
        #expect(reading.samples("OxygenSaturation").map(\.sample.value) == [DecimalNumber("0.97")])
        #expect(leftOut(reading, .noMeasurement) == 1)
    }

    @Test func heartRatesAreWhatTheNameSays() throws {
        let rates =
            "timestamp,beats per minute,data source\n2026-05-27T06:00:04Z,65.0,Band\n2026-05-28T06:00:04Z,0,Band\n"
        let reading = try read([("x/heart_rate_2026-05-27.csv", rates), ("x/daily_resting_heart_rate.csv", rates)])
        #expect(reading.samples("TypeIdentifierHeartRate").map(\.sample.value) == [65])
        #expect(reading.samples("RestingHeartRate").map(\.sample.value) == [65])
        #expect(leftOut(reading, .noMeasurement) == 2)
        let lost = try read([("x.csv", rates)])
        #expect(lost.sink.items.isEmpty && lost.damage.count == 1)
    }

    @Test("a band's 50 percent of oxygen stands for a minute without a measurement")
    func oxygen() throws {
        let text =
            "timestamp,oxygen saturation percentage,data source\n2026-05-27T02:00:00Z,50.0,Band\n"
            + "2026-05-27T02:01:00Z,96.5,Band\n2026-05-27T02:02:00Z,50,Band\n2026-05-27T02:03:00Z,70.0,Band\n"
        let reading = try read([("oxygen_saturation_2026-05-01.csv", text)])
        #expect(reading.samples("OxygenSaturation").map(\.sample.value.description) == ["0.965", "0.700"])
        #expect(leftOut(reading, .noMeasurement) == 2)
        #expect(reading.reports[0].elements == ["HKQuantityTypeIdentifierOxygenSaturation": 4])
    }

    @Test("the older table of oxygen by the minute is known by its name, and gives way to the later one")
    func olderOxygen() throws {
        let older = "timestamp,value\n2026-05-27T02:00:00Z,50.0\n2026-05-27T02:01:00Z,96.5\n2026-05-28T02:00:00Z,95\n"
        let later = "timestamp,oxygen saturation percentage,data source\n2026-05-28T02:00:00Z,95.1,Band\n"
        let name = "Oxygen Saturation (SpO2)/Minute SpO2 - 2026-05-27.csv"
        #expect(FitbitReader.recognizes(Array(older.utf8)))
        #expect(!FitbitReader.recognizes(Array("timestamp,value\n2026-05-27T02:00:00Z,120\n".utf8)))
        let files = [(name, older), ("a/oxygen_saturation_2026-05-01.csv", later)].map { name, text in
            HealthFile(name: name) { () throws(ArchiveError) in PlainReader(BytesInMemory(Array(text.utf8))) }
        }
        var reading = Reading()
        let report = try HealthFilesReader(kind: .fitbit, clock: .utc).read(files, into: &reading.sink)
        #expect(reading.samples("OxygenSaturation").map(\.sample.value.description) == ["0.951", "0.965"])
        #expect(report.leftOut.count(of: .noMeasurement) == 1 && report.leftOut.count(of: .repeated) == 1)
        let lost = try read([("x.csv", older)])
        #expect(lost.sink.items.isEmpty && lost.damage.count == 1)
    }

    @Test("midnight of a table of days is the name of a day, not a time in UTC")
    func dayLabel() throws {
        let table =
            "timestamp,beats per minute,data source\n2026-03-25T00:00:00Z,58.2,Band\n2026-03-26T22:01:13Z,51,Kit\n"
        let json = #"[{"dateTime":"03/25/26 00:00:00","value":{"date":"03/25/26","value":58.2,"error":6}}]"#
        let reading = try read(
            [("daily_resting_heart_rate.csv", table), ("resting_heart_rate-2026-01-01.json", json)],
            clock: Reading.berlin
        )
        // Midnight in Berlin is an hour before midnight in UTC; the older file repeats the day.
        #expect(reading.samples("RestingHeartRate").map(\.sample.start) == [1_774_393_200, 1_774_562_473])
        #expect(leftOut(reading, .repeated) == 1)
    }

    private static let sleeps = """
        sleep_id,sleep_type,minutes_asleep,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source,algorithm_version
        111,STAGES,420,+02:00,2026-05-26 20:30:00+0000,+02:00,2026-05-27 04:30:00+0000,DERIVED,sleep_session_v2
        110,STAGES,400,+02:00,2026-05-26 20:32:00+0000,+02:00,2026-05-27 04:30:00+0000,DERIVED,sleep_session_v1
        112,CLASSIC,60,+02:00,2026-05-27 12:00:00+0000,+02:00,2026-05-27 13:30:00+0000,MANUAL,\n
        """

    private static let stages = """
        sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end
        111,1,LIGHT,+02:00,2026-05-26 20:42:00+0000,+02:00,2026-05-26 22:52:00+0000
        111,2,DEEP,+02:00,2026-05-26 22:52:00+0000,+02:00,2026-05-27 00:12:00+0000
        110,3,DEEP,+02:00,2026-05-26 20:42:00+0000,+02:00,2026-05-27 00:12:00+0000
        111,4,ORBIT,+02:00,2026-05-27 00:12:00+0000,+02:00,2026-05-27 00:13:00+0000\n
        """

    @Test func aNightIsOneOfItsKindWithItsStages() throws {
        // By name the stages come first.
        let reading = try read([
            ("UserSleepStages_2026-05-01.csv", Self.stages), ("UserSleeps_2026-05-01.csv", Self.sleeps),
        ])
        let found = reading.samples("SleepAnalysis").map {
            [$0.sample.value.mantissa, $0.sample.end - $0.sample.start]
        }
        #expect(
            Set(found) == [
                [HealthCategory.inBed, 28_800], [HealthCategory.asleepCore, 7_800], [HealthCategory.asleepDeep, 4_800],
                [HealthCategory.inBed, 5_400], [HealthCategory.asleepUnspecified, 3_600],
            ]
        )
        #expect(found.count == 5)
        #expect(leftOut(reading, .repeated) == 1 && reading.damage.count == 1)
        #expect(reading.reports[0].elements == ["HKCategoryTypeIdentifierSleepAnalysis": 7])
        #expect(reading.sink.items.contains(.event(.zoneHint(ZoneHint(time: 1_779_827_400, zone: .clock(7_200))))))
    }

    @Test func workoutsAreRead() throws {
        let text = """
            exercise_id,exercise_start,exercise_end,utc_offset,activity_name,log_type,tracker_total_calories,tracker_total_distance_mm,tracker_avg_heart_rate
            9,2026-05-30 06:00:00+0000,2026-05-30 06:30:00+0000,+02:00,Outdoor Run,AUTO_DETECTED,300,5000000,149
            8,2026-05-30 16:00:00+0000,2026-05-30 16:30:00+0000,+02:00,Bike,MANUAL,0,0,0\n
            """
        let reading = try read([("UserExercises_2026-05-01.csv", text)])
        #expect(reading.workouts.map(\.activity) == ["HKWorkoutActivityTypeRunning", "HKWorkoutActivityTypeCycling"])
        #expect(reading.workouts.map(\.isUserEntered) == [false, true])
        #expect(reading.workouts.first?.statistics.compactMap(\.sum) == [5_000, 300])
        #expect(reading.workouts.first?.statistics.compactMap(\.average) == [149])
        #expect(reading.workouts.last?.statistics.isEmpty == true)
    }

    @Test func ofADayThatBothHaveTheTableCounts() throws {
        let json = """
            [{"logId":1,"weight":157.4,"bmi":23.1,"date":"05/27/26","time":"05:33:27"},
            {"logId":2,"weight":158.7,"bmi":23.3,"date":"05/20/26","time":"05:33:27"}]
            """
        // By name the older files come first.
        let reading = try read([
            ("Global Export Data/weight-2026-05-27.json", json), ("Physical/weight_2026-05-01.csv", Self.weights),
        ])
        #expect(Set(reading.samples("BodyMass").map(\.sample.value)) == [71_400, 71_600, DecimalNumber("158.7") ?? 0])
        #expect(leftOut(reading, .repeated) == 1)
        #expect(reading.samples("BodyMassIndex").count == 2)
    }

    @Test func unknownTablesAreCountedByName() throws {
        let text = "timestamp,temperature celsius,data source\n2026-05-27T06:00:00Z,33.0,Band\n"
        let reading = try read([("body_temperature_2026-05-01.csv", text)])
        #expect(reading.sink.items.isEmpty)
        #expect(reading.reports[0].elements == ["Google Health temperature celsius": 1])
    }

    @Test(arguments: [
        weights, sleeps, stages, "timestamp,oxygen saturation percentage\n",
        "exercise_id,exercise_start,exercise_end,utc_offset\n",
    ])
    func tablesAreKnownByTheirContent(text: String) throws {
        #expect(try HealthInput(BytesInMemory(Array(text.utf8))).kind == .fitbit)
    }

    @Test func otherTablesAreNot() {
        for text in ["timestamp,x,y\n1,2,3\n", "timestamp\n", "time,steps,data source\n"] {
            #expect(!FitbitReader.recognizes(Array(text.utf8)))
        }
    }
}
