import HealthRecords
import HealthTypes
import Testing
import VitalRecords

@Suite("identity across exports")
struct IdentityTests {
    private let first =
        Export.record("HKQuantityTypeIdentifierBodyMass", "80", "kg", from: "2026-03-01 07:00:00")
        + Export.record("HKQuantityTypeIdentifierBloodGlucose", "90", "mg/dL", from: "2026-03-01 07:00:00")
        + Export.record("HKQuantityTypeIdentifierBloodGlucose", "99", "mg/dL", from: "2026-03-01 07:00:00")
        + Export.record("100", from: "2026-03-01 08:00:00", to: "2026-03-01 08:10:00")
        + Export.sleep("AsleepDeep", from: "2026-03-01 01:00:00", to: "2026-03-01 02:00:00")

    private func keys(_ body: String, scope: String = "folder-1") throws -> [ReadingKey] {
        var options = try Export.options()
        options.scope = scope
        return try Export.run(body, options).records.compactMap(\.reading?.readingKey)
    }

    @Test("the same file gives the same keys, and other keys for another person")
    func same() throws {
        #expect(try keys(first) == keys(first))
        #expect(Set(try keys(first)).count == 5)
        #expect(Set(try keys(first)).isDisjoint(with: try keys(first, scope: "folder-2")))
    }

    @Test("a change of units, offsets, devices or order changes no key")
    func laterExport() throws {
        let later = first.replacing("2026-03-01 08:00:00 +0000", with: "2026-03-01 10:00:00 +0200")
            .replacing("value=\"80\"", with: "value=\"176.37\"").replacing("unit=\"kg\"", with: "unit=\"lb\"")
            .replacing(" value=\"100\"", with: " device=\"&lt;&lt;HKDevice: 0x99&gt;&gt;\" value=\"104\"")
        #expect(try keys(later) == keys(first))
        let lines = first.split(separator: "\n")
        #expect(Set(try keys(lines.reversed().joined(separator: "\n"))) == Set(try keys(first)))
    }
}
