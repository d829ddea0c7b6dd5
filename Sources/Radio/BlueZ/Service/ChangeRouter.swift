internal import DBus

/// Forwards changes of the mirror to the parts they concern.
@BlueZIsolation struct ChangeRouter {
    let mirror: ObjectMirror
    let events: EventStreams<BlueZEvent>
    let adverts: EventStreams<AdvertEvent>
    let subscriptions: GATTSubscriptions
    let discovery: Discovery

    nonisolated init(
        mirror: ObjectMirror,
        events: EventStreams<BlueZEvent>,
        adverts: EventStreams<AdvertEvent>,
        subscriptions: GATTSubscriptions,
        discovery: Discovery
    ) {
        self.mirror = mirror
        self.events = events
        self.adverts = adverts
        self.subscriptions = subscriptions
        self.discovery = discovery
    }

    /// Forwards changes, and ends the waits that they fulfil.
    func digest(_ changes: [CacheChange]) {
        for change in changes {
            switch change {
            case .added(let path, let interface): added(interface, at: path)
            case .removed(let path, let interface): removed(interface, at: path)
            case .changed(let path, let interface, let properties, let invalidated):
                changed(interface, at: path, properties: properties, invalidated: invalidated)
            }
        }
        mirror.checkWaits()
    }

    /// Ends every wait with an error, and forwards changes.
    func fail(_ changes: [CacheChange], because error: BlueZError) {
        mirror.failWaits(with: error)
        digest(changes)
    }

    private func added(_ interface: String, at path: DBusObjectPath) {
        switch interface {
        case BlueZName.Adapter.interface: adapterChanged(path)
        case BlueZName.Device.interface:
            guard let device = mirror.cache.device(at: path) else { return }
            events.push(.device(device))
            let brought = Set(mirror.cache.objects[path]?[interface]?.keys.map(\.self) ?? [])
            if device.rssi != nil { advertise(device, changed: brought) }
        default: return
        }
    }

    private func removed(_ interface: String, at path: DBusObjectPath) {
        switch interface {
        case BlueZName.Adapter.interface: events.push(.adapterGone)
        case BlueZName.Device.interface:
            // BlueZ may leave out Connected=false when it removes a device.
            let gone = BlueZError(.deviceGone, message: "BlueZ removed the device.")
            subscriptions.end(with: gone) { $0.device == path }
            // The address is the last part of the path: dev_AA_BB_CC_DD_EE_FF.
            let text = path.lastComponent.dropFirst(4).split(separator: "_").joined(separator: ":")
            if let address = BluetoothAddress(text) { events.push(.deviceGone(address)) }
        case BlueZName.Characteristic.interface:
            let gone = BlueZError(.notConnected, message: "The characteristic was removed.")
            subscriptions.end(with: gone) { $0.path == path }
        default: return
        }
    }

    private func changed(
        _ interface: String,
        at path: DBusObjectPath,
        properties: [String: DBusValue],
        invalidated: [String]
    ) {
        switch interface {
        case BlueZName.Adapter.interface: adapterChanged(path)
        case BlueZName.Characteristic.interface:
            guard let value = properties[BlueZName.Characteristic.value]?.bytes else { return }
            subscriptions.push(value, from: path)
        case BlueZName.Device.interface: deviceChanged(path, keys: Set(properties.keys))
        default: return
        }
    }

    private func deviceChanged(_ path: DBusObjectPath, keys: Set<String>) {
        guard let device = mirror.cache.device(at: path) else { return }
        if keys.contains(BlueZName.Device.connected), !device.isConnected {
            let lost = BlueZError(.notConnected, message: "The link to the device ended.")
            subscriptions.end(with: lost) { $0.device == path }
        }
        if !keys.isSubset(of: BlueZName.Device.advertised) { events.push(.device(device)) }
        // Connecting also changes names and UUIDs; changes over a link are not advertisements.
        let isHeard = !keys.isDisjoint(with: BlueZName.Device.advertised) && !device.isConnected
        if isHeard { advertise(device, changed: keys) }
    }

    private func advertise(_ device: DeviceInfo, changed keys: Set<String>) {
        guard mirror.isHeardByOurs(device) else { return }
        adverts.push(.advert(device, changed: keys))
    }

    private func adapterChanged(_ path: DBusObjectPath) {
        guard let adapter = mirror.cache.adapters.first(where: { $0.path == path }) else { return }
        events.push(.adapter(adapter))
        let isIdle = adapter.isPowered && !adapter.isDiscovering
        guard isIdle, discovery.isWanted, mirror.cache.isComplete else { return }
        // In its own task, so that signals continue meanwhile. Covers an adapter that came back or was switched on.
        Task { await discovery.resume() }
    }
}
