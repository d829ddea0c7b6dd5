import Archive
import HealthInputs
import HealthRecords
import HealthTypes
import SeededRandom
import Testing
import VitalRecords

/// Impossible values, and entries without a measurement, become no record and are reported.
@Suite("the gate of imported values")
struct GateTests {
    private static let time = "2026-03-01 08:00:00"

    private func record(_ name: String, _ value: String, _ unit: String, at time: String = time) -> String {
        Export.record("HKQuantityTypeIdentifier" + name, value, unit, from: time)
    }

    @Test(
        "zeros and impossible values are left out with their reason",
        arguments: [
            ("HeartRate", "0", "count/min", HealthLeftOut.Reason.noMeasurement),
            ("HeartRate", "0.00", "count/s", .noMeasurement), ("HeartRate", "900", "count/min", .impossible),
            ("OxygenSaturation", "0", "%", .noMeasurement), ("OxygenSaturation", "98", "%", .impossible),
            ("BodyFatPercentage", "18.5", "%", .impossible), ("BodyMass", "0", "kg", .noMeasurement),
            ("BodyMass", "2000", "lb", .impossible),
            ("BodyTemperature", "0", "degC", .noMeasurement), ("BodyTemperature", "212", "degF", .impossible),
            ("BloodGlucose", "-5", "mg/dL", .impossible), ("BloodGlucose", "5.5", "cmAq", .unknownUnit),
            ("StepCount", "-1", "count", .impossible), ("StepCount", "300000", "count", .impossible),
            ("ActiveEnergyBurned", "1", "kWh", .unknownUnit),
        ]
    )
    func values(name: String, value: String, unit: String, reason: HealthLeftOut.Reason) throws {
        let (records, report) = try Export.run(record(name, value, unit), Export.options())
        #expect(records.isEmpty)
        let entry = HealthLeftOut.Entry(
            file: "",
            element: "HKQuantityTypeIdentifier" + name,
            reason: reason,
            count: 1
        )
        #expect(report.leftOut.entries == [entry])
        #expect(report.unknownUnits == (reason == .unknownUnit ? 1 : 0))
        #expect(report.outOfRange == (reason == .impossible ? 1 : 0))
    }

    @Test(
        "possible values pass with their digits and unit",
        arguments: [
            ("HeartRate", "1.20", "count/s", "72 /min"), ("OxygenSaturation", "1", "%", "100 %"),
            ("OxygenSaturation", "0.97", "%", "97 %"), ("BodyFatPercentage", "0.185", "%", "18.5 %"),
            ("BodyTemperature", "98.60", "degF", "98.60 [degF]"), ("BloodGlucose", "5.50", "mmol/L", "5.50 mmol/L"),
            ("BodyMass", "1", "kg", "1 kg"), ("BodyMass", "500", "kg", "500 kg"),
        ]
    )
    func possible(name: String, value: String, unit: String, expected: String) throws {
        let (records, report) = try Export.run(record(name, value, unit), Export.options())
        let found = try #require(records.first?.measurements.first)
        #expect("\(found.value) \(found.unit)" == expected)
        #expect(report.leftOut.entries.isEmpty)
    }

    @Test("a blood pressure is whole or left out", arguments: [("0", "0"), ("80", "120"), ("900", "80"), ("120", "0")])
    func pressures(systolic: String, diastolic: String) throws {
        let halves =
            record("BloodPressureSystolic", systolic, "mmHg") + record("BloodPressureDiastolic", diastolic, "mmHg")
        let times = "startDate=\"\(Self.time) +0000\" endDate=\"\(Self.time) +0000\""
        let group =
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"iPhone\" \(times)>\(halves)</Correlation>"
        for body in [halves, group, halves + group] {
            let (records, report) = try Export.run(body, Export.options())
            #expect(records.isEmpty)
            #expect(report.leftOut.count() > 0)
        }
    }

    @Test("elements without a record type are counted")
    func unknown() throws {
        let body = record("HeadphoneAudioExposure", "70", "dBASPL") + record("HeadphoneAudioExposure", "71", "dBASPL")
        let report = try Export.run(body, Export.options()).report
        #expect(report.leftOut.entries.map(\.reason) == [.unknownElement])
        #expect(report.leftOut.entries.map(\.count) == [2])
        // Types that the user did not select do not count as left out.
        let steps = try Export.run(Export.record("5", from: Self.time), Export.options([.diabetes])).report
        #expect(steps.leftOut.entries.isEmpty)
    }

    @Test("no impossible value in an export becomes a record")
    func draws() throws {
        var random = SplitMix64(seed: 46)
        let kinds = [
            ("HeartRate", "count/min"), ("OxygenSaturation", "%"), ("BodyMass", "kg"), ("BodyMass", "lb"),
            ("BodyFatPercentage", "%"), ("BodyTemperature", "degC"), ("BodyTemperature", "degF"),
            ("BloodGlucose", "mg/dL"), ("BloodGlucose", "mmol/L"), ("RestingHeartRate", "count/min"), ("Height", "cm"),
            ("BloodPressureSystolic", "mmHg"), ("BloodPressureDiastolic", "kPa"), ("BodyMassIndex", "count"),
        ]
        var body = ""
        for index in 0..<3_000 {
            let (name, unit) = kinds[Int.random(in: kinds.indices, using: &random)]
            let power = Int.random(in: -3...3, using: &random)
            let digits = Int64.random(in: -20...1_500, using: &random)
            let value = DecimalNumber(mantissa: digits, exponent: Int8(power))
            let (minute, second) = (index / 60 % 60, index % 60)
            let time =
                "2026-03-01 \(10 + index / 3_600):\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)"
            body += record(name, value.description, unit, at: time)
        }
        var options = try Export.options()
        options.pulseInterval = 0
        let (records, report) = try Export.run(body, options)
        #expect(records.count > 300)
        for record in records { #expect(ValueCheck.unusual(in: record.measurements) == nil, "\(record.measurements)") }
        let told = report.leftOut.count(of: .impossible) + report.leftOut.count(of: .noMeasurement)
        #expect(told > 1_000)
    }
}

/// Lists of the elements that were left out.
@Suite struct LeftOutTests {
    @Test func linesAreCountedByFileAndReason() {
        var list = HealthLeftOut()
        list.note("a", reason: .impossible)
        list.note("a", reason: .impossible)
        var whole = HealthLeftOut()
        whole.add(list, of: "x.csv")
        whole.add(list, of: "y.csv")
        whole.note("file", reason: .unknownFile, file: "z.txt")
        #expect(whole.entries.map(\.file) == ["x.csv", "y.csv", "z.txt"])
        #expect(whole.entries.map(\.count) == [2, 2, 1])
        #expect(whole.count(of: .impossible) == 4 && whole.count() == 5)
        // Two passes over one input count each line only once.
        var other = whole
        other.note("b", reason: .repeated)
        whole.unite(other)
        #expect(whole.count() == 6)
    }

    @Test func moreLinesThanAnybodyReadsAreSummedUp() {
        var list = HealthLeftOut()
        for number in 0..<(HealthLeftOut.limit + 500) { list.note("file", reason: .unknownFile, file: "\(number)") }
        #expect(list.entries.count == HealthLeftOut.limit + 1)
        #expect(list.count() == HealthLeftOut.limit + 500)

        // Files of a series keep the series' name.
        for number in 0..<2_000 {
            let folder = String(number % 16, radix: 16)
            list.note("", reason: .unknownFile, file: "jsons/\(folder)/\(20_000_000 + number).json")
        }
        #expect(list.entries.count == HealthLeftOut.limit + 2)
        #expect(list.series.first { $0.file == "jsons/*/*.json" }?.count == 2_000)
    }

    @Test func everyReasonHasWords() {
        #expect(Set(HealthLeftOut.Reason.allCases.map(\.words)).count == HealthLeftOut.Reason.allCases.count)
    }
}
