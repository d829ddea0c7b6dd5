import Synchronization

/// The requests in progress, and the addresses for their answers; limited by the server's concurrency.
///
/// A repeat while the first is in progress waits for the first's answer at its own address. A repeat after the answer
/// is executed again, which every operation allows; the store has keys for work that must not be doubled.
final class RequestsInWork: Sendable {
    /// The identity of a request: ids are unique only per caller (CloudEvents 1.0, `source` + `id`).
    struct Key: Hashable, Sendable {
        let source: String
        let id: String
        /// The topic, because an answer must belong to the requested operation.
        let topic: String
    }

    /// The limit of reply addresses for one request; beyond it the oldest is dropped, because its caller has asked
    /// again.
    static let addressLimit = 8

    private let addresses = Mutex<[Key: [ReplyAddress]]>([:])

    /// Records that a request waits for its answer; true if its work begins, false if it is already in progress.
    func begin(_ key: Key, address: ReplyAddress) -> Bool {
        addresses.withLock { all in
            var waiting = all[key] ?? []
            defer { all[key] = waiting }
            // The broker's own repeat of a message is answered once.
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
