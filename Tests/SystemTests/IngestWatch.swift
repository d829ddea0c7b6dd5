import Curl
import Foundation
import HubRunner
import SimulatedHub
import TestSupport
import Testing

/// An app that posts exports to a line's importer.
struct IngestWatch: Sendable {
    static let token = "a-token-of-the-test"

    struct Answer: Sendable { let status: Int, body: String }

    let line: RunningLine
    let scheme: String
    private let client: CurlClient

    /// - Parameter authority: The certificate of an importer that uses TLS.
    init(_ line: RunningLine, authority: String? = nil) throws {
        self.line = line
        scheme = authority == nil ? "http" : "https"
        client = try CurlClient(CurlConfiguration(keepsAlive: false, tls: CurlTLS(authorityFile: authority)))
    }

    /// Settings of a line whose importer accepts exports at a port chosen by the system; the folder holds the token.
    static func settings(_ folder: TemporaryFolder, _ more: [String: String] = [:]) throws -> RunningLine.Settings {
        let file = folder.url.appending(path: "token").path
        try Data(token.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let own = [
            "ingest.address": "127.0.0.1:0", "ingest.tokens": "\(LineSetup.seat)=\(file)", "ingest.limit-mb": "1",
        ]
        return ImportWatch.settings(own.merging(more) { $1 })
    }

    /// The folder in which posted files wait.
    var spool: String { "\(line.folder.state)/\(LineSetup.hub).health-importer.main/posted/\(LineSetup.seat)" }

    /// The names of all waiting files, including hidden ones.
    var waiting: [String] { (try? FileManager.default.contentsOfDirectory(atPath: spool)) ?? [] }

    /// The port of the importer's latest start.
    func port() throws -> Int? {
        let log = try String(contentsOfFile: line.plan.layout.log("health-importer"), encoding: .utf8)
        let told = log.split(separator: "\n").last { line in
            line.contains("accepting uploads of exports") && !line.contains("not accepting")
        }
        guard let told, let at = told.range(of: "port") else { return nil }
        return Int(told[at.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber })
    }

    /// Posts a body.
    ///
    /// - Throws: `CurlError`, or ``NoPort`` before the importer serves.
    func post(_ body: CurlBody, token: String? = token, path: String = "v1/import") async throws -> Answer {
        guard let port = try port() else { throw NoPort() }
        var headers = CurlHeaders()
        if let token { headers["Authorization"] = "Bearer \(token)" }
        let url = "\(scheme)://localhost:\(port)/\(path)"
        let answer = try await client.perform(CurlRequest("POST", url: url, headers: headers, body: body))
        return Answer(status: answer.status, body: String(decoding: answer.body, as: UTF8.self))
    }

    /// Posts an export.
    func post(_ export: SmallExport) async throws -> Answer { try await post(.bytes(Array(export.text.utf8))) }

    /// Waits until the importer serves.
    func ready() async throws {
        try await line.wait("the port") { (try? await post(.bytes([1]), token: nil))?.status == 401 }
    }

    struct NoPort: Error {}
}
