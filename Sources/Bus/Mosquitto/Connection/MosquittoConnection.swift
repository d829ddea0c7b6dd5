import Dispatch
import LoopExecutor

/// A connection to an MQTT 5 broker that reconnects automatically until it is closed.
///
/// libmosquitto runs on the process's event loop, so that it does not block the cooperative pool. Whatever ends a
/// connection (a refused CONNECT, a DISCONNECT from the broker, a TLS error, an unknown host, a broker that does not
/// run yet), the next attempt follows after a random, growing pause, without limit. Filters are subscribed again on
/// each connection.
///
/// Delivery: a publish is passed to the broker once. If its answer is lost, the call throws `outcomeUnknown`, and the
/// message is not sent later without the caller's knowledge. Received messages are acknowledged to the broker on
/// arrival, not on consumption, so important data needs an acknowledgement of the consumer.
public actor MosquittoConnection {
    /// The state of the connection.
    enum Phase {
        /// Not started, or waiting for the next attempt.
        case resting
        /// The socket is being opened on the connect queue.
        case opening
        /// The socket is open and CONNACK is due.
        case handshaking
        /// The broker accepted the connection.
        case connected
        /// Permanently closed.
        case closed
    }

    /// The loop that runs this actor and the library.
    nonisolated let loop = EventLoop.shared

    /// The settings of this connection.
    public nonisolated let configuration: MosquittoConfiguration

    /// Changes of state, for one consumer.
    ///
    /// The 16 newest are kept for a slow consumer. The stream ends when the connection is closed.
    public nonisolated let events: AsyncStream<ConnectionEvent>

    /// Received messages, for one consumer; ``InboundLimit`` describes a slow one.
    ///
    /// A consumer that stalls for longer than the keep-alive time loses its connection, and gets the next one when it
    /// has caught up.
    public nonisolated let messages: MosquittoMessages

    nonisolated let eventSink: AsyncStream<ConnectionEvent>.Continuation
    nonisolated let connectQueue = DispatchQueue(label: "mosquitto.connect")

    var phase = Phase.resting
    var isStarted = false
    var link: Link?
    var backoff: ReconnectBackoff
    var tickTimer: EventTimer?
    var retryTimer: EventTimer?

    /// Whether the next attempt waits for ``resume()``.
    public internal(set) var isOnHold = false

    /// Whether the next attempt waits for the consumer to catch up.
    var isRetryHeld = false

    let intake: MessageIntake
    let publishing: PublishDesk
    let subscribing: SubscriptionDesk

    /// The number of callbacks, which shows whether a read call found anything.
    var callbackCount = 0
    /// Whether a callback of the library is running.
    var isCalledBack = false

    /// The departure in progress, once ``close(within:sendingWill:)`` was called.
    var departure: Departure?

    /// Runs the actor on the process's event loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Runs the tasks that forward and answer received messages.
    public nonisolated var taskExecutor: any TaskExecutor { EventLoop.tasks }

    /// Whether the broker has accepted the connection and it is not being closed.
    public var isConnected: Bool { phase == .connected && departure == nil }

    /// Creates a connection that does nothing until ``start()``.
    ///
    /// - Parameter configuration: The settings.
    /// - Throws: ``MosquittoError`` with code `invalidConfiguration` or `invalidTopic`.
    public init(_ configuration: MosquittoConfiguration) throws {
        try configuration.validate()
        self.configuration = configuration
        (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
        let intake = MessageIntake(configuration.inboundLimit)
        messages = intake.messages
        self.intake = intake
        publishing = PublishDesk(configuration)
        subscribing = SubscriptionDesk(eventSink)
        backoff = ReconnectBackoff(configuration.reconnectDelay)
    }

    // The link frees itself on any thread, because closures on the loop keep the connection alive.
    deinit { eventSink.finish() }

    /// Starts to connect and returns at once; ``events`` reports the result.
    ///
    /// It does nothing if the connection was started before, or is closed.
    public func start() {
        guard !isStarted, phase != .closed else { return }
        isStarted = true
        intake.hasRoom = { [weak self] in self?.later { $0.drained() } }
        tickTimer = EventTimer(every: .seconds(1), on: loop, handler: enter { $0.tick() })
        open()
    }

    /// Offers messages to a receiver first, on the loop, where it must not wait.
    ///
    /// - Parameter receiver: Returns whether it took the message; the others go to ``messages``.
    public func setReceiver(_ receiver: @escaping @Sendable (InboundMessage) -> Bool) {
        intake.receiver = receiver
    }

    /// A handler for the loop that enters the actor if it is still there.
    nonisolated func enter(
        _ body: @escaping @Sendable (isolated MosquittoConnection) -> Void
    ) -> @Sendable () -> Void {
        { [weak self] in self?.assumeIsolated { body($0) } }
    }

    /// Enters the actor in a later turn of its loop, if it is still there.
    nonisolated func later(_ body: @escaping @Sendable (isolated MosquittoConnection) -> Void) {
        loop.later(enter(body))
    }
}
