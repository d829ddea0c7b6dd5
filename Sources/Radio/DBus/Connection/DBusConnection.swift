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

    var phase = ConnectionPhase.idle
    var link: BusLink?
    /// Whether an attempt has ever succeeded; from then on the connection reconnects automatically.
    var hasConnected = false
    /// Distinguishes events of an old link from those of the current one.
    var generation = 0
    var backoff: ReconnectPause
    var retryTimer: LoopTimer?
    var connectWaiters: [CheckedContinuation<Void, any Error>] = []
    var stateObservers: [Int: AsyncStream<DBusConnectionState>.Continuation] = [:]

    var lastID = 0
    var lastOrdinal: UInt64 = 0
    var pending: [Int: PendingCall] = [:]
    var pendingIDs: [UInt32: Int] = [:]

    var subscriptions: [Int: Subscription] = [:]
    var trackedNames: [String: TrackedName] = [:]
    var ownedNames: [String: DBusNameOptions] = [:]

    var objects = ObjectTree()
    /// The running handlers; a task is nil until it is known.
    var handlers: [Int: Task<Void, Never>?] = [:]

    /// Makes a connection without connecting it.
    public init(address: DBusAddress, configuration: DBusConnectionConfiguration = .init()) {
        self.address = address
        self.configuration = configuration
        backoff = ReconnectPause(first: configuration.reconnectDelay, longest: configuration.maximumReconnectDelay)
    }

    /// The unique name of this connection; nil while it is down.
    public var uniqueName: String? {
        guard case .connected(let name) = phase else { return nil }
        return name
    }

    /// Returns a number never used before in this connection.
    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    // The link closes itself, on whatever thread: what uses it on the queue holds the connection meanwhile.
    deinit {
        for observer in stateObservers.values { observer.finish() }
        for name in trackedNames.values {
            for observer in name.observers.values { observer.finish() }
        }
        for subscription in subscriptions.values { subscription.mailbox.finish() }
    }
}
