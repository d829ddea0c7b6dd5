import Synchronization

/// A counter that begins at 1.
final class Numbers: Sendable {
    private let last = Mutex(0)

    /// The next number.
    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
