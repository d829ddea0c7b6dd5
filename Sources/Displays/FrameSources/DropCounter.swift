import Synchronization

/// How many frames nobody had time for.
package final class DropCounter: Sendable {
    private let value = Mutex(0)

    /// Starts at none.
    package init() {}

    /// The number so far.
    package var count: Int { value.withLock { $0 } }

    func increase() {
        value.withLock { $0 += 1 }
    }
}
