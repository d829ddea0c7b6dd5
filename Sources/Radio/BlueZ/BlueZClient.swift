public import DBus

/// A client of BlueZ: a mirror of its objects that survives restarts of bluetoothd and the bus, and operations on them.
///
/// ``start()`` subscribes before it reads the objects, so it misses no change in between. When bluetoothd comes back,
/// the client rebuilds the mirror, registers the agent again and restarts discovery. Links and notifications are lost;
/// their streams report it.
@BlueZIsolation public final class BlueZClient {
    private let calls: BlueZCalls
    private let mirror: ObjectMirror
    private let eventStreams = EventStreams<BlueZEvent> { .gap(dropped: $0) }
    private let advertStreams = EventStreams<AdvertEvent> { .gap(dropped: $0) }
    private let operations: GATTOperations
    private let subscriptions: GATTSubscriptions
    private let discovery: Discovery
    private let links: DeviceLinks
    private let pairing: DevicePairing
    private let agent: AgentRegistration
    private let service: ServiceFollower

    /// Makes a client that is not started.
    ///
    /// - Parameters:
    ///   - connection: A connection to the bus with BlueZ on it; connect it before ``start()``.
    ///   - clock: Times every pause and wait; D-Bus calls have their own time limit.
    public nonisolated init(
        connection: DBusConnection,
        configuration: BlueZConfiguration = .init(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let progress = SignalProgress()
        calls = BlueZCalls(connection: connection, timeout: configuration.callTimeout)
        mirror = ObjectMirror(adapter: configuration.adapter, clock: clock)
        operations = GATTOperations(mirror: mirror, calls: calls, configuration: configuration, clock: clock)
        subscriptions = GATTSubscriptions(mirror: mirror, calls: calls, operations: operations, progress: progress)
        discovery = Discovery(mirror: mirror, calls: calls, startTimeout: configuration.discoveryTimeout)
        links = DeviceLinks(
            mirror: mirror,
            calls: calls,
            subscriptions: subscriptions,
            configuration: configuration,
            clock: clock
        )
        pairing = DevicePairing(mirror: mirror, calls: calls, configuration: configuration)
        agent = AgentRegistration(mirror: mirror, calls: calls)
        service = ServiceFollower(
            calls: calls,
            mirror: mirror,
            progress: progress,
            router: ChangeRouter(
                mirror: mirror,
                events: eventStreams,
                adverts: advertStreams,
                subscriptions: subscriptions,
                discovery: discovery
            ),
            agent: agent,
            pause: configuration.resyncPause,
            clock: clock
        )
    }
}

/// The service and its objects.
extension BlueZClient {
    /// Subscribes to BlueZ and starts mirroring its objects.
    ///
    /// Does nothing if already started. It succeeds even while bluetoothd is down; ``events(bufferLimit:)`` reports
    /// when it comes up.
    ///
    /// - Throws: ``BlueZError`` with code `busUnavailable` or `accessDenied`.
    public func start() async throws { try await service.start() }

    /// Stops mirroring and ends every stream and wait.
    ///
    /// Discovery and links stay as they are.
    public func stop() { service.stop() }

    /// Asks bluetoothd whether it is alive.
    ///
    /// - Throws: ``BlueZError`` with code `timeout` if it runs but does not answer, `serviceNotRunning`, `accessDenied`
    ///   or `busUnavailable`.
    public func ping(timeout: Duration = .seconds(5)) async throws { try await service.ping(timeout: timeout) }

    /// Reads the objects, registers the agent and starts discovery again, as after a restart.
    ///
    /// For a service that hung and now answers again. Does not wait until the objects are read.
    public func renew() async { await service.renew() }

    /// A stream of the service's, adapters' and devices' events.
    ///
    /// When it is full, a gap gives the number of lost elements.
    public func events(bufferLimit: Int = 1024) -> BlueZStream<BlueZEvent> { eventStreams.make(limit: bufferLimit) }

    /// A stream of every advertisement that BlueZ reports while any process discovers.
    ///
    /// When it is full, a gap gives the number of lost elements.
    public func adverts(bufferLimit: Int = 1024) -> BlueZStream<AdvertEvent> {
        advertStreams.make(limit: bufferLimit)
    }

    /// BlueZ's objects as they are now.
    public var objects: ObjectCache { mirror.cache }

    /// The configured adapter, or the only one.
    ///
    /// - Throws: ``BlueZError`` with code `serviceNotRunning`, `noAdapter` or `ambiguousAdapter`.
    public func adapter() throws -> AdapterInfo { try mirror.adapter() }

    /// The device with an address, as the adapter knows it.
    ///
    /// - Throws: ``BlueZError`` with code `deviceGone`, or as ``adapter()``.
    public func device(_ address: BluetoothAddress) throws -> DeviceInfo { try mirror.device(address) }
}

/// The adapter and its discovery.
extension BlueZClient {
    /// Discovers low energy devices until ``stopDiscovery()``, across restarts of bluetoothd and the adapter.
    ///
    /// Calling it again sets the filter again and restarts discovery if needed. This also restores a filter that BlueZ
    /// lost when a link was made.
    ///
    /// - Throws: ``BlueZError``; discovery stays wanted and starts once the cause is gone.
    public func startDiscovery(_ filter: DiscoveryFilter = .init()) async throws { try await discovery.start(filter) }

    /// Ends this process's discovery; the adapter continues while another process wants it.
    ///
    /// - Returns: Whether it ended; false if BlueZ keeps a session of ours that it fails to end.
    /// - Throws: ``BlueZError`` with code `accessDenied` or `timeout`. No error if discovery was not running.
    @discardableResult
    public func stopDiscovery() async throws -> Bool { try await discovery.stop() }

    /// Switches the adapter on or off.
    ///
    /// - Throws: ``BlueZError``.
    public func setPowered(_ isOn: Bool) async throws {
        typealias Name = BlueZName.Adapter
        try await calls.set(Name.powered, of: Name.interface, at: try adapter().path, to: .boolean(isOn))
    }
}

/// Devices: links and pairings.
extension BlueZClient {
    /// Connects a device and waits until its services are known; reuses an existing link.
    ///
    /// It retries after transient failures (see ``BlueZConfiguration/connectPauses``). BlueZ forgets an unpaired device
    /// that it has not heard for 30 s (`TemporaryTimeout`), and one that did not answer a connection attempt. While
    /// discovery runs, BlueZ may connect only between two rounds. Cancelling also ends the attempt in BlueZ.
    ///
    /// - Returns: The device, connected, with its services resolved.
    /// - Throws: ``BlueZError`` of the last attempt, or `CancellationError`.
    @discardableResult
    public func connect(_ address: BluetoothAddress) async throws -> DeviceInfo { try await links.connect(address) }

    /// Ends the link or a pending connection, and waits until it ended.
    ///
    /// Does nothing without a link.
    ///
    /// - Throws: ``BlueZError``.
    public func disconnect(_ address: BluetoothAddress) async throws { try await links.disconnect(address) }

    /// Sets whether BlueZ may connect a device by itself.
    ///
    /// - Throws: ``BlueZError``.
    public func setTrusted(_ isTrusted: Bool, address: BluetoothAddress) async throws {
        typealias Name = BlueZName.Device
        try await calls.set(Name.trusted, of: Name.interface, at: try device(address).path, to: .boolean(isTrusted))
    }

    /// Makes BlueZ forget a device, its bond included.
    ///
    /// Succeeds if BlueZ does not know the device.
    ///
    /// - Throws: ``BlueZError``.
    public func removeDevice(_ address: BluetoothAddress) async throws {
        typealias Name = BlueZName.Adapter
        let adapter = try adapter().path
        guard let device = mirror.cache.device(address, adapter: adapter)?.path else { return }
        do {
            try await calls.call(
                Name.removeDevice,
                of: Name.interface,
                at: adapter,
                arguments: [.objectPath(device)]
            )
        } catch let error as BlueZError where error.code == .deviceGone {
            return
        }
    }

    /// Pairs a device; does nothing if it is already paired.
    ///
    /// Without a registered agent BlueZ refuses.
    ///
    /// - Returns: The device's address after pairing: the identity address if it had a private one.
    /// - Throws: ``BlueZError`` with code `pairingFailed`, `timeout` and others.
    @discardableResult
    public func pair(_ address: BluetoothAddress) async throws -> BluetoothAddress { try await pairing.pair(address) }

    /// Registers an agent that answers BlueZ's pairing questions, and again when bluetoothd comes back.
    ///
    /// BlueZ asks it about the pairings that this process starts.
    ///
    /// - Throws: ``BlueZError``; the client registers the agent when BlueZ comes up.
    public func registerAgent(_ agent: any PairingAgent) async throws {
        try await self.agent.register(agent)
    }

    /// Replaces the desktop's agent, so that BlueZ also asks this one about pairings that a device starts.
    ///
    /// - Throws: ``BlueZError``; `pairingFailed` if no agent is registered.
    public func becomeDefaultAgent() async throws { try await agent.becomeDefault() }

    /// Gives up the default agent's role; the agent still answers for pairings that this process starts.
    public func yieldDefaultAgent() async { await agent.yieldDefault() }
}

/// GATT: services and characteristics.
extension BlueZClient {
    /// The known services of a device; empty before they are resolved.
    ///
    /// - Throws: ``BlueZError`` with code `deviceGone`, or as ``adapter()``.
    public func services(of address: BluetoothAddress) throws -> [GATTService] {
        mirror.cache.services(of: try device(address).path)
    }

    /// Reads a characteristic.
    ///
    /// Operations on one device run one after the other.
    ///
    /// - Throws: ``BlueZError``; code `notPermitted` also for a characteristic that is subscribed, because BlueZ announces
    ///   what is read as if it were a notification.
    public func read(_ characteristic: GATTCharacteristic) async throws -> [UInt8] {
        guard !subscriptions.isActive(characteristic) else {
            throw BlueZError(
                .notPermitted,
                message: "A subscribed characteristic cannot be read; end the subscription first."
            )
        }
        let options: [DBusValue] = [.dictionary([:])]
        let reply = try await operations.run(BlueZName.Characteristic.readValue, on: characteristic, arguments: options)
        guard let bytes = reply.first?.bytes else {
            throw BlueZError(.failed, message: "BlueZ answered a read without a value.")
        }
        return bytes
    }

    /// Writes a characteristic.
    ///
    /// Operations on one device run one after the other.
    ///
    /// - Throws: ``BlueZError``. After `timeout` the device may have got the value.
    public func write(_ bytes: [UInt8], to characteristic: GATTCharacteristic, type: WriteType) async throws {
        typealias Name = BlueZName.Characteristic
        let options = DBusValue.dictionary([Name.type: .string(type.rawValue)])
        _ = try await operations.run(Name.writeValue, on: characteristic, arguments: [.bytes(bytes), options])
    }

    /// Subscribes to a characteristic.
    ///
    /// The receiver is called from before the device is asked to send, so it does not miss the first value. Receivers of
    /// several characteristics are called in the order in which the device sent the values. The last event is
    /// ``NotificationEvent/ended(_:)`` when the link ends. The subscription ends with the link or when it is released,
    /// also in BlueZ: otherwise BlueZ would renew it on the next link and confirm values that this process never reads.
    ///
    /// If a subscription fails after values arrived, it is returned with its end reported: bluetoothd has confirmed the
    /// values to the device, so no other copy exists.
    ///
    /// - Throws: ``BlueZError``; code `inProgress` if this process is already subscribed, `notPaired` if the device
    ///   must be paired first.
    public func subscribe(
        to characteristic: GATTCharacteristic,
        receive: @escaping NotificationSubscription.Receiver
    ) async throws -> NotificationSubscription {
        try await subscriptions.subscribe(to: characteristic, receive: receive)
    }
}
