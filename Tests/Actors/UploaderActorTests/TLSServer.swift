import Foundation
import TestSupport

/// The Python servers in this folder behind TLS, with a fresh certificate.
enum TLSServer {
    private struct NotStarted: Error {}

    /// Runs a server while the body runs.
    ///
    /// - Parameters:
    ///   - fault: An HTTP/2 server's fault for each request, see `h2_server.py`; nil for the HTTP/1.1 server.
    ///   - name: The name in the certificate.
    ///   - days: The certificate's validity; negative for an expired one.
    static func with(
        fault: String? = nil,
        name: String = "localhost",
        days: Int = 2,
        _ body: (_ base: String, _ certificate: String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = try await Certificate.make(in: folder.url, name: name, days: days)
        let server = Process()
        let (input, output) = (Pipe(), Pipe())
        server.standardInput = input
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        server.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: fault == nil ? "server.py" : "h2_server.py").path
        server.arguments = ["python3", script, certificate, key] + (fault.map { [$0] } ?? [])
        try server.run()
        defer { server.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NotStarted() }
        try await body("https://localhost:\(port)/\(UUID().uuidString)", certificate)
    }
}
