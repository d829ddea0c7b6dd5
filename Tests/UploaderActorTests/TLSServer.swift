import Foundation
import TestSupport

/// The Python server of this folder behind TLS, with a fresh certificate for `localhost`.
enum TLSServer {
    private struct NotStarted: Error {}

    /// Runs a server while the body runs.
    static func with(_ body: (_ base: String, _ certificate: String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = try await Certificate.make(in: folder.url)
        let server = Process()
        let (input, output) = (Pipe(), Pipe())
        server.standardInput = input
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        server.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py").path
        server.arguments = ["python3", script, certificate, key]
        try server.run()
        defer { server.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NotStarted() }
        try await body("https://localhost:\(port)/\(UUID().uuidString)", certificate)
    }
}
