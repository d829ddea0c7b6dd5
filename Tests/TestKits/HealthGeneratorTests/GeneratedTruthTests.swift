import FoundationEssentials
import HealthGenerator
import HealthInputs
import HealthRecords
import Testing
import VitalRecords

/// Imports generated exports and compares the result with the generator's data.
struct GeneratedTruthTests {
    private static let dayMetrics: [MetricName] = [
        .steps, .distance, .activeEnergyBurned, .basalEnergyBurned, .floorsClimbed, .activeDuration, .standHoursCount,
        .idleHoursCount, .mindfulDuration, .energyConsumed, .carbohydrate, .protein, .fat, .sodium, .water,
    ]

    private func number(_ value: DecimalNumber?) -> Double? { value.flatMap { Double($0.description) } }

    private func isNear(_ left: Double?, _ right: Double?, _ tolerance: Double = 0.000_1) -> Bool {
        abs((left ?? 0) - (right ?? 0)) <= tolerance + abs(right ?? 0) * 1e-9
    }

    @Test("days, counts, nights, workouts and blood pressures agree", arguments: Generated.seeds)
    func agrees(seed: UInt64) throws {
        let options = try Generated.options(seed)
        let (bytes, truth) = try Generated.make(options)
        let (records, report) = try Generated.records(bytes, home: options.home)
        #expect(report.scan.elements == truth.records, "seed \(seed)")
        #expect(report.scan.damage.entries == [], "seed \(seed)")
        #expect((0.1...0.4).contains(Double(bytes.count) / 1e6), "seed \(seed): \(bytes.count)")
        checkDays(records, truth)
        checkSamples(records, truth)
        checkPressures(records, truth)
        checkNights(records, truth, options)
        checkWorkouts(records, truth)
    }

    @Test("trips to other zones over some weeks", arguments: [UInt64(31), 33, 34, 35, 36, 38])
    func trips(seed: UInt64) throws {
        var options = try Generated.options(seed)
        options.version = 14
        options.detail = 0.004
        options.firstDay = options.exportDay - 35
        let (bytes, truth) = try Generated.make(options)
        let zones = Set(
            String(decoding: bytes, as: UTF8.self).matches(of: /HKTimeZone" value="([^"]+)/).map(\.output.1)
        )
        #expect(zones.count > 1, "seed \(seed) has no trip")
        let (records, _) = try Generated.records(bytes, home: options.home)
        checkDays(records, truth)
        checkNights(records, truth, options)
    }

    @Test("home again on the day of the export, known only from clock times")
    func homeAgain() throws {
        var options = ExportOptions(megabytes: 1, seed: 131, exportDay: try #require(CivilDay.number("2026-06-15")))
        options.home = "America/New_York"
        options.detail = 0.01
        options.firstDay = options.exportDay - 10
        let (bytes, truth) = try Generated.make(options)
        let (records, _) = try Generated.records(bytes, home: options.home)
        #expect(records.map(\.day).max()?.description == truth.lastDay)
        checkDays(records, truth)
    }

    private func checkDays(_ records: [HealthRecord], _ truth: ExportTruth) {
        var days: [String: [String: Double]] = [:]
        for record in records where [.routine, .nutrition].contains(record.type) {
            for metric in Self.dayMetrics {
                guard let value = number(record.value(metric)) else { continue }
                days[record.day.description, default: [:]][metric.rawValue, default: 0] += value
            }
        }
        for day in Set(days.keys).union(truth.days.keys) {
            for metric in Self.dayMetrics.map(\.rawValue) {
                let (found, wanted) = (days[day]?[metric], truth.days[day]?[metric])
                #expect(isNear(found, wanted), "seed \(truth.seed), \(day), \(metric): \(found ?? -1), \(wanted ?? -1)")
            }
        }
    }

    /// Single values keep their unit and their digits; fractions become percentages.
    private func checkSamples(_ records: [HealthRecord], _ truth: ExportTruth) {
        let metrics: [String: MetricName] = [
            "HeartRate": .pulse, "RestingHeartRate": .restingHeartRate, "BodyTemperature": .bodyTemperature,
            "BloodGlucose": .bloodGlucose, "OxygenSaturation": .spo2, "BodyMass": .bodyWeight, "Height": .bodyHeight,
            "BodyFatPercentage": .bodyFat, "LeanBodyMass": .bodyLeanMass, "BodyMassIndex": .bmi,
        ]
        for (name, metric) in metrics {
            let type = "HKQuantityTypeIdentifier" + name
            let values = records.compactMap { $0.type == .fitness ? nil : number($0.value(metric)) }
            #expect(values.count == truth.distinct[type] ?? 0, "seed \(truth.seed), \(name)")
            // Exports have percentages as fractions.
            let scale: Double = metric == .spo2 || metric == .bodyFat ? 100 : 1
            #expect(isNear(values.reduce(0, +), truth.sums[type].map { $0 * scale }), "seed \(truth.seed), \(name)")
        }
    }

    private func checkPressures(_ records: [HealthRecord], _ truth: ExportTruth) {
        let found = records.compactMap { record -> [Int64]? in
            guard let systolic = number(record.value(.systolic)), let diastolic = number(record.value(.diastolic)),
                let reading = record.reading
            else { return nil }
            return [Int64(reading.timestamp.timeIntervalSince1970), Int64(systolic), Int64(diastolic)]
        }
        let wanted = truth.pressures.map { [$0.time, Int64($0.systolic), Int64($0.diastolic)] }
        #expect(found == wanted.sorted { $0[0] < $1[0] }, "seed \(truth.seed)")
    }

    private func checkNights(_ records: [HealthRecord], _ truth: ExportTruth, _ options: ExportOptions) {
        var found: [String: [String: ExportTruth.Night]] = [:]
        for record in records where record.type == .sleep {
            func seconds(_ metric: MetricName) -> Int { Int(number(record.value(metric)) ?? 0) }
            var night = ExportTruth.Night()
            (night.asleep, night.light) = (seconds(.sleepDuration), seconds(.lightSleep))
            (night.deep, night.rem) = (seconds(.deepSleep), seconds(.remSleep))
            (night.awake, night.awakenings) = (seconds(.awakeDuration), seconds(.awakeCount))
            (night.inBed, night.naps) = (seconds(.inBedDuration), seconds("nap_duration"))
            let source = record.reading?.source.originalSource ?? ""
            found[record.day.description, default: [:]][source] = night
        }
        // Another app's sleep without a time in bed is left out, as in the mobile SDK.
        let wanted = truth.nights.mapValues { $0.filter { !($0.key.contains("Cycle") && $0.value.inBed == 0) } }
            .filter { !$0.value.isEmpty }
        #expect(found == wanted, "seed \(truth.seed)")
    }

    private func checkWorkouts(_ records: [HealthRecord], _ truth: ExportTruth) {
        let found = records.filter { $0.type == .fitness }
        let wanted = truth.workouts.sorted { $0.start < $1.start }
        #expect(found.count == wanted.count, "seed \(truth.seed)")
        for (record, workout) in zip(found, wanted) {
            let start = record.reading.map { Int64($0.timestamp.timeIntervalSince1970) }
            #expect(start == workout.start, "seed \(truth.seed)")
            for (metric, value) in [
                (MetricName.activeDuration, workout.seconds), (.distance, workout.metres ?? 0),
                (.energyBurned, workout.kilocalories), (.avgHeartRate, workout.pulse ?? 0),
            ] {
                let measurement = record.measurements.first { $0.metric == metric }
                let found = measurement.flatMap { try? MetricTable.metric(named: metric)?.canonicalValue(of: $0) }
                let rounded = found.flatMap { $0.rounded(fractionDigits: 6) }
                #expect(isNear(number(rounded), value, 0.01), "seed \(truth.seed), \(workout.start), \(metric)")
            }
        }
    }

    @Test("a later export of the same person has the same keys for old records", arguments: [UInt64(3), 4, 5, 9])
    func laterKeys(seed: UInt64) throws {
        let options = try Generated.options(seed)
        let (bytes, truth) = try Generated.make(options)
        var later = options
        later.firstDay = CivilDay.number(truth.firstDay)
        later.detail = truth.detail
        later.exportDay += 75
        let (laterBytes, laterTruth) = try Generated.make(later)
        let old = try Generated.records(bytes, home: options.home).records
        let new = try Generated.records(laterBytes, home: options.home).records
        let keys = Set(new.compactMap { $0.reading?.readingKey })
        #expect(keys.count == new.count)
        let lost = old.filter { record in !(record.reading.map { keys.contains($0.readingKey) } ?? false) }
        #expect(lost.isEmpty, "seed \(seed): \(lost.count) of \(old.count)")
        // The data that varies between exports did change, or this would prove nothing.
        #expect(new.count > old.count * 2)
        let pointer = try #require(
            String(decoding: bytes, as: UTF8.self).firstMatch(of: /HKDevice: 0x[0-9a-f]+/)?.output
        )
        #expect(!String(decoding: laterBytes, as: UTF8.self).contains(pointer))
        for (day, sums) in truth.days where day < truth.lastDay {
            for (metric, value) in sums { #expect(isNear(laterTruth.days[day]?[metric], value), "\(day), \(metric)") }
        }
    }

    @Test("an archive, with four-byte and with eight-byte sizes, has the same export", arguments: [false, true])
    func archive(isZip64: Bool) throws {
        let options = try Generated.options(6)
        let (bytes, truth) = try Generated.make(options)
        var output = MemoryOutput()
        let archived = try HealthGenerator(options).writeArchive(into: &output, isZip64: isZip64)
        #expect(archived == truth)
        #expect(output.bytes.count < bytes.count / 4)
        let (records, report) = try Generated.records(output.bytes, home: options.home)
        #expect(report.scan.elements == truth.records)
        #expect(report.scan.damage.entries == [])
        #expect(report.scan.bytes == UInt64(bytes.count))
        checkDays(records, truth)
    }

    @Test("faults do not affect intact data", arguments: ExportFault.allCases, [UInt64(2), 7])
    func faults(fault: ExportFault, seed: UInt64) throws {
        var options = try Generated.options(seed)
        options.version = 14
        options.faults = [fault]
        let (bytes, truth) = try Generated.make(options)
        let (records, report) = try Generated.records(bytes, home: options.home)
        #expect(report.scan.elements == truth.records, "\(fault.rawValue), seed \(seed)")
        // The part that was cut off contains the time of the flight.
        guard fault != .truncated else { return #expect(report.scan.cut != nil) }
        #expect(report.scan.cut == nil)
        checkDays(records, truth)
        checkNights(records, truth, options)
        checkPressures(records, truth)
        checkWorkouts(records, truth)
    }

    @Test("equal options give equal bytes, another seed gives others")
    func isDeterministic() throws {
        let options = try Generated.options(11)
        let first = try Generated.make(options)
        #expect(try Generated.make(options) == first)
        #expect(try Generated.make(Generated.options(12)).bytes != first.bytes)
    }
}

extension HealthRecord {
    func value(_ metric: MetricName) -> DecimalNumber? { measurements.first { $0.metric == metric }?.value }
}
