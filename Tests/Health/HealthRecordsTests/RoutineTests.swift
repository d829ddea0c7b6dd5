import FoundationEssentials
import HealthInputs
import HealthRecords
import HealthTypes
import SeededRandom
import Testing
import VitalRecords

@Suite("days of activity")
struct RoutineTests {
    @Test("where sources overlap the watch counts, and the phone fills the gaps")
    func sources() throws {
        let body =
            Export.record("100", from: "2026-03-01 08:00:00", to: "2026-03-01 08:10:00")
            + Export.record("60", from: "2026-03-01 08:05:00", to: "2026-03-01 08:15:00", by: "My Watch")
            + Export.record("7", from: "2026-03-01 09:00:00", to: "2026-03-01 09:01:00")
        let records = try Export.run(body, Export.options([.routine])).records
        #expect(records.count == 1)
        // Half of the first sample's time is not covered by the watch.
        #expect(records.first?.value(.steps) == 117)
        var options = try Export.options([.routine])
        options.sourcePriority = ["iPhone"]
        #expect(try Export.run(body, options).records.first?.value(.steps) == 137)
    }

    @Test("equal samples count once")
    func duplicates() throws {
        let sample = Export.record("100", from: "2026-03-01 08:00:00", to: "2026-03-01 08:10:00")
        let records = try Export.run(sample + sample, Export.options([.routine])).records
        #expect(records.first?.value(.steps) == 100)
    }

    @Test("a sample across midnight counts partly on each day")
    func midnight() throws {
        let body = Export.record("90", from: "2026-03-01 23:50:00", to: "2026-03-02 00:20:00")
        let days = Export.tally(try Export.run(body, Export.options([.routine])).records).days
        #expect(days[try #require(LocalDay("2026-03-01"))]?[.steps] == 30)
        #expect(days[try #require(LocalDay("2026-03-02"))]?[.steps] == 60)
    }

    @Test("days follow the zone, with 23 and 25 hours when clocks change")
    func clockChanges() throws {
        let body =
            Export.record("1", from: "2026-03-29 21:59:00", to: "2026-03-29 21:59:30")
            + Export.record("2", from: "2026-03-29 22:00:00", to: "2026-03-29 22:00:30")
            + Export.record("4", from: "2025-10-26 22:59:00", to: "2025-10-26 22:59:30")
            + Export.record("8", from: "2025-10-26 23:00:00", to: "2025-10-26 23:00:30")
        let records = try Export.run(body, Export.options([.routine], zone: "Europe/Berlin")).records
        let days = Export.tally(records).days.mapValues { $0[.steps] }
        #expect(
            days.map { ($0.key.description, $0.value ?? 0) }.sorted { $0.0 < $1.0 }.map(\.0) == [
                "2025-10-26", "2025-10-27", "2026-03-29", "2026-03-30",
            ]
        )
        let lengths = records.compactMap(\.reading).map { reading in
            (reading.details?.end?.timeIntervalSince(reading.timestamp) ?? 0) + 1
        }
        #expect(lengths == [25 * 3_600, 86_400, 23 * 3_600, 86_400])
        #expect(records.map(\.reading?.utcOffset) == [7_200, 3_600, 3_600, 7_200])
    }

    @Test("units of any setting are converted exactly to the metric's own")
    func units() throws {
        let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
        let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
        let body =
            Export.record(distance, "1.5", "mi", from: "2026-03-01 08:00:00", to: "2026-03-01 08:20:00")
            + Export.record(distance, "0.25", "km", from: "2026-03-01 09:00:00", to: "2026-03-01 09:20:00")
            + Export.record(energy, "418.4", "kJ", from: "2026-03-01 08:00:00", to: "2026-03-01 08:20:00")
            + Export.record(energy, "10", "Cal", from: "2026-03-01 09:00:00", to: "2026-03-01 09:20:00")
            + Export.record(energy, "5", "count", from: "2026-03-02 09:00:00", to: "2026-03-02 09:20:00")
        let (records, report) = try Export.run(body, Export.options([.routine]))
        #expect(records.first?.value(.distance) == DecimalNumber("2664.016"))
        #expect(records.first?.value(.activeEnergyBurned) == 110)
        #expect(records.count == 1)
        #expect(report.unknownUnits == 1)
    }

    @Test("standing hours count once, and mindful time counts without overlaps")
    func hoursAndMindfulness() throws {
        func hour(_ value: String, _ hour: Int, by source: String) -> String {
            Export.record(
                "HKCategoryTypeIdentifierAppleStandHour",
                "HKCategoryValueAppleStandHour" + value,
                "",
                from: "2026-03-01 0\(hour):00:00",
                to: "2026-03-01 0\(hour + 1):00:00",
                by: source
            )
        }
        let mindful = "HKCategoryTypeIdentifierMindfulSession"
        let body =
            hour("Stood", 7, by: "a") + hour("Stood", 7, by: "b") + hour("Idle", 7, by: "b") + hour("Idle", 8, by: "a")
            + Export.record(mindful, "", "", from: "2026-03-01 10:00:00", to: "2026-03-01 10:10:00")
            + Export.record(
                mindful,
                "HKCategoryValueNotApplicable",
                "",
                from: "2026-03-01 10:05:00",
                to: "2026-03-01 10:12:00"
            )
        let record = try #require(try Export.run(body, Export.options([.routine])).records.first)
        #expect(record.value(.standHoursCount) == 1)
        #expect(record.value(.idleHoursCount) == 1)
        #expect(record.value(.mindfulDuration) == 720)
    }

    @Test("the sum equals a count second by second")
    func agreesWithSeconds() throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<15 {
            var body = ""
            var samples: [(source: String, start: Int, length: Int, value: Int)] = []
            for _ in 0..<Int.random(in: 1...25, using: &random) {
                let source = ["My Watch", "iPhone", "App"].randomElement(using: &random) ?? ""
                let start = Int.random(in: 0..<3_000, using: &random)
                let length = Int.random(in: 1...400, using: &random)
                guard !samples.contains(where: { $0.source == source && $0.start == start }) else { continue }
                samples.append((source, start, length, length * Int.random(in: 1...9, using: &random)))
            }
            for sample in samples {
                body += Export.record(
                    "\(sample.value)",
                    from: Self.clock(sample.start),
                    to: Self.clock(sample.start + sample.length),
                    by: sample.source
                )
            }
            var total = 0
            for second in 0..<3_400 {
                for source in ["My Watch", "iPhone", "App"] {
                    let covering = samples.filter {
                        $0.source == source && $0.start <= second && second < $0.start + $0.length
                    }
                    guard !covering.isEmpty else { continue }
                    total += covering.reduce(0) { $0 + $1.value / $1.length }
                    break
                }
            }
            let record = try Export.run(body, Export.options([.routine])).records.first
            #expect(record?.value(.steps) == DecimalNumber(Int64(total)))
        }
    }

    private static func clock(_ second: Int) -> String {
        "2026-03-01 12:\(second / 60 < 10 ? "0" : "")\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
    }

    @Test("only selected days are made")
    func range() throws {
        let body = (1...9).map {
            Export.record("\($0)", from: "2026-03-0\($0) 12:00:00", to: "2026-03-0\($0) 12:01:00")
        }
        var options = try Export.options([.routine])
        options.firstDay = LocalDay("2026-03-03")
        options.lastDay = LocalDay("2026-03-05")
        #expect(
            try Export.run(body.joined(), options).records.map(\.day.description) == [
                "2026-03-03", "2026-03-04", "2026-03-05",
            ]
        )
    }

    @Test("the last day of the type at which a file was cut is held back")
    func cut() throws {
        let weight = Export.record("HKQuantityTypeIdentifierBodyMass", "80.10", "kg", from: "2026-03-03 07:00:00")
        let body =
            weight
            + (1...3).map { Export.record("\($0)", from: "2026-03-0\($0) 12:00:00", to: "2026-03-0\($0) 12:01:00") }
            .joined() + "<Record type=\"HKQuanti"
        let (records, report) = try Export.run(body, Export.options([.routine, .weight]), isWhole: false)
        #expect(records.map(\.day.description).sorted() == ["2026-03-01", "2026-03-02", "2026-03-03"])
        #expect(records.filter { $0.type == .routine }.count == 2)
        #expect(report.scan.cut != nil)
    }
}
