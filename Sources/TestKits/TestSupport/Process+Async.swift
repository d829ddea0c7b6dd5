package import Foundation

extension Process {
    /// Runs the process to its end without blocking a thread.
    ///
    /// - Returns: The exit code.
    /// - Throws: Any error in starting it.
    package func runToEnd() async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try run()
            } catch {
                terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}
