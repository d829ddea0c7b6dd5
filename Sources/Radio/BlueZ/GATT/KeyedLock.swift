/// One holder for each key at a time, first come first served.
///
/// Belongs to one actor.
struct KeyedLock<Key: Hashable & Sendable> {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private var held: Set<Key> = []
    private var waiters: [Key: [Waiter]] = [:]

    /// Takes the lock or stores the waiter.
    mutating func acquire(_ key: Key, id: Int, continuation: CheckedContinuation<Void, any Error>) {
        if held.insert(key).inserted {
            continuation.resume()
        } else {
            waiters[key, default: []].append(Waiter(id: id, continuation: continuation))
        }
    }

    /// Gives the lock to the next waiter.
    mutating func release(_ key: Key) {
        guard var queue = waiters[key], !queue.isEmpty else {
            held.remove(key)
            return
        }
        let next = queue.removeFirst()
        waiters[key] = queue.isEmpty ? nil : queue
        next.continuation.resume()
    }

    /// Ends a wait; a waiter that already has the lock keeps it.
    mutating func cancel(_ key: Key, id: Int) {
        guard let index = waiters[key]?.firstIndex(where: { $0.id == id }) else { return }
        waiters[key]?.remove(at: index).continuation.resume(throwing: CancellationError())
    }
}
