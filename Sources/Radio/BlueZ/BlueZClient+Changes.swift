internal import DBus

extension BlueZClient {
    /// Everything that happens as BlueZ tells it.
    ///
    /// When full, a gap says how many are missing.
    public func events(bufferLimit: Int = 1024) -> BlueZStream<BlueZEvent> {
        let mailbox = Mailbox<BlueZEvent>(limit: bufferLimit) { .gap(dropped: $0) }
        let id = nextID()
        events[id] = mailbox
        return BlueZStream(
            token: StreamToken(mailbox: mailbox) { [weak self] in
                // A deinitializer cannot wait, so the forgetting runs by itself.
                Task { await self?.forgetEvents(id) }
            }
        )
    }

    /// Every advertisement that BlueZ tells of while any process discovers.
    ///
    /// When full, a gap says how many are missing.
    public func adverts(bufferLimit: Int = 1024) -> BlueZStream<AdvertEvent> {
        let mailbox = Mailbox<AdvertEvent>(limit: bufferLimit) { .gap(dropped: $0) }
        let id = nextID()
        adverts[id] = mailbox
        return BlueZStream(
            token: StreamToken(mailbox: mailbox) { [weak self] in
                // A deinitializer cannot wait, so the forgetting runs by itself.
                Task { await self?.forgetAdverts(id) }
            }
        )
    }

    private func forgetEvents(_ id: Int) { events[id] = nil }
    private func forgetAdverts(_ id: Int) { adverts[id] = nil }

    func tell(_ event: BlueZEvent) {
        for mailbox in events.values { mailbox.push(event) }
    }

    /// Hands changes of the cache to everyone they concern.
    func digest(_ changes: [CacheChange]) {
        for change in changes {
            switch change {
            case .added(let path, let interface): added(path, interface)
            case .removed(let path, let interface): removed(path, interface)
            case .changed(let path, let interface, let properties, let invalidated):
                changed(path, interface, properties, invalidated)
            }
        }
        checkWaiters()
    }

    /// Hands changes on and ends every wait.
    func fail(_ changes: [CacheChange], with error: BlueZError) {
        for id in waiters.keys { endWait(id, .failure(error)) }
        digest(changes)
    }

    private func added(_ path: DBusObjectPath, _ interface: String) {
        switch interface {
        case BlueZName.Adapter.interface: adapterChanged(path)
        case BlueZName.Device.interface:
            guard let device = cache.device(at: path) else { return }
            tell(.device(device))
            let brought = Set(cache.objects[path]?[interface]?.keys.map(\.self) ?? [])
            if device.rssi != nil { advertise(device, brought) }
        default: return
        }
    }

    private func removed(_ path: DBusObjectPath, _ interface: String) {
        switch interface {
        case BlueZName.Adapter.interface: tell(.adapterGone)
        case BlueZName.Device.interface:
            // BlueZ may leave out Connected=false when it removes a device.
            let gone = BlueZError(.deviceGone, "BlueZ forgot the device.")
            endNotifications(with: gone) { $0.device == path }
            // The address is the last part of the path: dev_AA_BB_CC_DD_EE_FF.
            let text = path.lastComponent.dropFirst(4).split(separator: "_").joined(separator: ":")
            if let address = BluetoothAddress(text) { tell(.deviceGone(address)) }
        case BlueZName.Characteristic.interface:
            let gone = BlueZError(.notConnected, "The characteristic is gone.")
            endNotifications(with: gone) { $0.path == path }
        default: return
        }
    }

    private func changed(
        _ path: DBusObjectPath,
        _ interface: String,
        _ properties: [String: DBusValue],
        _ invalidated: [String]
    ) {
        switch interface {
        case BlueZName.Adapter.interface: adapterChanged(path)
        case BlueZName.Characteristic.interface:
            guard let value = properties[BlueZName.Characteristic.value]?.bytes else { return }
            sinks[path]?.mailbox.push(.value(value))
        case BlueZName.Device.interface: deviceChanged(path, Set(properties.keys))
        default: return
        }
    }

    private func deviceChanged(_ path: DBusObjectPath, _ keys: Set<String>) {
        guard let device = cache.device(at: path) else { return }
        if keys.contains(BlueZName.Device.connected), !device.isConnected {
            let lost = BlueZError(.notConnected, "The link to the device ended.")
            endNotifications(with: lost) { $0.device == path }
        }
        if !keys.isSubset(of: BlueZName.Device.advertised) { tell(.device(device)) }
        // A link in itself also changes names and UUIDs; what comes over it is no advertisement.
        let isHeard = !keys.isDisjoint(with: BlueZName.Device.advertised) && !device.isConnected
        if isHeard { advertise(device, keys) }
    }

    private func advertise(_ device: DeviceInfo, _ changed: Set<String>) {
        guard isHeardByOurs(device) else { return }
        for mailbox in adverts.values { mailbox.push(.advert(device, changed: changed)) }
    }

    /// Whether the configured adapter heard it: another one that hears well must not hide that ours is deaf.
    private func isHeardByOurs(_ device: DeviceInfo) -> Bool {
        guard let wanted = configuration.adapter, let path = device.adapter,
            let properties = cache.objects[path]?[BlueZName.Adapter.interface]
        else { return true }
        return AdapterInfo(path: path, properties: properties)?.address == wanted
    }

    private func adapterChanged(_ path: DBusObjectPath) {
        guard let adapter = cache.adapters.first(where: { $0.path == path }) else { return }
        tell(.adapter(adapter))
        guard adapter.isPowered, !adapter.isDiscovering, wantedDiscovery != nil, cache.isComplete else { return }
        // By itself, because signals must go on meanwhile. Covers an adapter that came back or was switched on.
        Task { await self.resumeDiscovery() }
    }
}
