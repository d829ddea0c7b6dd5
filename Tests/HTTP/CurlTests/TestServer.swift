import Foundation
import TestSupport

/// The Python server in this folder, as a child process with a private folder; it ends with the scope.
struct TestServer: Sendable {
    let port: Int
    let folder: URL

    var base: String { "http://127.0.0.1:\(port)" }
    var secureBase: String { "https://localhost:\(port)" }
    var socketPath: String { folder.appending(path: "s").path }
    var certificate: String { folder.appending(path: "cert.pem").path }
    var key: String { folder.appending(path: "key.pem").path }

    /// The kind of server.
    enum Kind {
        case plain
        case unixSocket
        case tls
        case tlsWithClientCertificate
    }

    /// Runs a server while the body runs.
    ///
    /// - Parameter days: The validity of its certificate, in days; a negative number makes an expired one.
    static func with<Result>(
        _ kind: Kind = .plain,
        days: Int = 2,
        _ body: (TestServer) async throws -> Result
    ) async throws -> Result {
        let folder = URL(filePath: ShortPath.make("vitalbus-curl"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let draft = TestServer(port: 0, folder: folder)
        if kind == .tls || kind == .tlsWithClientCertificate {
            _ = try await Certificate.make(in: folder, days: days)
        }
        let input = Pipe()
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py").path
        process.arguments = ["python3", script] + draft.arguments(kind)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The server ends when its input closes. Nothing waits for it: `waitUntilExit` would block a thread of the
        // test's pool.
        defer { try? input.fileHandleForWriting.close() }
        let line = String(decoding: await output.fileHandleForReading.firstData(), as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw TestServerFailure.noPort
        }
        return try await body(TestServer(port: port, folder: folder))
    }

    /// Failures of the server itself.
    enum TestServerFailure: Error {
        case noPort
    }

    private func arguments(_ kind: Kind) -> [String] {
        switch kind {
        case .plain: []
        case .unixSocket: ["--unix", socketPath]
        case .tls: ["--tls", certificate, key]
        case .tlsWithClientCertificate: ["--tls", certificate, key, "--client-ca", certificate]
        }
    }
}
