import MessageBus
import Synchronization

/// A bus that records what its process does, and can hold an outgoing message back.
final class ObservedBus: Bus {
    /// The filters of each granted subscription.
    let subscriptions = BoundedQueue<[TopicFilter]>(capacity: 64)
    private let inner: any Bus
    private let published = Mutex<[BusMessage]>([])
    private let gates = Mutex<[String: Gate]>([:])

    init(_ inner: any Bus) {
        self.inner = inner
    }

    /// The published messages, in order.
    var messages: [BusMessage] { published.withLock { $0 } }

    /// Holds the next message of a topic until the gate is opened.
    func hold(_ topic: String) -> Gate {
        let gate = Gate()
        gates.withLock { $0[topic] = gate }
        return gate
    }

    func publish(_ message: BusMessage) async throws -> PublishReceipt {
        if let gate = gates.withLock({ $0.removeValue(forKey: message.topic) }) { await gate.pass() }
        published.withLock { $0.append(message) }
        return try await inner.publish(message)
    }

    func subscribe(to filters: [TopicFilter], capacity: Int) async throws -> BusSubscription {
        let subscription = try await inner.subscribe(to: filters, capacity: capacity)
        _ = subscriptions.offer(filters)
        return subscription
    }

    func connectionStates() -> AsyncStream<BusConnectionState> { inner.connectionStates() }
}
