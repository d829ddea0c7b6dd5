import Archive
import Files
import Foundation
import GRDB
import HealthInputs
import HealthTypes
import SeededRandom
import TestSupport
import Testing
import VitalRecords
import health_fuzz

@testable import HealthConnect

/// Health Connect's database.
@Suite struct HealthConnectTests {
    private func read(_ path: String) throws -> Reading {
        var reading = Reading()
        reading.reports = [try HealthConnectReader().read(path: path, into: &reading.sink)]
        return reading
    }

    /// A small database with every kind of table.
    private func make(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE application_info_table(row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
                    INSERT INTO application_info_table VALUES (1, 'a.b', 'Tracker'), (2, 'c.d', NULL);
                    CREATE TABLE steps_record_table(row_id INTEGER PRIMARY KEY, app_info_id INTEGER, start_time INTEGER,
                        start_zone_offset INTEGER, end_time INTEGER, count INTEGER);
                    INSERT INTO steps_record_table VALUES (1, 1, 1774418400000, 3600, 1774419300000, 278),
                        (2, 2, 1774419300000, -12600, 1774420200000, 67), (3, 1, 'x', 0, 0, 1);
                    CREATE TABLE active_calories_burned_record_table(app_info_id INTEGER, start_time INTEGER,
                        end_time INTEGER, energy REAL);
                    INSERT INTO active_calories_burned_record_table VALUES (1, 1774418400000, 1774419300000, 12500.5);
                    CREATE TABLE blood_glucose_record_table(app_info_id INTEGER, time INTEGER, level REAL,
                        relation_to_meal INTEGER);
                    INSERT INTO blood_glucose_record_table VALUES (1, 1774418400000, 5.1, 4);
                    CREATE TABLE blood_pressure_record_table(app_info_id INTEGER, time INTEGER, systolic REAL,
                        diastolic REAL);
                    INSERT INTO blood_pressure_record_table VALUES (1, 1774418400000, 118.0, 76.0);
                    CREATE TABLE heart_rate_record_table(row_id INTEGER PRIMARY KEY, app_info_id INTEGER);
                    INSERT INTO heart_rate_record_table VALUES (9, 1);
                    CREATE TABLE heart_rate_record_series_table(parent_key INTEGER, beats_per_minute INTEGER,
                        epoch_millis INTEGER);
                    INSERT INTO heart_rate_record_series_table VALUES (9, 61, 1774418400000);
                    CREATE TABLE sleep_session_record_table(row_id INTEGER PRIMARY KEY, app_info_id INTEGER,
                        start_time INTEGER, end_time INTEGER);
                    INSERT INTO sleep_session_record_table VALUES (1, 1, 1774388696000, 1774415516000),
                        (2, 1, 1774488696000, 1774495896000);
                    CREATE TABLE sleep_stages_table(parent_key INTEGER, stage_start_time INTEGER,
                        stage_end_time INTEGER, stage_type INTEGER);
                    INSERT INTO sleep_stages_table VALUES (1, 1774388696000, 1774390556000, 6),
                        (1, 1774390556000, 1774391936000, 3);
                    CREATE TABLE exercise_session_record_table(app_info_id INTEGER, start_time INTEGER,
                        end_time INTEGER, exercise_type INTEGER);
                    INSERT INTO exercise_session_record_table VALUES (1, 1774418400000, 1774420200000, 33);
                    """
            )
        }
        try queue.close()
    }

    @Test func everyTableIsRead() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let path = folder.appending(path: "export.db").path
        try make(path)
        let reading = try read(path)
        #expect(reading.samples("StepCount").map(\.source) == ["Tracker", "c.d"])
        #expect(reading.samples("StepCount").map(\.sample.value) == [278, 67])
        #expect(reading.damage.map(\.element) == ["steps_record_table"])
        let energy = try #require(reading.samples("ActiveEnergyBurned").first)
        #expect(energy.unit == "cal" && energy.sample.value == DecimalNumber("12500.5"))
        #expect(reading.samples("BloodGlucose").map(\.sample.flags) == [.afterMeal])
        #expect(reading.samples("Systolic").map(\.sample.value) == [118])
        #expect(reading.samples("HeartRate").map(\.sample.value) == [61])
        #expect(reading.nights(HealthCategory.asleepREM) == ["2026-03-25": 1_860])
        #expect(reading.nights(HealthCategory.asleepUnspecified) == ["2026-03-26": 7_200])
        #expect(reading.samples("SleepAnalysis").count == 4)
        #expect(reading.workouts.map(\.activity) == ["HKWorkoutActivityTypeRunning"])
        #expect(reading.sink.items.contains(.event(.zoneHint(ZoneHint(time: 1_774_419_300, zone: .clock(73_800))))))
    }

    @Test("rows of tables that do not become records are counted by their table")
    func unusedTables() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.url.appending(path: "export.db").path
        try make(path)
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE bone_mass_record_table(app_info_id INTEGER, time INTEGER, mass REAL);
                    INSERT INTO bone_mass_record_table VALUES (1, 1774418400000, 3000), (1, 1774504800000, 3010);
                    CREATE TABLE vo2_max_record_table(app_info_id INTEGER, time INTEGER);
                    CREATE TABLE weight_record_table(app_info_id INTEGER, measured INTEGER, weight REAL);
                    INSERT INTO weight_record_table VALUES (1, 1774418400000, 70000);
                    """
            )
        }
        try queue.close()
        let counted = try read(path).reports[0].elements.filter { $0.key.hasPrefix("Health Connect") }
        // A table without the known column of times is not read either.
        #expect(counted == ["Health Connect bone_mass": 2, "Health Connect weight": 1])
    }

    /// Android's own export has numeric codes in text columns, and foods with their meals.
    @Test func mealsAndWhatAPersonTypedAreTold() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.url.appending(path: "export.db").path
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE application_info_table(row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
                    CREATE TABLE blood_glucose_record_table(app_info_id INTEGER, time INTEGER, level REAL,
                        relation_to_meal TEXT, recording_method INTEGER);
                    INSERT INTO blood_glucose_record_table VALUES (1, 1774418400000, 5.1, '3', 3),
                        (1, 1774418500000, 6.1, '1', 1);
                    CREATE TABLE nutrition_record_table(app_info_id INTEGER, start_time INTEGER, end_time INTEGER,
                        energy REAL, protein REAL, meal_name TEXT, meal_type INTEGER);
                    INSERT INTO nutrition_record_table VALUES (1, 1774418400000, 1774418400000, 320000, 12, 'Oats', 1),
                        (1, 1774428400000, 1774428400000, 90000, 2, 'Apple', 0);
                    CREATE TABLE exercise_session_record_table(app_info_id INTEGER, start_time INTEGER,
                        end_time INTEGER, exercise_type INTEGER, recording_method INTEGER);
                    INSERT INTO exercise_session_record_table VALUES (1, 1774418400000, 1774420200000, 4, 3);
                    CREATE TABLE mindfulness_session_record_table(app_info_id INTEGER, start_time INTEGER,
                        end_time INTEGER);
                    INSERT INTO mindfulness_session_record_table VALUES (1, 1774418400000, 1774419000000);
                    """
            )
        }
        try queue.close()
        let reading = try read(path)
        #expect(reading.samples("BloodGlucose").map(\.sample.flags) == [[.beforeMeal, .userEntered], []])
        #expect(reading.meals.map(\.name) == ["Breakfast", "Apple"])
        #expect(reading.samples("DietaryProtein").map(\.sample.value) == [12, 2])
        #expect(reading.workouts.map(\.activity) == ["HKWorkoutActivityTypeCycling"])
        #expect(reading.workouts.map(\.isUserEntered) == [true])
        #expect(reading.samples("MindfulSession").map { $0.sample.end - $0.sample.start } == [600])
    }

    /// Sorted rows could go to a file in /var/tmp, where people's records do not belong.
    @Test func nothingGoesToTemporaryFiles() throws {
        let temporary = try TemporaryFolder()
        let path = temporary.url.appending(path: "export.db").path
        try make(path)
        let memory = 2
        let queue = try HealthConnectReader.open(path)
        #expect(try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA temp_store") } == memory)
        try queue.close()
    }

    @Test func otherFilesAreErrors() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let text = folder.appending(path: "text.db")
        try Data("nothing of the kind, but long enough to be looked at".utf8).write(to: text)
        #expect { try read(text.path) } throws: { ($0 as? HealthInputsError)?.code == .unreadable }
        let other = folder.appending(path: "other.db").path
        let queue = try DatabaseQueue(path: other)
        try queue.write { try $0.execute(sql: "CREATE TABLE t(a)") }
        try queue.close()
        #expect { try read(other) } throws: { ($0 as? HealthInputsError)?.code == .unknownInput }
    }

    @Test func damagedDatabasesNeverTrap() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let path = folder.appending(path: "export.db").path
        try make(path)
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        var random = SplitMix64(seed: 6)
        var failures = 0
        for number in 0..<150 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(
                    in: 0...255,
                    using: &random
                )
            }
            if number % 3 == 0 { changed.removeLast(Int.random(in: 0..<changed.count, using: &random)) }
            let copy = folder.appending(path: "\(number).db")
            try Data(changed).write(to: copy)
            do { failures += try read(copy.path).damage.count > 1 ? 1 : 0 } catch is HealthInputsError {
                failures += 1
            }
        }
        #expect(failures > 20)
    }

    @Test(.enabled(if: SharedFixtures.folder != nil, "the shared fixtures are not on this machine"))
    func theExportGivesTheTruth() throws {
        let file = try #require(SharedFixtures.folder).appending(path: "other-synthetic/health_connect_export.db")
        let reading = try read(file.path)
        let truth = try SharedFixtures.truth()
        #expect(reading.damage.isEmpty)
        #expect(reading.sums("StepCount") == truth.days.mapValues { Double($0.steps) })
        #expect(reading.sums("BodyMass").mapValues { $0 / 1_000 } == truth.days.mapValues(\.weight_kg))
        let names = [
            "light": HealthCategory.asleepCore, "deep": HealthCategory.asleepDeep, "rem": HealthCategory.asleepREM,
            "wake": HealthCategory.awake,
        ]
        for (name, stage) in names {
            let expected = truth.days.mapValues { Int64($0.sleep_minutes[name] ?? 0) }
            #expect(reading.nights(stage).mapValues { $0 / 60 } == expected, "\(name)")
        }
    }

    @Test func copiesOfKilledProcessesAreTakenAwayAndNoOthers() throws {
        let place = try TemporaryFolder()
        let old = Date(timeIntervalSinceNow: -7_200)
        func make(_ name: String, isOld: Bool = true) throws -> URL {
            let url = place.url.appending(path: name)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            try Data([1]).write(to: url.appending(path: "health_connect_export.db"))
            try Data("1\n".utf8).write(to: url.appending(path: "lock"))
            if isOld { try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: url.path) }
            return url
        }
        _ = try make("vitalbus-health-dead")
        let held = try make("vitalbus-health-held")
        _ = try make("vitalbus-health-young", isOld: false)
        let other = try make("somebody-else")
        let link = place.url.appending(path: "vitalbus-health-link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
        let lock = try FileLock(held.appending(path: "lock").path)
        #expect(DeadCopies.sweep(place.url) == 1)
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.url.path).sorted() }
        let left = ["somebody-else", "vitalbus-health-held", "vitalbus-health-link", "vitalbus-health-young"]
        #expect(try names() == left)
        withExtendedLifetime(lock) {}
    }

    @Test func aCopyHasTheNameThatIsLookedFor() throws {
        let place = try TemporaryFolder()
        let path = place.url.appending(path: "health_connect_export.db").path
        try make(path)
        let input = try HealthInput(ReadableFile(path: path))
        func copies() throws -> Set<String> {
            let folder = place.url
            return Set(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                    $0.hasPrefix("vitalbus-health-")
                }
            )
        }
        let before = try copies()
        var sink = FuzzSink()
        var isHeld = false
        _ = try input.readAll(into: &sink, salt: [], copies: place.url) { _ in
            if try !copies().isSubset(of: before) { isHeld = true }
        }
        #expect(sink.count > 0)
        #expect(isHeld)
        #expect(try copies() == before)
    }
}
