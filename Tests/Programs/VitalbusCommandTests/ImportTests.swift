import Foundation
import TestSupport
import Testing
import health_fuzz

@Suite struct ImportTests {
    private struct Preview: Decodable {
        struct Place: Decodable {
            let offset: Int
            let element: String
            let message: String
        }
        struct Left: Decodable, Equatable {
            let file: String
            let element: String
            let reason: String
            let count: Int
        }
        let records: [String: Int]
        let metrics: [String: Int]
        let days: [String: [String: Double]]
        let elements: [String: Int]
        let damage: [Place]
        let leftOut: [Left]
        let uploadEstimateSeconds: Int
    }

    private let export = """
        <HealthData>
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2026-03-01 20:00:00 \
        +0000" endDate="2026-03-01 20:10:00 +0000" value="120"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" startDate="2026-03-02 07:00:00 \
        +0000" endDate="2026-03-02 07:00:00 +0000" value="80.5"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" value="80.5"/>
        </HealthData>
        """

    /// Runs the command on a temporary file.
    private func run(_ text: String, _ arguments: [String]) async throws -> Shell.Outcome {
        let file = FileManager.default.temporaryDirectory.appending(path: "vitalbus-import-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return await Shell().run(["import", file.path] + arguments)
    }

    private func preview(_ outcome: Shell.Outcome) throws -> Preview {
        #expect(outcome.code == 0)
        #expect(outcome.out.count == 1)
        let line = try #require(outcome.out.first)
        return try JSONDecoder().decode(Preview.self, from: Data(line.utf8))
    }

    @Test("a dry run prints one object with seven parts and needs no hub")
    func object() async throws {
        let outcome = try await run(export, ["--dry-run", "--json", "--zone", "Asia/Tokyo"])
        let line = try #require(outcome.out.first)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let keys = try #require(object?.keys)
        #expect(
            keys.sorted() == ["damage", "days", "elements", "leftOut", "metrics", "records", "uploadEstimateSeconds"]
        )
        let preview = try preview(outcome)
        #expect(preview.records == ["routine": 1, "weight": 1])
        #expect(preview.metrics == ["steps": 1, "body_weight": 1])
        #expect(preview.days == ["2026-03-02": ["steps": 120]])
        #expect(preview.elements == ["HKQuantityTypeIdentifierStepCount": 1, "HKQuantityTypeIdentifierBodyMass": 2])
        #expect(preview.damage.map(\.element) == ["Record"])
        // Two records at 2,000 an hour.
        #expect(preview.uploadEstimateSeconds == 4)
    }

    /// An export with a single, impossible weight.
    private var impossible: String { export.replacing("value=\"80.5\"", with: "value=\"9000\"", maxReplacements: 1) }

    @Test func whatIsLeftOutIsNamed() async throws {
        let preview = try preview(try await run(impossible, ["--dry-run", "--json", "--zone", "UTC"]))
        let weight = "HKQuantityTypeIdentifierBodyMass"
        #expect(preview.records == ["routine": 1])
        #expect(preview.leftOut == [Preview.Left(file: "", element: weight, reason: "impossible", count: 1)])
        let text = try await run(impossible, ["--dry-run", "--zone", "UTC"])
        #expect(text.out.contains("left out:"))
        #expect(text.out.contains("  1 × \(weight): impossible value for a person"))
    }

    @Test func aFolderIsReadAsItsArchiveWas() async throws {
        let folder = try TemporaryFolder()
        let inside = folder.url.appending(path: "apple_health_export")
        try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: false)
        try Data(export.utf8).write(to: inside.appending(path: "export.xml"))
        try Data("no health".utf8).write(to: inside.appending(path: "notes.txt"))
        let outcome = await Shell().run(["import", folder.url.path, "--dry-run", "--json", "--zone", "UTC"])
        let preview = try preview(outcome)
        #expect(preview.records == ["routine": 1, "weight": 1])
        #expect(preview.leftOut.map(\.file) == ["apple_health_export/notes.txt"])
        let other = folder.url.appending(path: "empty")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        let empty = await Shell().run(["import", other.path, "--dry-run"])
        #expect(empty.code == 65 && empty.err.first?.contains("folder is empty") == true)
    }

    /// In a file of a cuff with two users the command guesses nothing.
    @Test func aDevicesUserIsNamed() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "cuff.fit")
        var fit = FITBuilder()
        fit.define(0, 0, [.byte(0), .short(1)])
        fit.add(0, [14, 1])
        fit.define(1, 51, [.long(253), .short(0), .short(1), .short(9)])
        fit.add(1, [1_141_000_000, 128, 81, 0])
        fit.add(1, [1_141_000_060, 152, 95, 1])
        try Data(fit.file).write(to: file)
        let unnamed = await Shell().run(["import", file.path, "--dry-run"])
        #expect(unnamed.code == 65 && unnamed.err.first?.contains("--user-index") == true)
        let named = await Shell().run(["import", file.path, "--dry-run", "--json", "--user-index", "1"])
        let preview = try preview(named)
        #expect(preview.metrics["systolic"] == 1)
        #expect(preview.leftOut.map(\.reason) == ["otherUser"])
        let wrong = await Shell().run(["import", file.path, "--dry-run", "--user-index", "4096"])
        #expect(wrong.code != 0 && wrong.err.contains { $0.contains("--user-index") })
    }

    @Test func setsAndDaysAreChosen() async throws {
        let base = ["--dry-run", "--json", "--zone", "UTC"]
        let weight = try preview(try await run(export, base + ["--sets", "weight,sleep"]))
        #expect(weight.records == ["weight": 1])
        let first = try preview(try await run(export, base + ["--to", "2026-03-01"]))
        #expect(first.records == ["routine": 1])
        let last = try preview(try await run(export, base + ["--from", "2026-03-02"]))
        #expect(last.records == ["weight": 1])
    }

    @Test(arguments: [
        ["--sets", "nonsense"], ["--from", "yesterday"], ["--to", "2026-02-30"], ["--zone", "Mars/Olympus"],
    ])
    func whatIsWrongIsNamed(arguments: [String]) async throws {
        let outcome = await Shell().run(["import", "/nonexistent", "--dry-run"] + arguments)
        #expect(outcome.code == 65)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.first?.contains(arguments[0]) == true)
    }

    @Test("an unknown file gives one clear error, as JSON too")
    func unknown() async throws {
        let plain = try await run("<ClinicalDocument/>", ["--dry-run"])
        #expect(plain.code == 65)
        #expect(plain.err.first?.contains("export_cda.xml") == true)
        let json = try await run("hello", ["--dry-run", "--json"])
        #expect(json.code == 65)
        #expect(json.out.first?.contains("\"code\":\"unknownInput\"") == true)
        #expect(await Shell().run("import", "/nonexistent/export.zip", "--dry-run").code == 66)
    }
}
