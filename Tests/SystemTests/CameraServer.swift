import Foundation
import TestSupport

/// The Python camera of FrameSourcesTests, as a child process; it ends with the scope.
enum CameraServer {
    struct NoPort: Error {}

    /// Runs the camera while the body runs, and passes its address.
    static func with(_ body: (String) async throws -> Void) async throws {
        let (input, output, process) = (Pipe(), Pipe(), Process())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", ProjectFolder.file("Tests/Displays/FrameSourcesTests/camera.py").path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The camera ends when its input closes.
        defer { try? input.fileHandleForWriting.close() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NoPort() }
        try await body("http://127.0.0.1:\(port)")
    }
}
