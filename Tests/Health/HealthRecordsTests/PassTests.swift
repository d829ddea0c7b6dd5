import Archive
import HealthInputs
import HealthRecords
import HealthTypes
import SeededRandom
import Testing
import VitalRecords

@Suite("memory")
struct PassTests {
    @Test("an input that does not fit into memory is read in parts, with the same result")
    func parts() throws {
        var random = SplitMix64(seed: 6)
        var body = ""
        for month in 1...9 {
            for day in 10...28 {
                for hour in 10...19 {
                    let time = "2025-0\(month)-\(day) \(hour):"
                    let steps = Int.random(in: 1...500, using: &random)
                    body += Export.record("\(steps)", from: time + "00:00", to: time + "40:00")
                    body += Export.record("\(steps + 3)", from: time + "20:00", to: time + "50:00", by: "Watch")
                    body += Export.record(
                        "HKQuantityTypeIdentifierBloodGlucose",
                        "\(steps)",
                        "mg/dL",
                        from: time + "00:00"
                    )
                }
                body += Export.sleep(
                    "AsleepCore",
                    from: "2025-0\(month)-\(day) 01:00:00",
                    to: "2025-0\(month)-\(day) 07:00:00"
                )
            }
        }
        // One sample across the edge of a four-week part, and one across all parts.
        body += Export.record("9000", from: "2025-02-01 00:00:00", to: "2025-07-01 00:00:00", by: "App")
        let text = "<HealthData>\(body)</HealthData>"
        let bytes = BytesInMemory(Array(text.utf8))
        var options = try Export.options()
        let whole = try Export.run(bytes, options)
        options.memoryBudget = 8_000
        let parts = try Export.run(bytes, options)
        #expect(whole.report.passes == 1)
        #expect(parts.report.passes > 3)
        #expect(Export.tally(parts.records) == Export.tally(whole.records))
        #expect(Set(parts.records.compactMap(\.reading)) == Set(whole.records.compactMap(\.reading)))
    }

    @Test("a unit beyond those that are kept is not taken for another one")
    func tooManyUnits() throws {
        let run = HealthImport(try Export.options())
        _ = try run.run(
            pass: { collector in
                let last = (1...20_000).map { collector.unit("unit \($0)") }.last
                let (next, more) = (collector.unit("mg/dL"), collector.unit("mmol/L"))
                #expect(next == more && next != last)
                #expect(collector.unit("unit 20000") == last)
                return HealthScanReport()
            },
            emit: { _ in }
        )
    }

    @Test("more samples in four weeks than a person can have are refused")
    func density() throws {
        let sample =
            "<Record type=\"\(Export.steps)\" sourceName=\"x\" startDate=\"2026-03-01 08:00:00 +0000\" endDate=\"2026-03-01 08:00:00 +0000\" value=\"1\"/>"
        let text = "<HealthData>\(String(repeating: sample, count: 5_000))</HealthData>"
        var options = try Export.options()
        options.memoryBudget = 10_000
        let error = #expect(throws: HealthInputsError.self) {
            try Export.run(BytesInMemory(Array(text.utf8)), options)
        }
        #expect(error?.code == .tooDense)
    }
}
