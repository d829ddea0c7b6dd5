import Foundation

/// The Python camera in this folder, as a child process; it ends with the scope.
enum CameraServer {
    /// Runs the camera while the body runs, and passes its address.
    static func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let (input, output, process) = (Pipe(), Pipe(), Process())
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "camera.py").path
        process.arguments = ["python3", script]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The camera ends when its input closes. Nothing waits for it: `waitUntilExit` would block a thread of the
        // test's pool.
        defer { try? input.fileHandleForWriting.close() }
        let line = String(decoding: await firstData(output.fileHandleForReading), as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NoPort() }
        return try await body("http://127.0.0.1:\(port)")
    }

    struct NoPort: Error {}

    private static func firstData(_ handle: FileHandle) async -> Data {
        await withCheckedContinuation { continuation in
            handle.readabilityHandler = { handle in
                handle.readabilityHandler = nil
                continuation.resume(returning: handle.availableData)
            }
        }
    }
}
