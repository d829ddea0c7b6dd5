public import DBus

/// BlueZ as its objects tell it: a mirror that is kept over restarts of bluetoothd and the bus, and operations on it.
///
/// ``start()`` subscribes before it reads the objects, so that nothing is missed in between. Signals are handled one after
/// the other and never wait for BlueZ: the objects are read beside them, and what is newer than they are counts. After
/// bluetoothd comes back the mirror is built anew, the agent registered and discovery started again; links and
/// notifications are not, and their streams say so.
public actor BlueZClient {
    let connection: DBusConnection
    let configuration: BlueZConfiguration
    let clock: any Clock<Duration>

    var cache = ObjectCache()
    /// BlueZ's unique name; only it may question the agent.
    var serviceOwner: String?
    var pump: Task<Void, Never>?
    /// What the pump takes its signals from.
    var signals: DBusSignalStream?
    /// How many of them it has handled.
    var handled = 0
    /// Who waits until so many are handled.
    var behind: [(goal: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// The reading of all objects that is under way; a newer one takes its place.
    var resync: Task<Void, Never>?
    var resyncID = 0
    var lastID = 0
    var waiters: [Int: CacheWaiter] = [:]
    var adverts: [Int: Mailbox<AdvertEvent>] = [:]
    var events: [Int: Mailbox<BlueZEvent>] = [:]
    /// Subscriptions by their characteristic's path.
    var sinks: [DBusObjectPath: NotificationSink] = [:]
    /// Ends of subscriptions that BlueZ has not confirmed.
    var stops: [Int: NotificationStop] = [:]
    var wantedDiscovery: DiscoveryFilter?
    var agent: RegisteredAgent?
    var deviceLocks = KeyedLock<DBusObjectPath>()

    /// Makes a client that is not started.
    ///
    /// - Parameters:
    ///   - connection: A connection to the bus with BlueZ on it; connect it before ``start()``.
    ///   - clock: Times every pause and wait; D-Bus calls have their own time limit.
    public init(
        connection: DBusConnection,
        configuration: BlueZConfiguration = .init(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.connection = connection
        self.configuration = configuration
        self.clock = clock
    }

    /// All that BlueZ told, as it is now.
    public var objects: ObjectCache { cache }

    /// The configured adapter, or the only one.
    ///
    /// - Throws: ``BlueZError`` with code `serviceNotRunning`, `noAdapter` or `ambiguousAdapter`.
    public func adapter() throws -> AdapterInfo {
        try cache.adapter(configuration.adapter)
    }

    /// The device with an address, as the adapter knows it.
    ///
    /// - Throws: ``BlueZError`` with code `deviceGone`, or as ``adapter()``.
    public func device(_ address: BluetoothAddress) throws -> DeviceInfo {
        guard let device = cache.device(address, adapter: try adapter().path) else {
            throw BlueZError(.deviceGone, "BlueZ does not know the device; it must be seen first.")
        }
        return device
    }

    deinit {
        pump?.cancel()
        resync?.cancel()
        for waiter in behind { waiter.continuation.resume() }
        for mailbox in adverts.values { mailbox.finish() }
        for mailbox in events.values { mailbox.finish() }
        for sink in sinks.values { sink.mailbox.finish() }
    }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Calls a method of BlueZ.
    @discardableResult
    func call(
        _ path: DBusObjectPath,
        _ interface: String,
        _ member: String,
        _ arguments: [DBusValue] = [],
        timeout: Duration? = nil
    ) async throws -> [DBusValue] {
        do {
            return try await connection.call(
                destination: BlueZName.service,
                path: path,
                interface: interface,
                member: member,
                arguments: arguments,
                timeout: timeout ?? configuration.callTimeout
            )
        } catch {
            throw BlueZError.wrap(error)
        }
    }
}
