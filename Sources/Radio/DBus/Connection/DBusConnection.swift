internal import LoopExecutor

/// A connection to a message bus that survives the bus.
///
/// After ``connect()`` succeeded once, a lost bus is found again by itself, with growing pauses: match rules are added
/// again, names requested again, exported objects answer again. Meanwhile calls fail with a retriable error.
/// Every libdbus call runs on a queue of its own, never on the shared thread pool.
public actor DBusConnection {
    /// Runs the actor on the queue that drives libdbus.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let executor = QueueExecutor(label: "dbus")
    let address: DBusAddress
    let configuration: DBusConnectionConfiguration

    var phase = ConnectionPhase.idle
    var link: BusLink?
    /// Whether an attempt ever succeeded; from then on attempts go on by themselves.
    var hasConnected = false
    /// Tells events of an old link from those of the present one.
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
    /// Running handlers; the task is nil until it is known.
    var handlers: [Int: Task<Void, Never>?] = [:]

    /// Makes a connection that is not connected yet.
    public init(address: DBusAddress, configuration: DBusConnectionConfiguration = .init()) {
        self.address = address
        self.configuration = configuration
        backoff = ReconnectPause(first: configuration.reconnectDelay, longest: configuration.maximumReconnectDelay)
    }

    /// The name that the bus gave this connection, nil while it is down.
    public var uniqueName: String? {
        guard case .connected(let name) = phase else { return nil }
        return name
    }

    /// A number that was never used before in this connection.
    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    isolated deinit {
        link?.close()
        for observer in stateObservers.values { observer.finish() }
        for name in trackedNames.values {
            for observer in name.observers.values { observer.finish() }
        }
        for subscription in subscriptions.values { subscription.mailbox.finish() }
    }
}
