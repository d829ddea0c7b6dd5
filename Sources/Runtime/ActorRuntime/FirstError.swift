internal import Synchronization

/// The error that causes others, which may be reported before it.
final class FirstError: Sendable {
    private let state = Mutex<(any Error)?>(nil)

    /// The first error recorded.
    var error: (any Error)? { state.withLock(\.self) }

    /// Runs an operation and records its error.
    ///
    /// - Throws: The operation's error.
    func noting(_ operation: () async throws -> Void) async throws {
        do {
            try await operation()
        } catch {
            state.withLock { $0 = $0 ?? error }
            throw error
        }
    }
}
