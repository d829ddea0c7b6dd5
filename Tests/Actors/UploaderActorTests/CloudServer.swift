import Foundation
import MessageBus

/// A private space at the Python server of this folder.
struct CloudServer: Sendable {
    static let token = "good-token-123"

    /// The base URL of this test's space at the server.
    let base: String

    /// Creates a space at this process's single server.
    init() async throws {
        base = "http://127.0.0.1:\(try await Self.port.value)/\(UUID().uuidString)"
    }

    private struct NoPort: Error {}

    /// The server's port; the server starts at the first use and ends with this process, which keeps its input open.
    private static let port = Task {
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py").path
        process.arguments = ["python3", script]
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NoPort() }
        return port
    }
    private static let process = Process()
    private static let input = Pipe()

    /// The records that the server accepted, and the requests it got.
    struct Seen: Decodable, Sendable {
        struct Request: Decodable, Sendable {
            let method: String
            let path: String
            let body: JSONValue?
        }

        let records: [JSONValue]
        let requests: [Request]

        func count(_ method: String) -> Int { requests.filter { $0.method == method }.count }
    }

    var seen: Seen { get async throws { try await control("GET", "/_seen", nil) } }

    /// Faults for the next requests, one each; JSON text.
    func fail(_ faults: String) async throws { let _: Seen = try await control("PUT", "/_faults", faults) }

    /// Releases the answers that faults hold back.
    func release() async throws { let _: Seen = try await control("PUT", "/_release", "true") }

    /// Sets the server's treatment of a known log id.
    func repeats(_ behaviour: String) async throws {
        let _: Seen = try await control("PUT", "/_repeats", "\"\(behaviour)\"")
    }

    private func control(_ method: String, _ path: String, _ body: String?) async throws -> Seen {
        try await Curling.json(method, base + path, body)
    }
}
