import Dispatch
import LoopExecutor

/// A connection to an MQTT 5 broker that makes itself again until it is closed.
///
/// libmosquitto is driven on the process's event loop; nothing blocks the cooperative pool. Whatever ends a connection
/// (a refused CONNECT, a DISCONNECT from the broker, a TLS error, no such host, a broker that is not there yet), the
/// next attempt follows after a random, growing wait, for ever. Filters are subscribed again on each connection.
///
/// Delivery: a publish is given to the broker once. If its answer gets lost the call throws `outcomeUnknown` and
/// nothing is sent later behind the caller's back. Received messages are acknowledged to the broker when they arrive
/// here, not when they are consumed: data that must not be lost needs its own acknowledgement.
public actor MosquittoConnection {
    /// The state of the connection.
    enum Phase {
        /// Not started, or waiting to try again.
        case resting
        /// The socket is being opened on the connect queue.
        case opening
        /// The socket is open and CONNACK is due.
        case handshaking
        /// The broker accepted us.
        case connected
        /// Closed for good.
        case closed
    }

    /// The loop that runs this actor and the library.
    nonisolated let loop = EventLoop.shared

    /// The settings of this connection.
    public nonisolated let configuration: MosquittoConfiguration

    /// Changes of state, for one consumer.
    ///
    /// The 16 newest are kept for a slow one. It ends when the connection is closed.
    public nonisolated let events: AsyncStream<ConnectionEvent>

    /// Received messages, for one consumer; see ``InboundLimit`` for what happens when it falls behind.
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

    /// How often the library called back; shows whether a read call found anything.
    var callbackCount = 0
    /// Whether the library calls back right now.
    var isCalledBack = false

    /// How to leave, once ``close(within:sendingWill:)`` was called.
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

    // The link frees itself, on whatever thread: what uses it on the loop holds the connection meanwhile.
    deinit { eventSink.finish() }

    /// Starts to connect and returns at once; ``events`` reports the result.
    ///
    /// Nothing happens when it was started before, or closed.
    public func start() {
        guard !isStarted, phase != .closed else { return }
        isStarted = true
        intake.hasRoom = { [weak self] in self?.later { $0.drained() } }
        tickTimer = EventTimer(every: .seconds(1), on: loop, handler: enter { $0.tick() })
        open()
    }

    /// Has messages offered to a receiver first, on the loop, where it must not wait.
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
