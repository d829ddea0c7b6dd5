import HealthRecords
import HealthTypes
import Testing
import VitalRecords

@Suite("nights")
struct SleepTests {
    @Test("stages become one night for each source, on the day of waking up")
    func stages() throws {
        let body =
            Export.sleep("InBed", from: "2026-03-01 22:00:00", to: "2026-03-02 06:00:00", by: "iPhone")
            + Export.sleep("AsleepCore", from: "2026-03-01 23:00:00", to: "2026-03-02 01:00:00")
            + Export.sleep("AsleepDeep", from: "2026-03-02 01:00:00", to: "2026-03-02 02:00:00")
            + Export.sleep("Awake", from: "2026-03-02 02:00:00", to: "2026-03-02 02:10:00")
            + Export.sleep("AsleepREM", from: "2026-03-02 02:10:00", to: "2026-03-02 03:10:00")
            + Export.sleep("AsleepUnspecified", from: "2026-03-02 03:30:00", to: "2026-03-02 05:00:00")
            + Export.sleep(
                "AsleepUnspecified",
                from: "2026-03-01 22:30:00",
                to: "2026-03-02 05:00:00",
                by: "Another App"
            )
        let (records, report) = try Export.run(body, Export.options([.sleep]))
        #expect(records.map(\.day.description) == ["2026-03-02", "2026-03-02"])
        #expect(report.skippedNights == 1)
        let night = records[0]
        #expect(night.value(.sleepDuration) == 19_800)
        #expect(night.value(.lightSleep) == 12_600)
        #expect(night.value(.deepSleep) == 3_600)
        #expect(night.value(.remSleep) == 3_600)
        #expect(night.value(.awakeDuration) == 600)
        #expect(night.value(.awakeCount) == 1)
        #expect(night.value(.inBedDuration) == nil)
        #expect(records[1].value(.inBedDuration) == 28_800)
        let days = Export.tally(records).days
        #expect(days[records[0].day]?[.inBedDuration] == 28_800)
        #expect(days[records[0].day]?[.sleepDuration] == 19_800)
    }

    @Test("overlaps count once, and a stage takes precedence over sleep as a whole")
    func overlaps() throws {
        let body =
            Export.sleep("InBed", from: "2026-03-01 22:00:00", to: "2026-03-02 06:00:00", by: "App")
            + Export.sleep("AsleepUnspecified", from: "2026-03-01 23:00:00", to: "2026-03-02 05:00:00", by: "App")
            + Export.sleep("AsleepUnspecified", from: "2026-03-01 23:00:00", to: "2026-03-02 04:00:00", by: "App")
            + Export.sleep("AsleepDeep", from: "2026-03-02 01:00:00", to: "2026-03-02 02:00:00", by: "App")
        let night = try #require(try Export.run(body, Export.options([.sleep])).records.first)
        #expect(night.value(.sleepDuration) == 21_600)
        #expect(night.value(.lightSleep) == 18_000)
    }

    @Test("times awake that overlap or follow each other are one awakening")
    func awakenings() throws {
        let body =
            Export.sleep("AsleepCore", from: "2026-03-01 23:00:00", to: "2026-03-02 06:00:00")
            + Export.sleep("Awake", from: "2026-03-02 02:00:00", to: "2026-03-02 02:10:00")
            + Export.sleep("Awake", from: "2026-03-02 02:05:00", to: "2026-03-02 02:10:00")
            + Export.sleep("Awake", from: "2026-03-02 02:10:00", to: "2026-03-02 02:15:00")
            + Export.sleep("Awake", from: "2026-03-02 04:00:00", to: "2026-03-02 04:01:00")
        let night = try #require(try Export.run(body, Export.options([.sleep])).records.first)
        #expect(night.value(.awakeCount) == 2)
        #expect(night.value(.awakeDuration) == 960)
    }

    @Test("sleep as a whole around the stages of a night does not count the time awake")
    func whole() throws {
        let body =
            Export.sleep("AsleepUnspecified", from: "2026-03-01 23:00:00", to: "2026-03-02 06:00:00")
            + Export.sleep("AsleepCore", from: "2026-03-01 23:00:00", to: "2026-03-02 02:00:00")
            + Export.sleep("AsleepDeep", from: "2026-03-02 02:00:00", to: "2026-03-02 03:00:00")
            + Export.sleep("Awake", from: "2026-03-02 03:00:00", to: "2026-03-02 03:30:00")
            + Export.sleep("AsleepREM", from: "2026-03-02 03:30:00", to: "2026-03-02 06:00:00")
        let night = try #require(try Export.run(body, Export.options([.sleep])).records.first)
        #expect(night.value(.sleepDuration) == 23_400)
        #expect(night.value(.lightSleep) == 10_800)
        #expect(night.value(.awakeDuration) == 1_800)
    }

    @Test("a break of an hour makes two sleeps on one day: the night and a nap")
    func naps() throws {
        let body =
            Export.sleep("AsleepCore", from: "2026-03-02 00:00:00", to: "2026-03-02 03:00:00")
            + Export.sleep("AsleepCore", from: "2026-03-02 04:00:00", to: "2026-03-02 06:00:00")
            + Export.sleep("AsleepCore", from: "2026-03-02 13:00:00", to: "2026-03-02 13:30:00")
        let records = try Export.run(body, Export.options([.sleep])).records
        #expect(records.count == 1)
        #expect(records[0].value(.sleepDuration) == 18_000)
        #expect(records[0].value("nap_duration") == 1_800)
    }
}
