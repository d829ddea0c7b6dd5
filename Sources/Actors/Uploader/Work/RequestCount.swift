internal import Synchronization

/// How many requests an attempt made, which its session's rate is charged for.
final class RequestCount: Sendable {
    private let value = Mutex(0)

    /// The number so far.
    var count: Int { value.withLock { $0 } }

    /// Notes one more.
    func add() { value.withLock { $0 += 1 } }
}
