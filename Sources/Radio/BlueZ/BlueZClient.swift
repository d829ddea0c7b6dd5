public import DBus

/// A client of BlueZ: a mirror of its objects that survives restarts of bluetoothd and the bus, and operations on them.
///
/// ``start()`` subscribes before it reads the objects, so that nothing is missed in between. After bluetoothd comes back the
/// mirror is built anew, the agent registered and discovery started again; links and notifications are not, and their
/// streams say so.
@BlueZIsolation public final class BlueZClient {
    /// Where this process's agent is exported.
    package nonisolated static let agentPath = AgentRegistration.path

    private let calls: BlueZCalls
    private let mirror: ObjectMirror
    private let streams = EventStreams()
    private let operations: GATTOperations
    private let subscriptions: Subscriptions
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
        subscriptions = Subscriptions(mirror: mirror, calls: calls, operations: operations, progress: progress)
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
                streams: streams,
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
    /// Subscribes to BlueZ and mirrors its objects from now on.
    ///
    /// Does nothing when started already. It succeeds also while bluetoothd is away; ``events(bufferLimit:)`` tells when it
    /// comes.
    ///
    /// - Throws: ``BlueZError`` with code `busUnavailable` or `accessDenied`.
    public func start() async throws { try await service.start() }

    /// Stops mirroring and ends every stream and wait.
    ///
    /// Discovery and links stay as they are.
    public func stop() { service.stop() }

    /// Asks bluetoothd whether it is there.
    ///
    /// - Throws: ``BlueZError`` with code `timeout` where it runs and does not answer, `serviceNotRunning`,
    ///   `accessDenied` or `busUnavailable`.
    public func ping(timeout: Duration = .seconds(5)) async throws { try await service.ping(timeout: timeout) }

    /// Reads the objects, registers the agent and starts discovery again, as after a restart: for a service that hung and
    /// answers again.
    ///
    /// It does not wait for the objects.
    public func renew() async { await service.renew() }

    /// A stream of the service's, adapters' and devices' events.
    ///
    /// When full, a gap says how many are missing.
    public func events(bufferLimit: Int = 1024) -> BlueZStream<BlueZEvent> { streams.makeEvents(limit: bufferLimit) }

    /// A stream of every advertisement that BlueZ reports while any process discovers.
    ///
    /// When full, a gap says how many are missing.
    public func adverts(bufferLimit: Int = 1024) -> BlueZStream<AdvertEvent> {
        streams.makeAdverts(limit: bufferLimit)
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
    /// Discovers low energy devices until ``stopDiscovery()``, also after bluetoothd or the adapter came back.
    ///
    /// Calling it again sets the filter anew and starts again if needed, which also brings back a filter that BlueZ lost
    /// when a link was made.
    ///
    /// - Throws: ``BlueZError``; discovery stays wanted and starts when the reason is gone.
    public func startDiscovery(_ filter: DiscoveryFilter = .init()) async throws { try await discovery.start(filter) }

    /// Ends this process's discovery; discovery goes on while another process wants it.
    ///
    /// - Returns: Whether it ended; false where BlueZ has a session of ours that it fails to end.
    /// - Throws: ``BlueZError`` with code `accessDenied` or `timeout`. That nothing ran is no error.
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
    /// Connects a device and waits until its services are known; a link that stands is used.
    ///
    /// It tries again after failures that pass (see ``BlueZConfiguration/connectPauses``). BlueZ forgets
    /// an unpaired device that it has not heard for 30 s (`TemporaryTimeout`), and one whose connection failed for its silence;
    /// while discovery runs, it may connect between two rounds only. Cancelling ends the attempt at BlueZ too.
    ///
    /// - Returns: The device, connected, with its services resolved.
    /// - Throws: ``BlueZError`` of the last attempt, or `CancellationError`.
    @discardableResult
    public func connect(_ address: BluetoothAddress) async throws -> DeviceInfo { try await links.connect(address) }

    /// Ends the link, or a connection being made, and waits until it ended.
    ///
    /// No link is no error.
    ///
    /// - Throws: ``BlueZError``.
    public func disconnect(_ address: BluetoothAddress) async throws { try await links.disconnect(address) }

    /// Stores whether BlueZ may connect a device by itself.
    ///
    /// - Throws: ``BlueZError``.
    public func setTrusted(_ isTrusted: Bool, address: BluetoothAddress) async throws {
        typealias Name = BlueZName.Device
        try await calls.set(Name.trusted, of: Name.interface, at: try device(address).path, to: .boolean(isTrusted))
    }

    /// Makes BlueZ forget a device, its bond included.
    ///
    /// A device that it does not know is no error.
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

    /// Pairs a device; one that is paired already stays so.
    ///
    /// Without a registered agent BlueZ refuses.
    ///
    /// - Returns: The address by which the device is known from then on: a private one becomes the identity address.
    /// - Throws: ``BlueZError`` with code `pairingFailed`, `timeout` and others.
    @discardableResult
    public func pair(_ address: BluetoothAddress) async throws -> BluetoothAddress { try await pairing.pair(address) }

    /// Answers BlueZ's pairing questions from now on, also after bluetoothd came back.
    ///
    /// The agent is asked for pairings that this process starts. As the default one it is also asked for those that a
    /// device starts, in place of the desktop's agent; leave that off unless it is wanted.
    ///
    /// - Throws: ``BlueZError``; the agent is registered when BlueZ comes.
    public func registerAgent(
        _ agent: any PairingAgent,
        capability: AgentCapability,
        asDefault: Bool = false
    ) async throws {
        try await self.agent.register(agent, capability: capability, asDefault: asDefault)
    }

    /// Stops answering BlueZ's questions.
    public func unregisterAgent() async { await agent.unregister() }

    /// Takes the place of the desktop's agent, so that pairings that a device starts are asked here too.
    ///
    /// - Throws: ``BlueZError``; `pairingFailed` where no agent is registered.
    public func becomeDefaultAgent() async throws { try await agent.becomeDefault() }

    /// Gives the default agent's place back; the agent still answers what this process starts.
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
    /// Its values are collected before the device is asked to send, so the first is there.
    ///
    /// When the consumer is slower than the device and `bufferLimit` values wait, a gap says how many are missing. The
    /// stream ends with ``NotificationEvent/ended(_:)`` when the link does. The subscription ends with the link or with the
    /// stream's last copy, also at BlueZ: it would renew it on the next link, and confirm to the device what nobody takes.
    ///
    /// A subscription that fails after values came gives a stream of them that ends with the error: bluetoothd has confirmed
    /// them to the device, and they are nowhere else.
    ///
    /// - Throws: ``BlueZError``; code `inProgress` when this process is subscribed already, `notPaired` when the device
    ///   wants a pairing first.
    public func notifications(
        of characteristic: GATTCharacteristic,
        bufferLimit: Int = 4096
    ) async throws -> BlueZStream<NotificationEvent> {
        try await subscriptions.subscribe(to: characteristic, bufferLimit: bufferLimit)
    }
}
