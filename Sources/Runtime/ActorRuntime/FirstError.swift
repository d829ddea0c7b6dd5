internal import Synchronization

/// The error that others follow from: what fails because of it may be reported before it.
final class FirstError: Sendable {
    private let state = Mutex<(any Error)?>(nil)

    /// The first error that was noted.
    var error: (any Error)? { state.withLock(\.self) }

    /// Runs an operation and notes what it fails with.
    ///
    /// - Throws: What the operation throws.
    func noting(_ operation: () async throws -> Void) async throws {
        do {
            try await operation()
        } catch {
            state.withLock { $0 = $0 ?? error }
            throw error
        }
    }
}
