import ActorRuntime
import Files
import FoundationEssentials
import TestSupport
import Testing

@testable import HealthImporterActor

@Suite struct IngestSettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func token(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        let path = folder.url.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func settings(_ flags: [String: String]) throws -> IngestSettings? {
        let all = ["site": "home", "hub": "room-1"].merging(flags) { $1 }
        let sources = ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        return try IngestSettings(try ConfigurationLoader(HealthImporterActor.self, actors: []).load(sources))
    }

    @Test func aTokenNamesItsSeat() throws {
        let a = try token("a", "0123456789abcdef\n")
        let b = try token("b", "fedcba9876543210")
        let made = try settings(["ingest.address": "127.0.0.1:0", "ingest.tokens": "bed-1=\(a),bed-2=\(b)"])
        let settings = try #require(made)
        #expect(settings.seat(of: Array("0123456789abcdef".utf8)) == "bed-1")
        #expect(settings.seat(of: Array("fedcba9876543210".utf8)) == "bed-2")
        for wrong in ["", "0123456789abcde", "0123456789abcdef0", "x"] {
            #expect(settings.seat(of: Array(wrong.utf8)) == nil)
        }
    }

    /// `vitalbus up` has each program check its configuration before it starts any.
    @Test func aCertificateThatIsNotThereIsSaidBeforeAnythingStarts() throws {
        let good = try token("a", "0123456789abcdef")
        let none = folder.url.appending(path: "none.pem").path
        let flags = [
            "site": "home", "hub": "room-1", "ingest.address": "0.0.0.0:0", "ingest.tokens": "bed-1=\(good)",
            "ingest.certificate": none, "ingest.key": none,
        ]
        let sources = ConfigurationSources(flags: flags.map { ($0.key, $0.value, "--set \($0.key)") })
        let configuration = try ConfigurationLoader(HealthImporterActor.self, actors: []).load(sources)
        let error = #expect(throws: RuntimeError.self) { try HealthImporterActor.check(configuration) }
        #expect(error?.message.contains("ingest.certificate") == true)
    }

    @Test func nothingListensUnlessItIsSaid() throws {
        #expect(try settings([:]) == nil)
    }

    @Test func whatWouldBeUnsafeIsRefused() throws {
        let good = try token("a", "0123456789abcdef")
        let open = try token("b", "0123456789abcdef", mode: 0o644)
        let short = try token("c", "short")
        let wrong: [[String: String]] = [
            ["ingest.address": "127.0.0.1:0"],
            ["ingest.address": "0.0.0.0:8480", "ingest.tokens": "bed-1=\(good)"],
            ["ingest.address": "127.0.0.1", "ingest.tokens": "bed-1=\(good)"],
            ["ingest.address": "127.0.0.1:0", "ingest.tokens": "bed-1=\(short)"],
            ["ingest.address": "127.0.0.1:0", "ingest.tokens": "bed-1=\(good),bed-2=\(good)"],
            ["ingest.address": "127.0.0.1:0", "ingest.tokens": "bed-1=\(good)", "ingest.key": "/k"],
        ]
        for flags in wrong { #expect(throws: RuntimeError.self, "\(flags)") { try settings(flags) } }
        #expect(throws: FileError.self) {
            try settings(["ingest.address": "127.0.0.1:0", "ingest.tokens": "bed-1=\(open)"])
        }
    }
}
