import Dispatch
import Synchronization

/// Lets two workers meet: the first one to come waits for the other.
final class Meeting: Sendable {
    private let arrived = Mutex<Set<Int>>([])
    private let both = DispatchSemaphore(value: 0)

    /// Comes to the meeting; who was there goes on at once.
    func come(_ number: Int) {
        let count = arrived.withLock { $0.insert(number).inserted ? $0.count : 0 }
        if count == 1 { both.wait() }
        if count == 2 { both.signal() }
    }
}
