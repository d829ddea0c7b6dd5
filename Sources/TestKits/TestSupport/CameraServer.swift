internal import Foundation

/// The Python camera of FrameSourcesTests, as a child process; ends with the scope.
package enum CameraServer {
    /// Runs the camera while the body runs, and gives its address.
    package static func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let (input, output, process) = (Pipe(), Pipe(), Process())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", ProjectFolder.file("Tests/Displays/FrameSourcesTests/camera.py").path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The camera ends with its input. It is not awaited: `waitUntilExit` would hold a thread of the test's pool.
        defer { try? input.fileHandleForWriting.close() }
        let line = String(decoding: await firstData(output.fileHandleForReading), as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NoPort() }
        return try await body("http://127.0.0.1:\(port)")
    }

    private struct NoPort: Error {}

    private static func firstData(_ handle: FileHandle) async -> Data {
        await withCheckedContinuation { continuation in
            handle.readabilityHandler = { handle in
                handle.readabilityHandler = nil
                continuation.resume(returning: handle.availableData)
            }
        }
    }
}
