import Foundation
import LineFixture
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Exports that an app posts.
@Suite(.serialized, .timeLimit(.minutes(3))) struct IngestTests {
    private static let token = "a-token-of-the-test"

    private struct Answer { let status: Int, body: String }

    private static func post(
        _ port: Int,
        _ token: String?,
        _ body: Data,
        path: String = "v1/import"
    ) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/\(path)")))
        request.httpMethod = "POST"
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await URLSession.shared.upload(for: request, from: body)
        return Answer(
            status: (response as? HTTPURLResponse)?.statusCode ?? 0,
            body: String(decoding: data, as: UTF8.self)
        )
    }

    /// A free port; another program may take it before the importer does, which the test would see as a failed start.
    private static func freePort() -> Int { Int.random(in: 20_000...32_000) }

    @Test func aPostedExportIsAtTheServer() async throws {
        let port = Self.freePort()
        let secrets = try TemporaryFolder()
        let file = secrets.url.appending(path: "token").path
        try Data(Self.token.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let settings = ImportWatch.settings([
            "ingest.address": "127.0.0.1:\(port)", "ingest.tokens": "\(LineSetup.seat)=\(file)", "ingest.limit-mb": "1",
        ])
        try await RunningLine.with(settings) { line in
            let watch = ImportWatch(line: line)
            try await watch.subscribe(["HKQuantityTypeIdentifierBodyMass"])
            let export = Data(SmallExport(days: 2, weights: 7).text.utf8)
            try await line.wait("the port") { (try? await Self.post(port, nil, export))?.status == 401 }
            let refused = try await Self.post(port, "wrong", export)
            #expect(refused.status == 401)
            #expect(refused.body.contains(#""code":"unauthorized""#), "\(refused.body)")
            #expect(try await Self.post(port, Self.token, Data()).status == 400)
            #expect(try await Self.post(port, Self.token, export, path: "x").status == 404)
            let taken = try await Self.post(port, Self.token, export)
            #expect(taken.status == 202, "\(taken.body)")
            #expect(taken.body.contains("accepted"))
            try await line.waitForAccepted(7)
            // The connection may break before the answer is read: the body was not wanted.
            let large = try? await Self.post(port, Self.token, Data(count: 3 << 20))
            #expect(large.map { $0.status == 413 } ?? true)
            // The same again: stored, and nothing new.
            #expect(try await Self.post(port, Self.token, export).status == 202)
            _ = try await watch.end(count: 2)
            #expect(try await line.summary().accepted == 7)
            // Without a session nothing is taken: it could be the next person's.
            _ = try await line.endSession()
            try await line.wait("a refusal") { try await Self.post(port, Self.token, export).status == 409 }
        }
    }
}
