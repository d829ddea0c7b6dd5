import Foundation
import TestSupport
import Testing
import health_fuzz

/// Imports other makers' exports with the whole command, and compares them with the true values, which are not shipped.
@Suite(.enabled(if: SharedFixtures.folder != nil, "the shared fixtures are not on this machine"))
struct OtherFormatsTests {
    private struct Preview: Decodable {
        let records: [String: Int]
        let metrics: [String: Int]
        let days: [String: [String: Double]]
        let damage: [Damage]
        struct Damage: Decodable { let message: String }
    }

    /// The output of a dry run for files, which are put into one archive if there are several.
    private func preview(_ paths: [String], named name: String, zipped: Bool) async throws -> Preview {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vitalbus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        var zip = ZipBuilder()
        for path in paths { zip.add(path, try SharedFixtures.bytes(path)) }
        try Data(zipped ? zip.file : SharedFixtures.bytes(try #require(paths.first))).write(to: file)
        let outcome = await Shell()
            .run(["import", file.path, "--dry-run", "--json", "--zone", "Europe/Berlin", "--all-heart-rates"])
        #expect(outcome.code == 0, "\(outcome.err)")
        return try JSONDecoder().decode(Preview.self, from: Data(try #require(outcome.out.first).utf8))
    }

    private func files(_ folders: String...) throws -> [String] {
        try folders.flatMap { try SharedFixtures.files("other-synthetic/" + $0) }
    }

    /// Checks the steps of each day, and that no other day has steps.
    private func expectSteps(_ preview: Preview) throws -> SharedTruth {
        let truth = try SharedFixtures.truth()
        #expect(preview.days.compactMapValues { $0["steps"] } == truth.days.mapValues { Double($0.steps) })
        #expect(preview.records["routine"] == truth.days.count)
        #expect(preview.damage.isEmpty)
        return truth
    }

    private func heartRates(_ truth: SharedTruth) -> Int { truth.days.values.reduce(0) { $0 + $1.hr_n } }

    @Test func samsungHealth() async throws {
        let preview = try await preview(files("samsung"), named: "samsung.zip", zipped: true)
        let truth = try expectSteps(preview)
        #expect(preview.metrics["pulse"] == heartRates(truth))
        #expect(preview.metrics["body_weight"] == truth.days.count)
        #expect(preview.records["sleep"] == truth.days.count)
    }

    @Test(arguments: ["hae_metrics_aggregated.json", "hae_metrics_v2.json"])
    func healthAutoExport(name: String) async throws {
        _ = try expectSteps(try await preview(["other-synthetic/" + name], named: name, zipped: false))
    }

    @Test func googleFit() async throws {
        let paths = try files("takeout_fit/Daily activity metrics", "takeout_fit/All Sessions")
        let truth = try expectSteps(try await preview(paths, named: "takeout.zip", zipped: true))
        // The table of all days alone gives the same.
        let table = try #require(paths.first { $0.hasSuffix("Daily activity metrics.csv") })
        let alone = try await preview([table], named: "Daily activity metrics.csv", zipped: false)
        _ = try expectSteps(alone)
        #expect(alone.metrics["body_weight"] == truth.days.count)
    }

    /// Only the name of a day's table has its date.
    @Test func oneDayOfGoogleFit() async throws {
        let name = "2026-03-27.csv"
        let path = "other-synthetic/takeout_fit/Daily activity metrics/" + name
        let preview = try await preview([path], named: name, zipped: false)
        let steps = try SharedFixtures.truth().days["2026-03-27"]?.steps
        #expect(preview.days.compactMapValues { $0["steps"] } == ["2026-03-27": Double(try #require(steps))])
    }

    @Test func fitbit() async throws {
        let preview = try await preview(files("fitbit/Global Export Data"), named: "fitbit.zip", zipped: true)
        let truth = try expectSteps(preview)
        #expect(preview.metrics["pulse"] == heartRates(truth))
        // Nights have no zone in the file: they end on the day in the command's zone.
        let deep = preview.days.compactMapValues { $0["deep_sleep"] }
        #expect(deep == truth.days.mapValues { Double(($0.sleep_minutes["deep"] ?? 0) * 60) })
    }

    @Test(arguments: [false, true])
    func healthConnect(zipped: Bool) async throws {
        let path = "other-synthetic/health_connect_export.db"
        let preview = try await preview([path], named: "export", zipped: zipped)
        let truth = try expectSteps(preview)
        #expect(preview.metrics["body_weight"] == truth.days.count)
        let deep = preview.days.compactMapValues { $0["deep_sleep"] }
        #expect(deep == truth.days.mapValues { Double(($0.sleep_minutes["deep"] ?? 0) * 60) })
    }
}
