import Synchronization

/// A broker in this process, with the semantics of the real one, for tests.
///
/// Retained values, last wills, wildcards, rights, "no subscribers", payload limits and a broker that disappears.
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
        /// Opens when the broker is back.
        var back = WakeUpAll()
    }

    private enum Attempt {
        case granted(BusSubscription)
        case away(WakeUpAll)
    }

    private let state = Mutex(State())

    /// Creates an empty broker.
    public init() {}

    /// Connects a process.
    ///
    /// - Parameters:
    ///   - will: Published when ``InMemoryBus/vanish()`` breaks the connection.
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

    /// Stops the broker: every connection is lost, and so are retained values unless they are kept.
    public func goDown(keepingRetained: Bool = false) {
        state.withLock { state in
            state.isUp = false
            state.back = WakeUpAll()
            if !keepingRetained { state.retained = [:] }
            for id in state.connections.keys { state.connections[id]?.isConnected = false }
            Self.tell(.disconnected(reason: "the broker has stopped"), state: state)
        }
    }

    /// Brings the broker back; connections and subscriptions are restored, and retained messages are sent again.
    public func comeBack() {
        let back = state.withLock { state in
            state.isUp = true
            for id in state.connections.keys { state.connections[id]?.isConnected = true }
            for (filters, queue) in state.connections.values.flatMap(\.subscriptions.values) {
                queue.preload(Self.kept(for: filters, state: state))
            }
            Self.tell(.connected, state: state)
            return state.back
        }
        back.open()
    }

    func publish(_ message: BusMessage, by id: UInt64) async throws -> PublishReceipt {
        guard message.payload.count <= BusMessage.payloadLimit else {
            throw BusError(
                .payloadTooLarge,
                message: "a payload of \(message.payload.count) bytes is over \(BusMessage.payloadLimit)"
            )
        }
        let routed = try state.withLock { state -> Routed in
            guard let connection = state.connections[id], connection.isConnected else {
                throw BusError(.notConnected, message: "no connection to the broker")
            }
            guard connection.rules?.contains(where: { $0.allows(.publish, topicOrFilter: message.topic) }) ?? true
            else {
                throw BusError(.notAuthorized, message: "the broker rejected a message to \(message.topic)")
            }
            guard !message.topic.contains("+"), !message.topic.contains("#"), !message.topic.isEmpty else {
                throw BusError(.invalidTopic, message: "'\(message.topic)' has a wildcard")
            }
            return Self.route(message, state: &state)
        }
        return await deliver(routed)
    }

    func vanish(_ id: UInt64) async {
        let routed = state.withLock { state -> Routed? in
            guard let gone = state.connections.removeValue(forKey: id), let will = gone.will, state.isUp else {
                return nil
            }
            return Self.route(will, state: &state)
        }
        if let routed { _ = await deliver(routed) }
    }

    func subscribe(
        _ filters: [TopicFilter],
        capacity: Int,
        shortcut: (@Sendable (BusMessage) -> Bool)?,
        by id: UInt64
    ) async throws -> BusSubscription {
        while true {
            let queue = BoundedQueue(capacity: capacity, shortcut: shortcut)
            switch try attempt(filters, queue: queue, by: id) {
            case .granted(let subscription): return subscription
            case .away(let back): try await back.wait()
            }
        }
    }

    private func attempt(_ filters: [TopicFilter], queue: BoundedQueue<BusMessage>, by id: UInt64) throws -> Attempt {
        try state.withLock { state in
            guard let connection = state.connections[id] else {
                throw BusError(.notConnected, message: "this process has disconnected from the broker")
            }
            guard connection.isConnected else { return .away(state.back) }
            for filter in filters
            where !(connection.rules?.contains { $0.allows(.subscribe, topicOrFilter: filter.text) } ?? true) {
                throw BusError(.notAuthorized, message: "the broker rejected a subscription to \(filter)")
            }
            // Under the lock, so that no newer live value arrives before the retained one.
            queue.preload(Self.kept(for: filters, state: state))
            state.nextID += 1
            let subscription = state.nextID
            state.connections[id]?.subscriptions[subscription] = (filters, queue)
            return .granted(BusSubscription(queue: queue) { [weak self] in self?.unsubscribe(subscription, by: id) })
        }
    }

    func states(of id: UInt64) -> AsyncStream<BusConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: BusConnectionState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        state.withLock { state in
            state.nextID += 1
            state.connections[id]?.states[state.nextID] = continuation
            let isConnected = state.connections[id]?.isConnected ?? false
            continuation.yield(isConnected ? .connected : .disconnected(reason: "the broker has stopped"))
        }
        return stream
    }

    /// Notifies every watcher, under the lock, so that two changes arrive in order.
    private static func tell(_ news: BusConnectionState, state: State) {
        for watcher in state.connections.values.flatMap(\.states.values) { watcher.yield(news) }
    }

    private func unsubscribe(_ subscription: UInt64, by id: UInt64) {
        _ = state.withLock { $0.connections[id]?.subscriptions.removeValue(forKey: subscription) }
    }

    /// A message in transit: its receivers, and those whose queue is full.
    private struct Routed {
        let message: BusMessage
        let readers: Int
        let full: [BoundedQueue<BusMessage>]
    }

    private func deliver(_ routed: Routed) async -> PublishReceipt {
        for queue in routed.full { await queue.send(routed.message) }
        return routed.readers == 0 ? .noSubscribers : .delivered
    }

    private static func kept(for filters: [TopicFilter], state: State) -> [BusMessage] {
        let kept = state.retained.values.filter { message in filters.contains { $0.matches(message.topic) } }
        return kept.sorted { $0.topic < $1.topic }
    }

    /// Passes on a message under the lock, so that all subscribers receive different processes' messages in the same
    /// order.
    private static func route(_ message: BusMessage, state: inout State) -> Routed {
        if message.retain {
            state.retained[message.topic] = message.payload.isEmpty ? nil : message
        }
        var live = message
        live.retain = false
        var readers = 0
        var full: [BoundedQueue<BusMessage>] = []
        for connection in state.connections.values where connection.isConnected {
            for subscription in connection.subscriptions.values
            where subscription.filters.contains(where: { $0.matches(message.topic) }) {
                readers += 1
                if !subscription.queue.offer(live) { full.append(subscription.queue) }
            }
        }
        return Routed(message: live, readers: readers, full: full)
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

    /// Sends a message to its subscribers.
    public func publish(_ message: BusMessage) async throws -> PublishReceipt {
        try await broker.publish(message, by: id)
    }

    /// Subscribes; waits while the broker is away.
    ///
    /// Retained values come first and completely: those beyond the capacity are queued, too, and live ones wait for
    /// room.
    public func subscribe(to filters: [TopicFilter], capacity: Int) async throws -> BusSubscription {
        try await broker.subscribe(filters, capacity: capacity, shortcut: nil, by: id)
    }

    /// Subscribes with a shortcut, which is offered live messages.
    public func subscribe(
        to filters: [TopicFilter],
        capacity: Int,
        shortcut: @escaping @Sendable (BusMessage) -> Bool
    ) async throws -> BusSubscription {
        try await broker.subscribe(filters, capacity: capacity, shortcut: shortcut, by: id)
    }

    /// The connection's states from now on.
    public func connectionStates() -> AsyncStream<BusConnectionState> {
        broker.states(of: id)
    }

    /// Breaks the connection like a crash, so that the broker publishes the last will.
    public func vanish() async {
        await broker.vanish(id)
    }
}
