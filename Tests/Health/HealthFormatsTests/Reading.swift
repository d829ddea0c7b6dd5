import HealthInputs
import HealthTypes
import VitalRecords
import health_fuzz

/// A reader's output, summed up for the tests.
struct Reading {
    var sink = FuzzSink()
    var reports: [HealthScanReport] = []

    /// All damage.
    var damage: [HealthDamage] { reports.flatMap(\.damage.entries) }

    /// The samples of a type, with their source and unit.
    func samples(_ type: String) -> [(source: String, unit: String?, sample: HealthSample)] {
        sink.items.compactMap { item in
            guard case .sample(let name, let source, let unit, let sample) = item, name.hasSuffix(type) else {
                return nil
            }
            return (source, unit, sample)
        }
    }

    /// The workouts.
    var workouts: [HealthWorkout] {
        sink.items.compactMap { item in
            guard case .event(.workout(let workout)) = item else { return nil }
            return workout
        }
    }

    /// The foods.
    var meals: [HealthCorrelation] {
        sink.items.compactMap { item in
            guard case .event(.correlation(let correlation)) = item, correlation.type == HealthIdentifier.food else {
                return nil
            }
            return correlation
        }
    }

    /// The daily sums of a type, by day.
    func dayTotals(_ type: String) -> [String: Double] {
        var found: [String: Double] = [:]
        for case .dayTotal(let name, _, _, let total) in sink.items where name.hasSuffix(type) {
            found[Self.name(ofDay: total.day), default: 0] += Self.double(total.value)
        }
        return found
    }

    /// The sums of a type's samples, by day in Berlin.
    func sums(_ type: String) -> [String: Double] {
        samples(type).reduce(into: [:]) { $0[Self.day($1.sample.start), default: 0] += Self.double($1.sample.value) }
    }

    /// The seconds in a stage of sleep, by the day in Berlin on which the time in bed ends.
    func nights(_ stage: Int64) -> [String: Int64] {
        let beds = samples("SleepAnalysis").filter { $0.sample.value == DecimalNumber(HealthCategory.inBed) }
        return samples("SleepAnalysis").filter { $0.sample.value == DecimalNumber(stage) }
            .reduce(into: [:]) { sums, stage in
                let bed = beds.first { $0.sample.start <= stage.sample.start && stage.sample.start < $0.sample.end }
                sums[Self.day(bed?.sample.end ?? stage.sample.end), default: 0] += stage.sample.end - stage.sample.start
            }
    }

    static func double(_ value: DecimalNumber) -> Double { Double(value.description) ?? .nan }

    /// The day in Berlin, where the clocks went forward on 29 March 2026 at 1:00 UTC.
    static func day(_ time: Int64) -> String {
        name(ofDay: Int((time + (time < 1_774_746_000 ? 3_600 : 7_200)) / 86_400))
    }

    /// The date of a day since 1970 between 1 March 2026 and 30 April 2026; else its number.
    static func name(ofDay day: Int) -> String {
        switch day - 20_513 {
        case 0..<31: "2026-03-" + (day - 20_513 < 9 ? "0" : "") + "\(day - 20_512)"
        case 31..<61: "2026-04-" + (day - 20_544 < 9 ? "0" : "") + "\(day - 20_543)"
        default: "\(day)"
        }
    }

    /// Berlin's local time in spring 2026.
    static let berlin = LocalClock { $0 - ($0 < 1_774_749_600 ? 3_600 : 7_200) }
}
