package import Foundation

extension Process {
    /// Runs to the end without holding a thread.
    ///
    /// - Returns: The exit code.
    /// - Throws: What starting it throws.
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
