internal import Dispatch
internal import LoopExecutor

/// A connection to a message bus that reconnects when the bus restarts.
///
/// After ``connect()`` has succeeded once, the connection reconnects automatically with growing pauses: it adds match
/// rules again, requests names again, and serves its exported objects again. Meanwhile calls fail with a retriable
/// error. Every libdbus call runs on a dedicated queue, never on the shared thread pool.
public actor DBusConnection {
    /// The executor of the queue that drives libdbus.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let executor = QueueExecutor(label: "dbus")
    let address: DBusAddress
    let configuration: DBusConnectionConfiguration

    var progress = ConnectionProgress()
    /// The present link to the bus, greeted or not.
    var session: BusSession?
    var backoff: ReconnectPause
    var retryTimer: LoopTimer?
    var numbers = Numbers()
    var lastOrdinal: UInt64 = 0

    let subscriptions = SignalSubscriptions()
    let names = BusNames()
    let objects = ExportedObjects()

    /// Makes a connection without connecting it.
    public init(address: DBusAddress, configuration: DBusConnectionConfiguration = .init()) {
        self.address = address
        self.configuration = configuration
        backoff = ReconnectPause(first: configuration.reconnectDelay, longest: configuration.maximumReconnectDelay)
    }

    /// The unique name of this connection; nil while it is down.
    public var uniqueName: String? {
        guard case .connected(let name) = progress.phase else { return nil }
        return name
    }

    /// Connects to the bus; does nothing if already connected.
    ///
    /// After the first success the connection reconnects automatically until ``close()``.
    ///
    /// - Throws: ``DBusError`` with code `connectFailed` (retriable) or `closed`; `CancellationError` if cancelled,
    ///   while the attempt continues.
    public func connect() async throws {
        switch progress.phase {
        case .connected: return
        case .closed: throw DBusError.connectionClosed
        case .idle, .connecting, .waiting: break
        }
        let id = numbers.next()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                progress.wait(id: id, waiter: waiter)
                if case .idle = progress.phase { attempt() }
            }
        } onCancel: {
            enqueue { $0.progress.cancelWait(id: id) }
        }
    }

    /// Closes the connection permanently: calls fail, streams end, and handlers are cancelled.
    public func close() {
        if case .closed = progress.phase { return }
        progress.enter(.closed)
        retryTimer = nil
        dropSession(failingCallsWith: .connectionClosed)
        progress.endWaits(.failure(DBusError.connectionClosed))
        names.finish()
        subscriptions.finish()
        objects.clear()
    }

    /// The current state and all later changes; a slow consumer sees only the newest.
    public func states() -> AsyncStream<DBusConnectionState> {
        let id = numbers.next()
        let (stream, continuation) = progress.observe(id: id)
        continuation.onTermination = { [weak self] _ in self?.enqueue { $0.progress.stopObserving(id: id) } }
        return stream
    }

    /// Schedules work in the actor from any thread; work runs in order.
    nonisolated func enqueue(_ work: @escaping @Sendable (isolated DBusConnection) -> Void) {
        executor.queue.async { self.assumeIsolated { work($0) } }
    }

    // The parts end their streams themselves, and the link closes itself on any thread, because every use on the queue
    // retains the connection.
    deinit { progress.finishObservers() }
}
