import BusContract
import ContractLiterals
import Curl
import Foundation
import MessageBus
import Processes
import SimulatedHub
import TestSupport
import Testing

/// Exports that an app posts.
@Suite(.serialized) struct IngestTests {
    private static let mass = "HKQuantityTypeIdentifierBodyMass"

    /// An export of one weight at a given hour.
    private static func weight(_ hour: Int) -> SmallExport {
        var export = SmallExport()
        export.weights[hour] = 70
        return export
    }

    /// Runs a line whose person imports weights.
    private static func with(
        _ more: [String: String] = [:],
        authority: String? = nil,
        _ body: @escaping @Sendable (IngestWatch, ImportWatch) async throws -> Void
    ) async throws {
        let secrets = try TemporaryFolder()
        try await RunningLine.with(try IngestWatch.settings(secrets, more)) { line in
            let app = try IngestWatch(line, authority: authority)
            let watch = ImportWatch(line: line)
            try await watch.subscribe([mass])
            try await app.ready()
            try await body(app, watch)
        }
        withExtendedLifetime(secrets) {}
    }

    @Test func aPostedExportIsAtTheServer() async throws {
        try await Self.with { app, watch in
            let line = app.line
            let export = SmallExport(days: 2, weights: 7)
            let refused = try await app.post(.bytes([1]), token: "wrong")
            #expect(refused.status == 401)
            #expect(refused.body.contains(#""code":"unauthorized""#), "\(refused.body)")
            #expect(try await app.post(.none).status == 400)
            #expect(try await app.post(.bytes(Array(export.text.utf8)), path: "x").status == 404)
            let taken = try await app.post(export)
            #expect(taken.status == 202, "\(taken.body)")
            #expect(taken.body.contains("accepted"))
            try await line.waitForAccepted(7)
            #expect(try await app.post(.bytes([UInt8](repeating: 0x20, count: 3 << 20))).status == 413)
            // The same export again is accepted, but nothing is new.
            #expect(try await app.post(export).status == 202)
            _ = try await watch.end(count: 2)
            #expect(try await line.summary().accepted == 7)
            // Without a session nothing is accepted, because it could belong to the next person.
            _ = try await line.endSession()
            try await line.wait("a refusal") { try await app.post(export).status == 409 }
        }
    }

    @Test func beyondTheMachineItSpeaksTLS() async throws {
        let secrets = try TemporaryFolder()
        let (certificate, key) = try await Certificate.make(in: secrets.url)
        let files = ["ingest.certificate": certificate, "ingest.key": key]
        try await Self.with(files, authority: certificate) { app, _ in
            #expect(try await app.post(Self.weight(1)).status == 202)
            try await app.line.waitForAccepted(1)
            // A client without the certificate sends nothing, and one without TLS is not understood.
            let stranger = try CurlClient()
            let port = try #require(try app.port())
            for url in ["https://localhost:\(port)/v1/import", "http://localhost:\(port)/v1/import"] {
                await #expect(throws: CurlError.self) {
                    try await stranger.perform(CurlRequest("POST", url: url, body: .bytes([1])))
                }
            }
            // Another program renews the certificate and its key; the importer continues to run.
            _ = try await Certificate.make(in: secrets.url)
            let next = try CurlClient(CurlConfiguration(tls: CurlTLS(authorityFile: certificate)))
            let url = "https://localhost:\(port)/v1/import"
            #expect(try await next.perform(CurlRequest("POST", url: url, body: .bytes([1]))).status == 401)
        }
        withExtendedLifetime(secrets) {}
    }

    /// Everything answered with 202 reaches the server, whenever the importer is killed; the rest may be posted again.
    @Test func whatIsAcceptedOutlivesKills() async throws {
        try await Self.with { app, _ in
            var hours: [Int] = []
            // A process that ends more than six times in two minutes is not restarted.
            for hour in 0..<5 {
                let kill = Task {
                    try await Task.sleep(for: .milliseconds(3 * hour))
                    try await app.line.kill("health-importer")
                }
                try await app.line.wait("an answer") {
                    // A dead importer has no port, or gives no answer.
                    guard let answer = try? await app.post(Self.weight(hour)) else { return false }
                    return answer.status == 202
                }
                hours.append(hour)
                _ = await kill.result
                try await app.ready()
            }
            try await app.line.waitForAccepted(hours.count)
            try await app.line.wait("an empty queue") { try await app.line.queued().isEmpty }
            let sums = try await app.line.summary()
            #expect((sums.accepted, sums.duplicates, sums.updates) == (5, 0, 0))
            #expect(!app.waiting.contains { $0.hasPrefix(".") }, "\(app.waiting)")
        }
    }

    @Test func aBodyThatBreaksOffLeavesNothing() async throws {
        try await Self.with { app, watch in
            let text = Array(SmallExport(days: 0, weights: 40).text.utf8)
            let half = AsyncThrowingStream<[UInt8], any Error> { feed in
                feed.yield(Array(text.prefix(text.count / 2)))
                feed.finish(throwing: CancellationError())
            }
            _ = try? await app.post(.stream(half, length: text.count))
            try await app.line.wait("an empty folder") { app.waiting.isEmpty }
            #expect(try await watch.call(HealthTopics.imports, ImportsRequest()).imports.isEmpty)
            #expect(try await app.post(Self.weight(3)).status == 202)
            try await app.line.waitForAccepted(1)
        }
    }

    @Test func aFileThatCannotBeStoredIsRefused() async throws {
        try await Self.with { app, _ in
            // A file replaces the folder, so that nothing can be written, as on a full disk.
            try FileManager.default.createDirectory(
                atPath: URL(filePath: app.spool).deletingLastPathComponent().path,
                withIntermediateDirectories: true
            )
            try Data().write(to: URL(filePath: app.spool))
            let answer = try await app.post(Self.weight(1))
            #expect(answer.status == 507, "\(answer.body)")
            #expect(answer.body.contains(#""retriable":true"#), "\(answer.body)")
            try FileManager.default.removeItem(atPath: app.spool)
            #expect(try await app.post(Self.weight(1)).status == 202)
            try await app.line.waitForAccepted(1)
        }
    }

    /// Another program uses the address: everything else works, and the importer takes the address once it is free.
    @Test func aTakenAddressStopsNothingElse() async throws {
        let other = try ListeningSocket()
        let secrets = try TemporaryFolder()
        let settings = try IngestWatch.settings(secrets, ["ingest.address": "127.0.0.1:\(other.port)"])
        try await RunningLine.with(settings) { line in
            let watch = ImportWatch(line: line)
            let app = try IngestWatch(line)
            let sent = try await watch.send(try watch.write("a.xml", SmallExport(days: 1, weights: 1)))
            #expect(sent.exit == .code(0), "\(sent.text)")
            try await line.waitForAccepted(2)
            #expect(try app.port() == nil)
            other.close()
            try await app.ready()
            #expect(try app.port() == other.port)
        }
        withExtendedLifetime(secrets) {}
    }

    /// A phone posts on after its person left: neither a body under way nor a later one reaches the next person.
    @Test func aPhoneOfTheFormerPersonBringsTheNextOneNothing() async throws {
        try await Self.with { app, watch in
            let line = app.line
            #expect(try await app.post(Self.weight(1)).status == 202)
            try await line.waitForAccepted(1)
            let text = Array(Self.weight(2).text.utf8)
            let (feed, rest) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            rest.yield(Array(text.prefix(text.count / 2)))
            let posting = Task { try await app.post(.stream(feed, length: text.count)) }
            try await line.wait("a body under way") { app.waiting.contains { $0.hasPrefix(".") } }
            try await line.startSession(user: "second-user", seat: LineSetup.seat)
            try await watch.subscribe([Self.mass])
            rest.yield(Array(text.dropFirst(text.count / 2)))
            rest.finish()
            #expect(try await posting.value.status == 202, "it was begun for the former person")
            // Held if the importer knows of the next person by now; else that session's import, which has ended.
            let end = try await watch.end(count: 2)
            let words = "\(end.state.rawValue) \(end.error?.code ?? "")"
            #expect(["held cameBeforeSession", "cancelled conflict"].contains(words), "\(end)")
            let refused = try await app.post(Self.weight(3))
            #expect(refused.status == 409 && refused.body.contains("anotherPerson"), "\(refused)")
            #expect(try await line.summary().accepted == 1)
        }
    }
}
