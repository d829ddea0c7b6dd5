import Dispatch
import Synchronization

/// Lets two workers meet: the first one waits for the other.
final class Meeting: Sendable {
    private let arrived = Mutex<Set<Int>>([])
    private let both = DispatchSemaphore(value: 0)

    /// Arrives at the meeting; a repeated arrival does not wait.
    func come(_ number: Int) {
        let count = arrived.withLock { $0.insert(number).inserted ? $0.count : 0 }
        if count == 1 { both.wait() }
        if count == 2 { both.signal() }
    }
}
