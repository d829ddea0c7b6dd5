/// What the broker said of a message that it took.
public enum PublishReceipt: Sendable, Equatable {
    /// At least one subscriber was there.
    case delivered
    /// No process subscribes to the topic (MQTT 5 reason 16).
    case noSubscribers
}

/// Whether there is a broker at the other end.
public enum BusConnectionState: Sendable, Equatable {
    /// The broker accepted this process; its subscriptions are in place.
    case connected
    /// There is no connection; the client reconnects by itself.
    case disconnected(reason: String, cause: DisconnectionCause = .away)

    /// Why there is no connection; nil while there is one.
    public var cause: DisconnectionCause? {
        if case .disconnected(_, let cause) = self { cause } else { nil }
    }

    /// Whether the other end said no; anything else may pass by waiting.
    public var isRefusal: Bool { cause == .refused || cause == .unusable }
}

/// What keeps a process from its broker.
public enum DisconnectionCause: Sendable, Equatable {
    /// The broker cannot be reached, or the connection broke.
    case away
    /// The broker rejects this account.
    case refused
    /// The program at that address is not a broker of MQTT 5: it serves no account.
    case unusable
}

/// A connection of one process to the bus.
///
/// Semantics that every implementation keeps: at-least-once while connected, order per sender and topic, no queue in
/// the broker for absent readers, retained values handed out at subscribing, a last will when the process vanishes.
public protocol Bus: Sendable {
    /// Sends a message and returns when the broker has acknowledged it.
    ///
    /// - Throws: ``BusError``: `notConnected` (nothing was sent), `outcomeUnknown`, `notAuthorized`, `payloadTooLarge`.
    func publish(_ message: BusMessage) async throws -> PublishReceipt

    /// Sends messages in their order and returns when the broker has acknowledged all; one that fails holds up no
    /// other.
    ///
    /// - Returns: What became of each; failures as ``publish(_:)`` throws them.
    func publish(inOrder messages: [BusMessage]) async -> [Result<PublishReceipt, any Error>]

    /// Subscribes to topics; the subscription ends when the sequence's last copy is dropped or
    /// ``BusSubscription/cancel()``.
    ///
    /// Returns when the broker has granted it, and waits for a connection before. A lost one does not end it: it is
    /// renewed at every connect.
    ///
    /// - Parameters:
    ///   - filters: What to receive.
    ///   - capacity: Messages held for a slow reader; when full, receiving waits, back to the socket.
    /// - Throws: ``BusError``: `notAuthorized`, `invalidTopic`.
    func subscribe(to filters: [TopicFilter], capacity: Int) async throws -> BusSubscription

    /// Subscribes with a shortcut: it is offered each message first, where that arrives, and must not wait.
    ///
    /// - Parameter shortcut: Returns true for a message that it took; the others go to the subscription's reader.
    /// - Throws: ``BusError`` as ``subscribe(to:capacity:)``.
    func subscribe(
        to filters: [TopicFilter],
        capacity: Int,
        shortcut: @escaping @Sendable (BusMessage) -> Bool
    ) async throws -> BusSubscription

    /// Sends a message without a task that waits for its acknowledgement.
    ///
    /// - Parameter whenDone: Called once, on any thread, with what ``publish(_:)`` would return or throw; it must not
    ///   wait.
    func post(_ message: BusMessage, whenDone: @escaping @Sendable (Result<PublishReceipt, any Error>) -> Void)

    /// Where tasks run that hand on and answer messages, to spare changes of threads; nil for no preference.
    ///
    /// It may be the thread that drives the connection: who blocks it holds up every message of the process.
    var taskExecutor: (any TaskExecutor)? { get }

    /// The connection's states from now on, the present one first; a slow reader sees only the latest.
    func connectionStates() -> AsyncStream<BusConnectionState>
}

extension Bus {
    /// Sends them one after the other: enough for buses that answer at once.
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

    /// Leaves all messages to the reader.
    public func subscribe(
        to filters: [TopicFilter],
        capacity: Int,
        shortcut: @escaping @Sendable (BusMessage) -> Bool
    ) async throws -> BusSubscription {
        try await subscribe(to: filters, capacity: capacity)
    }

    /// Waits in a task.
    public func post(_ message: BusMessage, whenDone: @escaping @Sendable (Result<PublishReceipt, any Error>) -> Void) {
        Task {
            do {
                whenDone(.success(try await publish(message)))
            } catch {
                whenDone(.failure(error))
            }
        }
    }

    /// No preference.
    public var taskExecutor: (any TaskExecutor)? { nil }

    /// Subscribes with the usual capacity of 256 messages.
    public func subscribe(to filters: [TopicFilter]) async throws -> BusSubscription {
        try await subscribe(to: filters, capacity: 256)
    }
}
