/// The broker's answer to a published message.
public enum PublishReceipt: Sendable, Equatable {
    /// There was at least one subscriber.
    case delivered
    /// No process subscribes to the topic (MQTT 5 reason 16).
    case noSubscribers
}

/// The state of the connection to the broker.
public enum BusConnectionState: Sendable, Equatable {
    /// The broker accepted this process; its subscriptions are in place.
    case connected
    /// There is no connection; the client reconnects by itself.
    case disconnected(reason: String, cause: DisconnectionCause = .away)

    /// The cause of a missing connection; nil while connected.
    public var cause: DisconnectionCause? {
        if case .disconnected(_, let cause) = self { cause } else { nil }
    }

    /// Whether the broker refused the connection; otherwise waiting may help.
    public var isRefusal: Bool { cause == .refused || cause == .unusable }
}

/// The cause of a disconnection.
public enum DisconnectionCause: Sendable, Equatable {
    /// The broker cannot be reached, or the connection broke.
    case away
    /// The broker rejects this account.
    case refused
    /// The program at that address is not an MQTT 5 broker, whichever account is used.
    case unusable
}

/// A connection of one process to the bus.
///
/// Every implementation guarantees: at-least-once while connected, order per sender and topic, no queue in the broker
/// for absent readers, retained values on subscribing, and a last will when the process vanishes.
public protocol Bus: Sendable {
    /// Sends a message and returns when the broker has acknowledged it.
    ///
    /// - Throws: ``BusError``: `notConnected` (nothing was sent), `outcomeUnknown`, `notAuthorized`, `payloadTooLarge`.
    func publish(_ message: BusMessage) async throws -> PublishReceipt

    /// Sends messages in order and returns when the broker has acknowledged all; a failed one does not delay the
    /// others.
    ///
    /// - Returns: The outcome of each; failures are the errors of ``publish(_:)``.
    func publish(inOrder messages: [BusMessage]) async -> [Result<PublishReceipt, any Error>]

    /// Subscribes to topics; the subscription ends when the sequence's last copy is dropped or
    /// ``BusSubscription/cancel()``.
    ///
    /// It returns when the broker has granted the subscription, waiting for a connection if necessary. A lost
    /// connection does not end the subscription, which is renewed at every connect.
    ///
    /// - Parameters:
    ///   - filters: The topics to receive.
    ///   - capacity: Messages held for a slow reader; when full, receiving waits, back to the socket.
    /// - Throws: ``BusError``: `notAuthorized`, `invalidTopic`.
    func subscribe(to filters: [TopicFilter], capacity: Int) async throws -> BusSubscription

    /// Subscribes with a shortcut, which is offered each message first where it arrives, and must not wait.
    ///
    /// - Parameter shortcut: Returns true for a message that it handled; the others go to the subscription's reader.
    /// - Throws: ``BusError`` as ``subscribe(to:capacity:)``.
    func subscribe(
        to filters: [TopicFilter],
        capacity: Int,
        shortcut: @escaping @Sendable (BusMessage) -> Bool
    ) async throws -> BusSubscription

    /// Sends a message without a task that waits for its acknowledgement.
    ///
    /// - Parameter whenDone: Called once, on any thread, with the result or error of ``publish(_:)``; it must not wait.
    func post(_ message: BusMessage, whenDone: @escaping @Sendable (Result<PublishReceipt, any Error>) -> Void)

    /// The executor of tasks that pass on and answer messages, to avoid thread switches; nil for no preference.
    ///
    /// It may be the thread that drives the connection, so a task that blocks it delays every message of the process.
    var taskExecutor: (any TaskExecutor)? { get }

    /// The connection's states from now on, beginning with the present one; a slow reader sees only the latest.
    func connectionStates() -> AsyncStream<BusConnectionState>
}

extension Bus {
    /// Sends them one after another, which suffices for buses that answer at once.
    public func publish(inOrder messages: [BusMessage]) async -> [Result<PublishReceipt, any Error>] {
        var results: [Result<PublishReceipt, any Error>] = []
        for message in messages {
            do {
                results.append(.success(try await publish(message)))
            } catch {
                results.append(.failure(error))
            }
        }
        return results
    }

    /// Leaves all messages to the reader, ignoring the shortcut.
    public func subscribe(
        to filters: [TopicFilter],
        capacity: Int,
        shortcut: @escaping @Sendable (BusMessage) -> Bool
    ) async throws -> BusSubscription {
        try await subscribe(to: filters, capacity: capacity)
    }

    /// Publishes in a task that waits for the acknowledgement.
    public func post(_ message: BusMessage, whenDone: @escaping @Sendable (Result<PublishReceipt, any Error>) -> Void) {
        Task {
            do {
                whenDone(.success(try await publish(message)))
            } catch {
                whenDone(.failure(error))
            }
        }
    }

    /// Nil by default.
    public var taskExecutor: (any TaskExecutor)? { nil }

    /// Subscribes with the default capacity of 256 messages.
    public func subscribe(to filters: [TopicFilter]) async throws -> BusSubscription {
        try await subscribe(to: filters, capacity: 256)
    }
}
