import Foundation
import HealthGenerator
import Testing

/// Imports generated exports with the whole command, and compares the result with the generator's data.
struct GeneratedDryRunTests {
    private struct Preview: Decodable {
        struct Damage: Decodable { let message: String }
        let records: [String: Int]
        let metrics: [String: Int]
        let days: [String: [String: Double]]
        let elements: [String: Int]
        let damage: [Damage]
    }

    private func preview(_ options: ExportOptions, zipped: Bool) async throws -> (Preview, ExportTruth) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vitalbus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: zipped ? "export.zip" : "export.xml").path
        var output = try FileOutput(path: path)
        let generator = try HealthGenerator(options)
        let truth =
            zipped ? try generator.writeArchive(into: &output, isZip64: false) : try generator.write(into: &output)
        output.close()
        let arguments = ["import", path, "--dry-run", "--json", "--zone", options.home, "--all-heart-rates"]
        let outcome = await Shell().run(arguments)
        #expect(outcome.code == 0, "\(outcome.err)")
        return (try JSONDecoder().decode(Preview.self, from: Data(try #require(outcome.out.first).utf8)), truth)
    }

    @Test("a dry run reports the content of the export", arguments: [(UInt64(21), false), (22, true)])
    func agrees(seed: UInt64, zipped: Bool) async throws {
        var options = ExportOptions(megabytes: 0.2, seed: seed, exportDay: try #require(CivilDay.number("2026-04-01")))
        options.home = zipped ? "America/New_York" : "Europe/Berlin"
        options.units = zipped ? .us : .metric
        let (preview, truth) = try await preview(options, zipped: zipped)
        #expect(preview.elements == truth.records, "seed \(seed)")
        #expect(preview.damage.map(\.message) == [])
        #expect(preview.records["fitness"] == (truth.workouts.isEmpty ? nil : truth.workouts.count))
        #expect(preview.metrics["systolic"] == (truth.pressures.isEmpty ? nil : truth.pressures.count))
        #expect(preview.metrics["pulse"] == truth.distinct["HKQuantityTypeIdentifierHeartRate"])
        for (day, sums) in truth.days {
            for (metric, value) in sums where value > 0 {
                let found = preview.days[day]?[metric] ?? -1
                #expect(abs(found - value) < 0.000_1 + value * 1e-9, "seed \(seed), \(day), \(metric)")
            }
        }
    }
}
