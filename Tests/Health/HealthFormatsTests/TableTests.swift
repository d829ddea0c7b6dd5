import Archive
import HealthInputs
import HealthTypes
import TestSupport
import Testing
import VitalRecords
import health_fuzz

/// Samsung Health's and Google Fit's tables and sessions.
@Suite struct TableTests {
    private func samsung(_ files: [[UInt8]]) throws -> Reading {
        var reading = Reading()
        var reader = SamsungHealthReader()
        for file in files {
            reading.reports.append(try reader.read(PlainReader(BytesInMemory(file)), into: &reading.sink))
        }
        return reading
    }

    private func takeout(_ files: [(String, [UInt8])]) throws -> Reading {
        var reading = Reading()
        var reader = TakeoutFitReader(
            days: Set(files.compactMap { TakeoutFitReader.day(ofName: $0.0) }),
            clock: Reading.berlin
        )
        for (name, file) in files {
            let source = PlainReader(BytesInMemory(file))
            reading.reports.append(try reader.read(source, named: name, into: &reading.sink))
        }
        return reading
    }

    @Test func theRowForAllSourcesIsTheDays() throws {
        let reading = try samsung([FuzzSeeds.samsung[0]])
        #expect(reading.dayTotals("StepCount") == ["2026-03-25": 9_982, "2026-03-26": 9_313])
        #expect(reading.dayTotals("DistanceWalkingRunning") == ["2026-03-25": 5_000, "2026-03-26": 4_000.5])
    }

    @Test("what a scale measures and records have no place for is counted")
    func composition() throws {
        let table = samsungTable(
            "health.weight",
            columns: "start_time,weight,skeletal_muscle_mass,total_body_water,time_offset",
            rows: "2026-03-24 22:00:00.000,70.5,30.1,40.2,UTC+0100,",
            "2026-03-25 22:00:00.000,70.4,0.0,,UTC+0100,"
        )
        let reading = try samsung([table])
        #expect(reading.samples("BodyMass").count == 2)
        #expect(reading.reports[0].elements["Samsung Health body composition"] == 1)
    }

    @Test("means of Google Fit's days are counted, not taken for measurements")
    func means() throws {
        let text =
            "Date,Move Minutes count,Average heart rate (bpm),Average oxygen saturation (%),Step count\n"
            + "2026-03-25,10,71.5,97,5000\n2026-03-26,10,,,4000\n"
        let reading = try takeout([("Daily activity metrics.csv", Array(text.utf8))])
        #expect(reading.dayTotals("StepCount") == ["2026-03-25": 5_000, "2026-03-26": 4_000])
        #expect(reading.samples("HeartRate").isEmpty && reading.samples("OxygenSaturation").isEmpty)
        #expect(reading.reports[0].elements["Google Fit mean heart rate"] == 1)
        #expect(reading.reports[0].elements["Google Fit mean oxygen saturation"] == 1)
    }

    @Test func timesAreInUTCAndTheOffsetIsAWordAboutTheZone() throws {
        let reading = try samsung([FuzzSeeds.samsung[1]])
        #expect(reading.samples("HeartRate").map(\.sample.start) == [1_774_393_200, 1_774_479_900])
        let hints = reading.sink.items.filter { if case .event(.zoneHint) = $0 { true } else { false } }
        #expect(hints.count == 2)
    }

    @Test func nightsWithoutStagesAreSleepAsAWhole() throws {
        let reading = try samsung([FuzzSeeds.samsung[2]])
        #expect(reading.nights(HealthCategory.inBed) == ["2026-03-25": 26_820])
        #expect(reading.nights(HealthCategory.asleepUnspecified) == ["2026-03-25": 26_820])
    }

    @Test("of an export with stages, a night without any is sleep as a whole, whatever the order of the files")
    func someNightsHaveStages() throws {
        let nights = samsungTable(
            "shealth.sleep",
            columns: "sleep_duration,com.samsung.health.sleep.start_time,com.samsung.health.sleep.end_time,time_offset",
            rows: "420,2026-03-24 22:00:00.000,2026-03-25 06:00:00.000,UTC+0100,",
            "360,2026-03-25 22:00:00.000,2026-03-26 05:00:00.000,UTC+0100,"
        )
        let stages = samsungTable(
            "health.sleep_stage",
            columns: "start_time,end_time,stage,sleep_id,time_offset",
            rows: "2026-03-26 02:00:00.000,2026-03-26 05:00:00.000,40003,b,UTC+0100,",
            "2026-03-25 22:00:00.000,2026-03-26 02:00:00.000,40002,b,UTC+0100,"
        )
        let files = [("a.csv", nights), ("b.csv", stages)].map { name, bytes in
            HealthFile(name: name) { () throws(ArchiveError) in PlainReader(BytesInMemory(bytes)) }
        }
        var reading = Reading()
        _ = try HealthFilesReader(kind: .samsungHealth, clock: .utc).read(files, into: &reading.sink)
        #expect(reading.nights(HealthCategory.inBed) == ["2026-03-25": 28_800, "2026-03-26": 25_200])
        #expect(reading.nights(HealthCategory.asleepUnspecified) == ["2026-03-25": 25_200])
        #expect(reading.nights(HealthCategory.asleepCore) == ["2026-03-26": 14_400])
        #expect(reading.nights(HealthCategory.asleepDeep) == ["2026-03-26": 10_800])
    }

    @Test func workoutsAndPairsAreRead() throws {
        let reading = try samsung([FuzzSeeds.samsung[3], FuzzSeeds.samsung[4]])
        let workout = try #require(reading.workouts.first)
        #expect(workout.activity == "HKWorkoutActivityTypeRunning" && workout.duration == 3_240)
        #expect(reading.samples("Systolic").map(\.sample.value) == [118])
        #expect(reading.sink.items.contains(.event(.zoneHint(ZoneHint(time: 1_774_454_487, zone: .clock(73_800))))))
    }

    @Test func aRowThatEndsEarlyIsLeftOut() throws {
        // The comma after the last column shows that the row is complete, although its line end is lost.
        let whole = Array(FuzzSeeds.samsung[1].dropLast(1))
        #expect(try samsung([whole]).samples("HeartRate").map(\.sample.value) == [63, 72])
        let cut = try samsung([Array(FuzzSeeds.samsung[1].dropLast(3))])
        #expect(cut.samples("HeartRate").map(\.sample.value) == [63])
        #expect(cut.damage.count == 1 && cut.reports[0].cut?.lastStart == 1_774_393_200)
    }

    private func samsungTable(_ name: String, columns: String, rows: String...) -> [UInt8] {
        Array((["com.samsung.\(name),7006011,9", columns] + rows).map { $0 + "\n" }.joined().utf8)
    }

    @Test func aRowWithoutTimeAsleepIsAGoalAndNoNight() throws {
        let goal = samsungTable(
            "shealth.sleep",
            columns: "sleep_duration,com.samsung.health.sleep.start_time,com.samsung.health.sleep.end_time,time_offset",
            rows: ",2026-03-24 21:00:00.000,2026-03-25 05:00:00.000,UTC+0100,",
            "447,2026-03-24 21:44:56.000,2026-03-25 05:11:56.000,UTC+0100,"
        )
        let reading = try samsung([goal])
        #expect(reading.nights(HealthCategory.inBed) == ["2026-03-25": 26_820])
        #expect(reading.reports[0].leftOut.count(of: .noMeasurement) == 1)
    }

    @Test func theCuffsPulseStandsBesideThePressure() throws {
        let table = samsungTable(
            "shealth.blood_pressure",
            columns: "com.samsung.health.blood_pressure.start_time,systolic,diastolic,pulse,time_offset",
            rows: "2026-03-25 16:01:27.000,118,76,61,UTC+0000,",
            "2026-03-25 16:11:27.000,119,,62,UTC+0000,"
        )
        let reading = try samsung([table])
        #expect(reading.samples("Systolic").map(\.sample.value) == [118])
        #expect(reading.samples("HeartRate").map(\.sample.value) == [61, 62])
        #expect(reading.damage.count == 1)
    }

    @Test(
        "a table may have the name of its data type",
        arguments: [
            ("heart_rate", "heart_rate", "HeartRate"), ("oxygen_saturation", "spo2", "OxygenSaturation"),
            ("blood_glucose", "glucose", "BloodGlucose"),
        ]
    )
    func dataTypes(name: String, column: String, type: String) throws {
        let table = samsungTable(
            "health.\(name)",
            columns: "com.samsung.health.\(name).start_time,com.samsung.health.\(name).\(column),time_offset",
            rows: "2026-03-25 06:00:00.000,96,UTC+0000,"
        )
        #expect(try samsung([table]).samples("TypeIdentifier" + type).map(\.sample.start) == [1_774_418_400])
    }

    @Test func aGlucoseTellsItsMeal() throws {
        let table = samsungTable(
            "shealth.blood_glucose",
            columns: "com.samsung.health.blood_glucose.start_time,glucose,meal_type,time_offset",
            rows: "2026-03-25 06:00:00.000,5.1,80003,UTC+0000,",
            "2026-03-25 08:00:00.000,7.9,80004,UTC+0000,",
            "2026-03-25 10:00:00.000,6.0,80001,UTC+0000,"
        )
        let reading = try samsung([table])
        #expect(reading.samples("BloodGlucose").map(\.sample.flags) == [.beforeMeal, .afterMeal, []])
    }

    @Test func aFoodHasTheNameOfItsMeal() throws {
        let table = samsungTable(
            "health.nutrition",
            columns: "start_time,calorie,carbohydrate,meal_type,title,time_offset",
            rows: "2026-03-25 07:00:00.000,320,41,100001,Oats,UTC+0000,",
            "2026-03-25 15:00:00.000,150,20,,Apple,UTC+0000,"
        )
        let reading = try samsung([table])
        #expect(reading.meals.map(\.name) == ["Breakfast", "Apple"])
        #expect(reading.samples("DietaryEnergyConsumed").map(\.sample.value) == [320, 150])
        #expect(reading.samples("DietaryCarbohydrates").map(\.sample.value) == [41, 20])
    }

    @Test func daysWithTablesOfTheirOwnDoNotCountTwice() throws {
        let both = try takeout([
            ("Daily activity metrics.csv", FuzzSeeds.takeoutTables[0]),
            ("x/2026-03-25.csv", FuzzSeeds.takeoutTables[1]),
        ])
        #expect(both.dayTotals("StepCount") == ["2026-03-26": 9_313])
        #expect(both.sums("StepCount") == ["2026-03-25": 345])
        #expect(both.samples("StepCount").map { $0.sample.end - $0.sample.start } == [900, 900])
        #expect(both.samples("BodyMass").map(\.sample.value.description) == ["70.7"])
        #expect(both.samples("BodyMass").map(\.sample.start) == [1_774_436_400])
    }

    @Test func aDaysTableWithoutItsNameIsDamage() throws {
        let reading = try takeout([("table.csv", FuzzSeeds.takeoutTables[1])])
        #expect(reading.sink.items.isEmpty && reading.damage.count == 1)
    }

    @Test func sessionsAreWorkoutsAndNights() throws {
        let reading = try takeout(FuzzSeeds.takeoutSessions.map { ("session.json", $0) })
        let workout = try #require(reading.workouts.first)
        #expect(workout.activity == "HKWorkoutActivityTypeRunning" && workout.duration == 3_240)
        #expect(workout.statistics.compactMap(\.sum) == [4_324, 411])
        #expect(reading.nights(HealthCategory.asleepDeep) == ["2026-03-25": 3_600])
    }

    @Test func tablesAreKnownByTheirContent() {
        #expect(FuzzSeeds.samsung.allSatisfy { SamsungHealthReader.recognizes($0) })
        #expect((FuzzSeeds.takeoutTables + FuzzSeeds.takeoutSessions).allSatisfy { TakeoutFitReader.recognizes($0) })
        for other in FuzzSeeds.samsung + FuzzSeeds.autoExport + FuzzSeeds.fitbit + FuzzSeeds.apple {
            #expect(!TakeoutFitReader.recognizes(other))
        }
        for other in FuzzSeeds.takeoutTables + FuzzSeeds.autoExport + FuzzSeeds.fitbit + FuzzSeeds.apple {
            #expect(!SamsungHealthReader.recognizes(other))
        }
    }

    @Test("a table of days is known in any language, and other programs' tables are not taken for it")
    func daysAreKnown() throws {
        let spanish =
            "Fecha,Calorías (kcal),Distancia (m),Recuento de pasos,Recuento de Minutos Activos\n"
            + "2026-03-25,1800.5,5000,7000,41\n"
        #expect(TakeoutFitReader.recognizes(Array(spanish.utf8)))
        let reading = try takeout([("x.csv", Array(spanish.utf8))])
        #expect(reading.dayTotals("StepCount") == ["2026-03-25": 7_000])
        #expect(reading.dayTotals("AppleExerciseTime") == ["2026-03-25": 41])
        let german = "Datum,Anzahl der Aktivitätsminuten,Kalorien (kcal),Schrittzahl\n2026-03-25,41,1800.5,7000\n"
        #expect(try takeout([("x.csv", Array(german.utf8))]).dayTotals("AppleExerciseTime") == ["2026-03-25": 41])
        for other in [
            "Date,Height (m),Weight (kg)\n2026-03-25,1.80,80\n",
            "Datum,Kalorien (kcal),Eiweiß (g)\n2026-03-25,1800,90\n",
            "Datum,Gewicht (kg),Kalorien (kcal)\n2026-03-25,80,1800\n",
        ] {
            #expect(!TakeoutFitReader.recognizes(Array(other.utf8)), "\(other)")
        }
    }

    // MARK: Shared fixtures

    private static let hasShared = SharedFixtures.folder != nil

    @Test(.enabled(if: hasShared, "the shared fixtures are not on this machine"))
    func samsungGivesTheTruth() throws {
        let files = try SharedFixtures.files("other-synthetic/samsung").map { try SharedFixtures.bytes($0) }
        let reading = try samsung(files)
        let truth = try SharedFixtures.truth()
        #expect(files.count == 4 && reading.damage.isEmpty)
        #expect(reading.dayTotals("StepCount") == truth.days.mapValues { Double($0.steps) })
        #expect(reading.sums("BodyMass") == truth.days.mapValues(\.weight_kg))
        let counts = Dictionary(grouping: reading.samples("HeartRate")) { Reading.day($0.sample.start) }.mapValues(
            \.count
        )
        #expect(counts == truth.days.mapValues(\.hr_n))
        let minutes = truth.days.mapValues { Int64($0.sleep_minutes.values.reduce(0, +)) }
        #expect(reading.nights(HealthCategory.inBed).mapValues { $0 / 60 } == minutes)
    }

    @Test(.enabled(if: hasShared, "the shared fixtures are not on this machine"))
    func googleFitGivesTheTruth() throws {
        let folder = "other-synthetic/takeout_fit"
        let paths = try ["Daily activity metrics", "All Sessions"].flatMap {
            try SharedFixtures.files("\(folder)/\($0)")
        }
        let files = try paths.map { ($0, try SharedFixtures.bytes($0)) }
        let truth = try SharedFixtures.truth()
        let reading = try takeout(files)
        #expect(files.count == 15 && reading.damage.isEmpty)
        #expect(reading.sums("StepCount") == truth.days.mapValues { Double($0.steps) })
        #expect(reading.sums("BodyMass") == truth.days.mapValues(\.weight_kg))
        #expect(reading.dayTotals("StepCount").isEmpty)
        let sums = reading.workouts.map { $0.statistics.compactMap(\.sum).map(Reading.double) }
        #expect(sums == truth.workouts.map { [($0.km * 1_000).rounded(), $0.kcal] })
        // The table of all days alone gives the same days.
        let alone = try takeout(files.filter { $0.0.hasSuffix("Daily activity metrics.csv") })
        #expect(alone.dayTotals("StepCount").filter { $0.value > 0 } == truth.days.mapValues { Double($0.steps) })
    }
}
