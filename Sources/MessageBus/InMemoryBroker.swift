import Synchronization

/// A broker in this process, with the semantics of the real one, for tests.
///
/// Retained values, last wills, wildcards, rights, "nobody listens", payload limits and a broker that goes away.
public final class InMemoryBroker: Sendable {
    struct Connection {
        var will: BusMessage?
        var rules: [AccessRule]?
        var subscriptions: [UInt64: (filters: [TopicFilter], queue: BoundedQueue<BusMessage>)] = [:]
        var states: [UInt64: AsyncStream<BusConnectionState>.Continuation] = [:]
        var isConnected = true
    }

    private struct State {
        var retained: [String: BusMessage] = [:]
        var connections: [UInt64: Connection] = [:]
        var nextID: UInt64 = 0
        var isUp = true
    }

    private let state = Mutex(State())

    /// Makes an empty broker.
    public init() {}

    /// Connects a process.
    ///
    /// - Parameters:
    ///   - will: Published when the connection is lost by ``InMemoryBus/vanish()``.
    ///   - rules: Its rights; nil allows everything.
    public func connect(will: BusMessage? = nil, rules: [AccessRule]? = nil) -> InMemoryBus {
        let id = state.withLock { state in
            state.nextID += 1
            state.connections[state.nextID] = Connection(will: will, rules: rules)
            state.connections[state.nextID]?.isConnected = state.isUp
            return state.nextID
        }
        return InMemoryBus(broker: self, id: id)
    }

    /// Takes the broker away: every connection is lost; retained values too unless kept.
    public func goDown(keepingRetained: Bool = false) {
        let continuations = state.withLock { state in
            state.isUp = false
            if !keepingRetained { state.retained = [:] }
            for id in state.connections.keys { state.connections[id]?.isConnected = false }
            return state.connections.values.flatMap(\.states.values)
        }
        for continuation in continuations { continuation.yield(.disconnected(reason: "the broker is gone")) }
    }

    /// Brings the broker back; connections and subscriptions stand again.
    public func comeBack() {
        let continuations = state.withLock { state in
            state.isUp = true
            for id in state.connections.keys { state.connections[id]?.isConnected = true }
            return state.connections.values.flatMap(\.states.values)
        }
        for continuation in continuations { continuation.yield(.connected) }
    }

    func publish(_ message: BusMessage, by id: UInt64) async throws -> PublishReceipt {
        let queues = try state.withLock { state -> [BoundedQueue<BusMessage>] in
            guard let connection = state.connections[id], connection.isConnected else {
                throw BusError(.notConnected, "no connection to the broker")
            }
            guard connection.rules?.contains(where: { $0.allows(.publish, message.topic) }) ?? true else {
                throw BusError(.notAuthorized, "the broker refuses publishing to \(message.topic)")
            }
            guard !message.topic.contains("+"), !message.topic.contains("#"), !message.topic.isEmpty else {
                throw BusError(.invalidTopic, "'\(message.topic)' has a wildcard")
            }
            return Self.route(message, &state)
        }
        return await deliver(message, to: queues)
    }

    func vanish(_ id: UInt64) async {
        let (will, queues) = state.withLock { state -> (BusMessage?, [BoundedQueue<BusMessage>]) in
            guard let gone = state.connections.removeValue(forKey: id), let will = gone.will, state.isUp else {
                return (nil, [])
            }
            return (will, Self.route(will, &state))
        }
        if let will { _ = await deliver(will, to: queues) }
    }

    func subscribe(_ filters: [TopicFilter], capacity: Int, by id: UInt64) async throws -> BusSubscription {
        let queue = BoundedQueue<BusMessage>(capacity: capacity)
        let (subscription, kept) = try state.withLock { state -> (UInt64, [BusMessage]) in
            guard let connection = state.connections[id], connection.isConnected else {
                throw BusError(.notConnected, "no connection to the broker")
            }
            for filter in filters where !(connection.rules?.contains { $0.allows(.subscribe, filter.text) } ?? true) {
                throw BusError(.notAuthorized, "the broker refuses subscribing to \(filter)")
            }
            state.nextID += 1
            state.connections[id]?.subscriptions[state.nextID] = (filters, queue)
            let kept = state.retained.values.filter { message in filters.contains { $0.matches(message.topic) } }
            return (state.nextID, kept.sorted { $0.topic < $1.topic })
        }
        for message in kept where !queue.offer(message) { break }
        return BusSubscription(queue: queue) { [weak self] in self?.unsubscribe(subscription, by: id) }
    }

    func states(of id: UInt64) -> AsyncStream<BusConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(of: BusConnectionState.self, bufferingPolicy: .bufferingNewest(1))
        let isConnected = state.withLock { state in
            state.nextID += 1
            state.connections[id]?.states[state.nextID] = continuation
            return state.connections[id]?.isConnected ?? false
        }
        continuation.yield(isConnected ? .connected : .disconnected(reason: "the broker is gone"))
        return stream
    }

    private func unsubscribe(_ subscription: UInt64, by id: UInt64) {
        _ = state.withLock { $0.connections[id]?.subscriptions.removeValue(forKey: subscription) }
    }

    private func deliver(_ message: BusMessage, to queues: [BoundedQueue<BusMessage>]) async -> PublishReceipt {
        var live = message
        live.retain = false
        for queue in queues { await queue.send(live) }
        return queues.isEmpty ? .noSubscribers : .delivered
    }

    private static func route(_ message: BusMessage, _ state: inout State) -> [BoundedQueue<BusMessage>] {
        if message.retain {
            state.retained[message.topic] = message.payload.isEmpty ? nil : message
        }
        return state.connections.values.filter(\.isConnected).flatMap { connection in
            connection.subscriptions.values.compactMap { subscription in
                subscription.filters.contains { $0.matches(message.topic) } ? subscription.queue : nil
            }
        }
    }
}

/// One process's connection to an ``InMemoryBroker``.
public final class InMemoryBus: Bus {
    private let broker: InMemoryBroker
    private let id: UInt64

    init(broker: InMemoryBroker, id: UInt64) {
        self.broker = broker
        self.id = id
    }

    /// Sends a message to whoever subscribed.
    public func publish(_ message: BusMessage) async throws -> PublishReceipt {
        try await broker.publish(message, by: id)
    }

    /// Subscribes; retained values come first.
    public func subscribe(to filters: [TopicFilter], capacity: Int) async throws -> BusSubscription {
        try await broker.subscribe(filters, capacity: capacity, by: id)
    }

    /// The connection's states from now on.
    public func connectionStates() -> AsyncStream<BusConnectionState> {
        broker.states(of: id)
    }

    /// Ends the connection as a crash does: the broker publishes the last will.
    public func vanish() async {
        await broker.vanish(id)
    }
}
