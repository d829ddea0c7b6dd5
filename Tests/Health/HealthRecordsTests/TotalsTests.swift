import HealthInputs
import HealthRecords
import HealthTypes
import Testing
import VitalRecords

/// Daily sums together with samples: which source counts.
@Suite("sums of days")
struct TotalsTests {
    private static let day = LocalDay("2026-03-10")
    private static let food = "HKQuantityTypeIdentifierDietaryProtein"
    private static let stand = "HKCategoryTypeIdentifierAppleStandHour"

    /// One statement of a source.
    enum Saying: Sendable {
        case total(Int64, String, unit: String? = "count", type: String = Export.steps, day: Int = 0)
        /// A sample of one hour that begins at an hour of the day.
        case sample(Int64, String, hour: Int64, unit: String? = "count", type: String = Export.steps)
    }

    private static func say(_ sayings: [Saying], to sink: inout HealthCollector) throws {
        let number = try #require(day).number
        var types: [String: Int] = [:]
        func type(_ name: String) throws -> Int {
            if let known = types[name] { return known }
            let number = sink.type(name)
            types[name] = number
            return try #require(number)
        }
        for saying in sayings {
            switch saying {
            case .total(let value, let source, let unit, let name, let later):
                let total = HealthDayTotal(
                    type: try type(name),
                    source: sink.source(HealthSource(name: source)),
                    unit: unit.map { sink.unit($0) },
                    day: number + later,
                    value: DecimalNumber(value)
                )
                sink.receive(.dayTotal(total))
            case .sample(let value, let source, let hour, let unit, let name):
                let start = Int64(number) * 86_400 + hour * 3_600
                sink.receive(
                    HealthSample(
                        type: try type(name),
                        source: sink.source(HealthSource(name: source)),
                        unit: unit.map { sink.unit($0) },
                        start: start,
                        end: start + 3_600,
                        value: DecimalNumber(value)
                    )
                )
            }
        }
    }

    private static func run(
        _ sayings: [Saying],
        zone: String = "UTC",
        budget: Int? = nil
    ) throws -> (records: [HealthRecord], report: HealthImportReport) {
        var options = try Export.options(zone: zone)
        options.sourcePriority = ["High", "Low"]
        if let budget { options.memoryBudget = budget }
        var records: [HealthRecord] = []
        let report = try HealthImport(options).run { collector in
            try say(sayings, to: &collector)
            return HealthScanReport()
        } emit: {
            records.append($0)
        }
        return (records, report)
    }

    private func steps(_ sayings: [Saying], zone: String = "UTC") throws -> DecimalNumber? {
        let records = try Self.run(sayings, zone: zone).records
        #expect(records.count <= 1)
        return records.first?.value(.steps)
    }

    private static let ranked: [([Saying], Int64)] = [
        // The largest sum of one source counts.
        ([Saying.total(400, "High"), .total(900, "High"), .total(700, "High")], 900),
        // The higher of two sources counts, in any order and even if its sum is smaller.
        ([.total(900, "Low"), .total(400, "High")], 400), ([.total(400, "High"), .total(900, "Low")], 400),
        // A sum includes the samples of its own source, and overrides those of a lower one.
        ([.sample(300, "High", hour: 8), .total(400, "High")], 400),
        ([.sample(300, "Low", hour: 8), .total(400, "High")], 400),
        // A higher source's samples override a lower one's sum, but not its samples.
        ([.sample(300, "High", hour: 8), .total(4_000, "Low")], 300),
        ([.sample(300, "High", hour: 8), .total(4_000, "Low"), .sample(200, "Low", hour: 9)], 500),
        // A third source's sum does not hide the samples of a higher source.
        ([.total(4_000, "Low"), .total(9_000, "Other"), .sample(20, "High", hour: 3)], 20),
        // A sum from noon: its own source's samples exceed it by the evening, but a lower source's do not count.
        ([.total(400, "High"), .sample(300, "High", hour: 8), .sample(500, "High", hour: 18)], 800),
        ([.total(400, "High"), .sample(300, "High", hour: 8), .sample(500, "Low", hour: 18)], 400),
        // A sum of zero does not count.
        ([.total(0, "High"), .total(700, "Low")], 700),
    ]

    @Test(arguments: ranked)
    func sourcesAreRanked(sayings: [Saying], expected: Int64) throws {
        #expect(try steps(sayings) == DecimalNumber(expected))
    }

    @Test(
        "a day's sum counts on its own date, whatever the zone",
        arguments: [
            "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "UTC",
        ]
    )
    func zones(zone: String) throws {
        let (records, _) = try Self.run([.total(10, "High"), .total(20, "High", day: 1)], zone: zone)
        let days = Export.tally(records).days
        #expect(days.count == 2)
        for (date, steps) in [("2026-03-10", 10), ("2026-03-11", 20)] as [(String, Int64)] {
            #expect(days[try #require(LocalDay(date))]?[.steps] == DecimalNumber(steps))
        }
        #expect(records.map(\.details?.category) == ["daily", "daily"])
    }

    @Test(
        "where the input breaks off in sums of days, the last day is left out in every zone",
        arguments: ["Pacific/Kiritimati", "Pacific/Auckland", "Pacific/Pago_Pago", "UTC"],
        [false, true]
    )
    func cut(zone: String, isMixed: Bool) throws {
        let number = try #require(Self.day).number
        var records: [HealthRecord] = []
        _ = try HealthImport(Export.options(zone: zone)).run { collector in
            try Self.say((0..<3).map { .total(10 + Int64($0), "High", day: $0) }, to: &collector)
            var report = HealthScanReport()
            report.cut = HealthCut(
                type: isMixed ? nil : Export.steps,
                lastStart: nil,
                lastDay: number + 2,
                isOrdered: true,
                isGroupedByType: !isMixed
            )
            return report
        } emit: {
            records.append($0)
        }
        #expect(records.map(\.day.number) == [number, number + 1])
        #expect(records.map { $0.value(.steps) } == [10, 11])
    }

    @Test("samples at both ends of a day in another zone are covered by the day's sum")
    func edges() throws {
        // In Kiritimati 10 March lasts from 10:00 UTC on the 9th to 10:00 UTC on the 10th.
        let sayings = [Saying.total(1_000, "High"), .sample(5, "Low", hour: -13), .sample(7, "Low", hour: 9)]
        #expect(try steps(sayings, zone: "Pacific/Kiritimati") == 1_000)
    }

    @Test("an import in parts gives the same result")
    func parts() throws {
        var sayings: [Saying] = []
        for day in 0..<200 {
            sayings.append(.total(Int64(1_000 + day), "Low", day: day))
            if day % 3 == 0 { sayings.append(.sample(Int64(day + 1), "High", hour: Int64(day * 24 + 5))) }
        }
        let whole = try Self.run(sayings)
        let parts = try Self.run(sayings, budget: 3_000)
        #expect(whole.report.passes == 1 && parts.report.passes > 2)
        #expect(whole.records.count == 200)
        #expect(Export.tally(parts.records) == Export.tally(whole.records))
        let fourth = try #require(LocalDay("2026-03-13"))
        #expect(Export.tally(whole.records).days[fourth]?[.steps] == 4)
    }

    @Test("units are converted before sums are compared, and a unit that does not fit the metric is reported")
    func units() throws {
        let distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
        let (records, report) = try Self.run([
            .total(900, "High", unit: "m", type: distance), .total(1, "High", unit: "km", type: distance),
            .total(5, "High", unit: "kg", type: distance),
        ])
        #expect(records.map { $0.value(.distance) } == [1_000])
        #expect(report.unknownUnits == 1)
    }

    @Test("a day's sum of food replaces the samples of its own source only")
    func foods() throws {
        let (records, _) = try Self.run([
            .total(50, "High", unit: "g", type: Self.food), .sample(20, "High", hour: 8, unit: "g", type: Self.food),
            .sample(30, "Low", hour: 8, unit: "g", type: Self.food),
        ])
        #expect(Set(records.map { $0.value(.protein) }) == [50, 30])
    }

    @Test("samples of standing hours take precedence over their daily sum")
    func standing() throws {
        let total = Saying.total(9, "High", unit: nil, type: Self.stand)
        let alone = try Self.run([total]).records
        #expect(alone.map { $0.value(.standHoursCount) } == [9])
        #expect(alone.first?.value(.idleHoursCount) == nil)
        let hour = Saying.sample(HealthCategory.stood, "Low", hour: 8, unit: nil, type: Self.stand)
        #expect(try Self.run([total, hour]).records.map { $0.value(.standHoursCount) } == [1])
    }
}
