import Synchronization

/// The requests that are in work now, and where their answers go; bounded by the server's concurrency.
///
/// A repeat while the first is in work waits for the first's answer at its own address. A repeat after the answer is
/// done again, which every operation allows; what must not be doubled is keyed in the store.
final class RequestsInWork: Sendable {
    /// What makes two messages the same request: ids are each caller's own (CloudEvents 1.0, `source` + `id`).
    struct Key: Hashable, Sendable {
        let source: String
        let id: String
        /// An answer must be of the operation that was asked.
        let topic: String
    }

    /// The most reply addresses of one request; beyond it the oldest is dropped, since its caller has asked again.
    static let addressLimit = 8

    private let addresses = Mutex<[Key: [ReplyAddress]]>([:])

    /// Notes that a request waits for its answer; true when its work begins, false when it is in work already.
    func begin(_ key: Key, address: ReplyAddress) -> Bool {
        addresses.withLock { all in
            var waiting = all[key] ?? []
            defer { all[key] = waiting }
            // The broker's own repeat of one message is answered once.
            if !waiting.contains(where: { $0.isSame(as: address) }) { waiting.append(address) }
            if waiting.count > Self.addressLimit { waiting.removeFirst() }
            return all[key] == nil
        }
    }

    /// Records that a request is finished, and returns the addresses for its answer.
    func end(_ key: Key) -> [ReplyAddress] {
        addresses.withLock { $0.removeValue(forKey: key) ?? [] }
    }
}
