import Synchronization

/// The ids of the requests that are in work now; bounded by the server's concurrency.
///
/// A repeat while the first is in work is passed over: the first one's reply carries the same correlation. A repeat
/// after the answer is done again, which every operation allows; what must not be doubled is keyed in the store.
final class RequestsInWork: Sendable {
    private let ids = Mutex<Set<String>>([])

    /// Notes that a request's work begins; false when the same id is in work already.
    func begin(_ id: String) -> Bool {
        ids.withLock { $0.insert(id).inserted }
    }

    /// Notes that a request was answered.
    func end(_ id: String) {
        ids.withLock { _ = $0.remove(id) }
    }
}
