public import Logging
public import MessageBus
internal import Mosquitto
internal import Synchronization

/// The bus on a Mosquitto broker.
///
/// One connection serves all subscriptions of a process. If a slow reader's queue is full, the connection stops reading
/// from the socket; no message is dropped.
public final class MQTTBus: Bus {
    private struct Route {
        let filters: [TopicFilter]
        let queue: BoundedQueue<BusMessage>
    }

    private struct State {
        var routes: [UInt64: Route] = [:]
        var watchers: [UInt64: AsyncStream<BusConnectionState>.Continuation] = [:]
        var nextID: UInt64 = 0
        var present = BusConnectionState.disconnected(reason: "not connected yet")
        /// The number of messages that wait for a full queue; all later ones wait behind them.
        var waiting = 0

        func queues(for topic: String) -> [BoundedQueue<BusMessage>] {
            routes.values.filter { route in route.filters.contains { $0.matches(topic) } }.map(\.queue)
        }
    }

    private let connection: MosquittoConnection
    private let logger: Logger
    private let beforeReconnecting: (@Sendable () async throws -> Void)?
    private let state = Mutex(State())

    /// Creates a bus that is not connected yet.
    ///
    /// - Throws: ``BusError`` `invalidArgument` for a configuration with which no connection is possible.
    public init(_ configuration: MQTTBusConfiguration, logger: Logger) throws {
        do {
            connection = try MosquittoConnection(MosquittoConfiguration(configuration))
        } catch let error as MosquittoError {
            throw BusError(error)
        }
        self.logger = logger
        beforeReconnecting = configuration.beforeReconnecting
    }

    /// Connects, stays connected and delivers messages until cancelled.
    ///
    /// - Throws: The error of ``MQTTBusConfiguration/beforeReconnecting``.
    public func run() async throws {
        await connection.setReceiver { [weak self] in self?.take($0) ?? false }
        await connection.start()
        try await withTaskExecutorPreference(taskExecutor) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.followEvents() }
                group.addTask { await self.deliverMessages() }
                while try await group.next() != nil {}
            }
        }
    }

    /// The thread that drives the connection.
    public var taskExecutor: (any TaskExecutor)? { connection.taskExecutor }

    /// Sends the messages in flight and disconnects cleanly, so that the last will is not published.
    public func close() async {
        await connection.close()
        let (routes, watchers) = state.withLock { state in
            defer {
                state.routes = [:]
                state.watchers = [:]
            }
            return (state.routes.values, state.watchers.values)
        }
        for route in routes { route.queue.finish() }
        for watcher in watchers { watcher.finish() }
    }

    /// Sends a message and returns when the broker has acknowledged it.
    public func publish(_ message: BusMessage) async throws -> PublishReceipt {
        let result = await publish(inOrder: [message])
        guard let only = result.first else {
            throw BusError(.internalError, message: "the outcome of a message is unknown")
        }
        return try only.get()
    }

    /// Sends a message without waiting for its acknowledgement.
    public func post(_ message: BusMessage, whenDone: @escaping @Sendable (Result<PublishReceipt, any Error>) -> Void) {
        connection.post(PublishRequest(message)) { whenDone(Self.receipt($0)) }
    }

    private static func receipt(_ outcome: Result<PublishOutcome, any Error>) -> Result<PublishReceipt, any Error> {
        outcome.map { $0 == .noSubscribers ? .noSubscribers : .delivered }
            .mapError { ($0 as? MosquittoError).map(BusError.init) ?? $0 }
    }

    /// Sends messages in order, several in flight at a time.
    public func publish(inOrder messages: [BusMessage]) async -> [Result<PublishReceipt, any Error>] {
        await connection.publish(inOrder: messages.map(PublishRequest.init)).map(Self.receipt)
    }

    /// Subscribes; without a connection, it waits for one.
    public func subscribe(to filters: [TopicFilter], capacity: Int) async throws -> BusSubscription {
        try await subscribe(to: filters, queue: BoundedQueue(capacity: capacity))
    }

    /// Subscribes; without a connection, it waits for one.
    public func subscribe(
        to filters: [TopicFilter],
        capacity: Int,
        shortcut: @escaping @Sendable (BusMessage) -> Bool
    ) async throws -> BusSubscription {
        try await subscribe(to: filters, queue: BoundedQueue(capacity: capacity, shortcut: shortcut))
    }

    private func subscribe(
        to filters: [TopicFilter],
        queue: BoundedQueue<BusMessage>
    ) async throws -> BusSubscription {
        // The route exists before the broker knows of it, so that the first retained message finds it.
        let id = state.withLock { state in
            state.nextID += 1
            state.routes[state.nextID] = Route(filters: filters, queue: queue)
            return state.nextID
        }
        do {
            try await connection.subscribe(filters.map { TopicSubscription($0.text) })
        } catch {
            remove(id)
            throw (error as? MosquittoError).map(BusError.init) ?? error
        }
        return BusSubscription(queue: queue) { [weak self] in self?.end(id) }
    }

    /// The connection's states from now on, beginning with the present one.
    public func connectionStates() -> AsyncStream<BusConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: BusConnectionState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = state.withLock { state in
            state.nextID += 1
            state.watchers[state.nextID] = continuation
            continuation.yield(state.present)
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.watchers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Delivers a message to its readers; false if one of them has no room, or earlier messages are waiting.
    private func take(_ message: InboundMessage) -> Bool {
        let queues = state.withLock { $0.queues(for: message.topic) }
        let received = BusMessage(message)
        // The reader of a full queue may be waiting for this very reply.
        if queues.count == 1, queues[0].offerShortcut(received) { return true }
        let mustWait = state.withLock { state in
            // No other task fills the queues meanwhile.
            guard state.waiting > 0 || !queues.allSatisfy(\.hasRoom) else { return false }
            state.waiting += 1
            return true
        }
        guard !mustWait else { return false }
        for queue in queues { _ = queue.offer(received) }
        return true
    }

    /// Delivers the waiting messages.
    private func deliverMessages() async {
        for await message in connection.messages {
            let queues = state.withLock { $0.queues(for: message.topic) }
            let received = BusMessage(message)
            for queue in queues { await queue.send(received) }
            state.withLock { $0.waiting -= 1 }
        }
    }

    private func followEvents() async throws {
        for await event in connection.events {
            switch event {
            case .connected: say(.connected)
            case .disconnected(let error), .refused(let error):
                logger.notice(
                    "the connection to the broker ended; reconnecting: if this fails, see the broker's log",
                    metadata: ["error": "\(error)"]
                )
                say(.disconnected(reason: error.message, cause: DisconnectionCause(error)))
                guard await connection.isOnHold else { continue }
                try await goOn()
            case .subscriptionRefused(let filter, let error):
                logger.error("the broker ended a subscription", metadata: ["filter": "\(filter)", "error": "\(error)"])
            }
        }
    }

    /// Asks whether to reconnect.
    ///
    /// False closes the connection; subscriptions stay until ``close()``.
    private func goOn() async throws {
        do {
            try await beforeReconnecting?()
        } catch {
            await connection.close()
            throw error
        }
        await connection.resume()
    }

    private func say(_ present: BusConnectionState) {
        let watchers = state.withLock { state in
            state.present = present
            return state.watchers.values
        }
        for watcher in watchers { watcher.yield(present) }
    }

    private func remove(_ id: UInt64) {
        _ = state.withLock { $0.routes.removeValue(forKey: id) }
    }

    /// Ends a subscription; filters that another one still needs stay subscribed.
    private func end(_ id: UInt64) {
        let unused = state.withLock { state -> [String] in
            state.routes.removeValue(forKey: id)?.filters.map(\.text).filter { !Self.isNeeded($0, state: state) } ?? []
        }
        guard !unused.isEmpty else { return }
        // The caller does not wait for the broker; without a connection there is nothing to undo. A newer subscription
        // has already made a route, so that the broker keeps a filter that is wanted again.
        Task { [self] in
            // Cleanup: later messages from the broker are ignored.
            try? await connection.unsubscribe(unused) { filter in state.withLock { Self.isNeeded(filter, state: $0) } }
        }
    }

    private static func isNeeded(_ filter: String, state: borrowing State) -> Bool {
        state.routes.values.contains { $0.filters.contains { $0.text == filter } }
    }
}

extension BusError {
    /// Converts an error of the broker or the library to a bus error.
    init(_ error: MosquittoError) {
        let code: Code =
            switch error.code {
            case .notConnected, .closed, .connectionLost, .connectFailed: .notConnected
            case .outcomeUnknown: .outcomeUnknown
            case .busy: .busy
            case .tooLarge: .payloadTooLarge
            case .invalidTopic, .invalidProperty: .invalidTopic
            case .invalidConfiguration: .invalidArgument
            case .rejected where error.reasonCode == .notAuthorized: .notAuthorized
            case .rejected where error.reasonCode == .packetTooLarge: .payloadTooLarge
            case .refused, .unusable, .tlsFailed: .connectionRefused
            default: .internalError
            }
        self.init(code, message: error.message, isRetriable: error.isRetriable)
    }
}

extension DisconnectionCause {
    /// The cause of the disconnection, derived from a connection's error.
    init(_ error: MosquittoError) {
        let rejections: [ReasonCode] = [.notAuthorized, .badUserNameOrPassword, .banned]
        switch error.code {
        case .unusable: self = .unusable
        case _ where error.reasonCode.map(rejections.contains) == true: self = .refused
        default: self = .away
        }
    }
}

extension BusMessage {
    init(_ message: InboundMessage) {
        let correlation = message.properties.correlationData.map { String(decoding: $0, as: UTF8.self) }
        self.init(
            topic: message.topic,
            payload: message.payload,
            quality: message.qos == 0 ? .atMostOnce : .atLeastOnce,
            retain: message.isRetained,
            properties: BusProperties(
                contentType: message.properties.contentType,
                responseTopic: message.properties.responseTopic,
                correlationData: correlation,
                userProperties: message.properties.user.map { .init(name: $0.name, value: $0.value) }
            )
        )
    }
}

extension MessageProperties {
    init(_ properties: BusProperties) {
        self.init()
        contentType = properties.contentType
        responseTopic = properties.responseTopic
        correlationData = properties.correlationData.map { Array($0.utf8) }
        user = properties.userProperties.map { UserProperty($0.name, value: $0.value) }
    }
}

extension MosquittoConfiguration {
    init(_ configuration: MQTTBusConfiguration) {
        self.init(endpoint: configuration.endpoint, clientID: configuration.clientID)
        asksBeforeReconnecting = configuration.beforeReconnecting != nil
        username = configuration.username
        password = configuration.password.map { MosquittoPassword(String(decoding: $0, as: UTF8.self)) }
        tls = configuration.tls
        will = configuration.will.map {
            MosquittoWill(topic: $0.topic, payload: $0.payload, retain: $0.retain)
        }
    }
}

extension PublishRequest {
    init(_ message: BusMessage) {
        self.init(
            topic: message.topic,
            payload: message.payload,
            qos: message.quality == .atLeastOnce ? .atLeastOnce : .atMostOnce,
            retain: message.retain,
            properties: MessageProperties(message.properties)
        )
    }
}
