import FoundationEssentials
import HealthInputs
import HealthRecords
import HealthTypes
import SeededRandom
import Testing
import VitalRecords

/// Data that is kept after an import, and its merging with later files.
@Suite("kept days")
struct KeptTests {
    /// Midnight on 10 March 2026 (UTC).
    private static let midnight: Int64 = 1_773_100_800
    private static let number = 20_522
    private static let watch = HealthSource(name: "Watch", kind: .watch)
    private static let phone = HealthSource(name: "Phone", kind: .phone)

    private static func sample(
        _ value: Int64,
        _ hour: Double,
        to end: Double? = nil,
        told: Int64,
        grain: KeptGrain = .sample,
        unit: String? = "count"
    ) -> KeptSample {
        let start = midnight + Int64((hour * 3_600).rounded())
        return KeptSample(
            start: start,
            end: end.map { midnight + Int64(($0 * 3_600).rounded()) } ?? start,
            value: DecimalNumber(value),
            unit: unit,
            grain: grain,
            told: told
        )
    }

    /// A person's kept series, without a store.
    private struct Box {
        var series: [KeptKey: KeptSeries] = [:]
        var type = Export.steps

        mutating func take(_ source: HealthSource, _ samples: [KeptSample], _ totals: [KeptTotal] = []) {
            for (day, own) in Dictionary(grouping: samples, by: { KeptKey.day(at: $0.start) }) {
                add(KeptSeries(source, samples: own), day)
            }
            if !totals.isEmpty { add(KeptSeries(source, totals: totals), number) }
        }

        private mutating func add(_ file: KeptSeries, _ day: Int) {
            let key = KeptKey(day: day, type: type, source: file.source.name)
            if series[key]?.take(file) == nil { series[key] = file }
        }

        func load(_ days: ClosedRange<Int>) -> [(KeptKey, KeptSeries)] {
            series.filter { days.contains($0.key.day) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }

        func records(_ options: HealthImportOptions, days: Set<Int> = [number]) throws -> [HealthRecord] {
            var records: [HealthRecord] = []
            let kept = KeptDays(days)
            _ = try HealthImport(options).run { collector in
                try kept.feed(into: &collector, load: load)
                return HealthScanReport()
            } emit: {
                if kept.includes($0.day) { records.append($0) }
            }
            return records
        }

        func steps() throws -> DecimalNumber? {
            try records(Export.options()).first { $0.day == LocalDay(number: number) }?.value(.steps)
        }
    }

    @Test("for one time the newer file counts, whichever is imported first", arguments: [false, true])
    func newerCounts(isReversed: Bool) throws {
        var box = Box()
        let files = [Self.sample(100, 12, to: 13, told: 1), Self.sample(250, 12, to: 13, told: 2)]
        for file in isReversed ? files.reversed() : files { box.take(Self.watch, [file]) }
        #expect(try box.steps() == 250)
        #expect(box.series.values.flatMap(\.samples).count == 1)
    }

    @Test("a newer file's several values for one time replace the older file's")
    func severalValues() throws {
        var box = Box(type: "HKQuantityTypeIdentifierDietaryProtein")
        let meal = [10, 20].map { Self.sample($0, 12, told: 1, unit: "g") }
        box.take(Self.phone, meal)
        #expect(try box.records(Export.options()).map { $0.value(.protein) } == [30])
        box.take(Self.phone, [Self.sample(25, 12, told: 2, unit: "g")])
        #expect(try box.records(Export.options()).map { $0.value(.protein) } == [25])
    }

    @Test("sources keep their ranks across files")
    func ranks() throws {
        var box = Box()
        box.take(Self.phone, [Self.sample(900, 8, to: 9, told: 5), Self.sample(300, 9, to: 10, told: 5)])
        box.take(Self.watch, [Self.sample(1_000, 8, to: 9, told: 1)])
        #expect(try box.steps() == 1_300)
    }

    @Test("an hour, its minutes and its samples are one hour")
    func grains() throws {
        var box = Box()
        let minutes = (0..<60).map { Self.sample(5, 12 + Double($0) / 60, told: 1, grain: .minute) }
        box.take(Self.watch, minutes)
        box.take(Self.watch, [Self.sample(31, 12.5, told: 3), Self.sample(9, 12.75, told: 3)])
        // The smallest value for a minute is dropped: larger ones replace two minutes.
        #expect(try box.steps() == 330)
        box.take(HealthSource(name: "Phone|Watch", kind: .watch), [Self.sample(340, 12, told: 2, grain: .hour)])
        #expect(try box.steps() == 340)
        box.take(Self.watch, [Self.sample(100, 13, told: 4, grain: .hour)])
        #expect(try box.steps() == 440)
    }

    @Test("a night that a newer file splits differently is one night")
    func nights() throws {
        var box = Box(type: HealthIdentifier.sleep)
        func stage(_ value: Int64, _ start: Double, _ end: Double, told: Int64) -> KeptSample {
            Self.sample(value, start, to: end, told: told, unit: nil)
        }
        box.take(
            Self.watch,
            [stage(HealthCategory.asleepCore, -1, 1, told: 1), stage(HealthCategory.asleepDeep, 1, 1.5, told: 1)]
        )
        box.take(
            Self.watch,
            [stage(HealthCategory.asleepCore, -1, 4, told: 2), stage(HealthCategory.asleepDeep, 4, 5.5, told: 2)]
        )
        let records = try box.records(Export.options())
        #expect(records.map { $0.value(.sleepDuration) } == [23_400])
        #expect(records.map { $0.value(.deepSleep) } == [5_400])
    }

    @Test("the newest daily sum counts, and the source's later samples are added")
    func totals() throws {
        func total(_ value: Int64, told hour: Double, part: Int? = nil) -> KeptTotal {
            let told = (Self.midnight + Int64(hour * 3_600)) * 1_000
            return KeptTotal(value: DecimalNumber(value), unit: "count", part: part, start: Self.midnight, told: told)
        }
        var box = Box()
        box.take(Self.phone, [], [total(400, told: 12)])
        box.take(HealthSource(name: "Phone|Watch", kind: .phone), [], [total(900, told: 15)])
        #expect(try box.steps() == 900)
        box.take(Self.phone, [], [total(500, told: 13)])
        #expect(try box.steps() == 900)
        box.take(Self.phone, [Self.sample(30, 14, told: 9, grain: .hour), Self.sample(70, 15, told: 9, grain: .hour)])
        #expect(try box.steps() == 970)
        // One device's counters: each by itself, and the largest value of each.
        var counters = Box()
        counters.take(Self.watch, [], [total(3_000, told: 12, part: 6), total(900, told: 12, part: 1)])
        counters.take(Self.watch, [], [total(8_000, told: 20, part: 6)])
        counters.take(Self.watch, [], [total(7_000, told: 21, part: 6)])
        #expect(try counters.steps() == 8_900)
    }

    @Test(
        "days outside a file are not reported, wherever the person is",
        arguments: [
            "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata", "UTC",
        ]
    )
    func touchedDays(zone: String) throws {
        var box = Box()
        var truth: [LocalDay: DecimalNumber] = [:]
        for hour in -240..<240 { box.take(Self.watch, [Self.sample(1, Double(hour), to: Double(hour) + 1, told: 1)]) }
        for record in try box.records(Export.options(zone: zone), days: Set((-11...11).map { Self.number + $0 })) {
            truth[record.day] = record.value(.steps)
        }
        let records = try box.records(Export.options(zone: zone))
        #expect(records.count == 3)
        for record in records {
            #expect(record.value(.steps) == truth[record.day])
            #expect(record.value(.steps) == 24)
        }
    }

    @Test("an app's dates give the zone if nothing else does", arguments: [-39_600, -36_000, 50_400, 3_600])
    func writtenZone(offset: Int) throws {
        var options = try Export.options(zone: nil)
        options.machineZone = "Asia/Tokyo"
        // Ten minutes before and ten minutes after the person's midnight.
        let midnight = Self.midnight - Int64(offset)
        var records: [HealthRecord] = []
        let report = try HealthImport(options).run { collector in
            let known = collector.type(Export.steps)
            let type = try #require(known)
            let (source, unit) = (collector.source(Self.phone), collector.unit("count"))
            for time in [midnight - 600, midnight + 600] {
                collector.receive(.zoneHint(ZoneHint(time: time, zone: .written(offset))))
                let sample = HealthSample(type: type, source: source, unit: unit, start: time, end: time + 60, value: 1)
                collector.receive(sample)
            }
            return HealthScanReport()
        } emit: {
            records.append($0)
        }
        #expect(records.map(\.day.number) == [Self.number - 1, Self.number])
        #expect(report.zone.utcOffset == offset)
    }

    @Test("stored data is restored, and malformed data is refused")
    func coding() throws {
        var samples = [Self.sample(1, 3, told: 7), Self.sample(-5, 4, to: 5, told: 8, grain: .hour, unit: nil)]
        samples[0].flags = .userEntered
        samples[1].value = DecimalNumber(mantissa: 12_345, exponent: -3)
        let total = KeptTotal(value: 5, unit: "m", part: 2, start: Self.midnight, told: 9)
        var series = KeptSeries(
            HealthSource(name: "A|B", kind: .watch, manufacturer: "C", model: "D"),
            samples: samples,
            totals: [total]
        )
        series.take(KeptSeries(series.source, totals: [KeptTotal(value: 6, unit: nil, part: nil, start: nil, told: 9)]))
        let bytes = try JSONEncoder().encode(series)
        #expect(try JSONDecoder().decode(KeptSeries.self, from: bytes) == series)
        let text = String(decoding: bytes, as: UTF8.self)
        var random = SplitMix64(seed: 3)
        for _ in 0..<300 {
            var broken = Array(text.utf8)
            let place = Int.random(in: 0..<broken.count, using: &random)
            broken[place] = UInt8(ascii: "0") + UInt8.random(in: 0..<10, using: &random)
            _ = try? JSONDecoder().decode(KeptSeries.self, from: Data(broken))
        }
        let far = text.replacing("\"base\":", with: "\"base\":9223372036854775807,\"x\":")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(KeptSeries.self, from: Data(far.utf8)) }
    }

    /// Samples of two sources over three days, from files that overlap and are imported in any order.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func anyOrderOfFilesIsTheUnion(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var walks: [(source: HealthSource, sample: KeptSample)] = []
        for source in [Self.watch, Self.phone] {
            var hour = -20.0
            while hour < 40 {
                let end = hour + Double.random(in: 0.02...1.5, using: &random)
                let steps = Int64.random(in: 1...900, using: &random)
                walks.append((source, Self.sample(steps, hour, to: end, told: 0)))
                hour = end + Double.random(in: 0.01...2, using: &random)
            }
        }
        var whole = Box()
        for walk in walks { whole.take(walk.source, [walk.sample]) }
        let days = Set(Self.number - 3...Self.number + 4)
        let truth = Export.tally(try whole.records(Export.options(zone: "America/New_York"), days: days))
        var files = (0..<8).map { _ in [(source: HealthSource, sample: KeptSample)]() }
        for walk in walks {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                var walk = walk
                let file = Int.random(in: 0..<files.count, using: &random)
                walk.sample.told = Int64(file)
                files[file].append(walk)
            }
        }
        var box = Box()
        var known: [LocalDay: HealthRecord] = [:]
        for file in files.filter({ !$0.isEmpty }).shuffled(using: &random) {
            for source in [Self.watch, Self.phone] {
                box.take(source, file.filter { $0.source == source }.map(\.sample))
            }
            let touched = Set(file.flatMap { [KeptKey.day(at: $0.sample.start), KeptKey.day(at: $0.sample.end)] })
            for record in try box.records(Export.options(zone: "America/New_York"), days: touched) {
                known[record.day] = record
            }
        }
        #expect(Export.tally(known.values.sorted { $0.day < $1.day }) == truth)
        #expect(truth.count >= 3)
    }
}
