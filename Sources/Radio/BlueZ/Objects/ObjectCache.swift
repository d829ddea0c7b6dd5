public import DBus

/// A mirror of BlueZ's objects, fed with snapshots and signals in order of arrival.
///
/// Pure.
public struct ObjectCache: Hashable, Sendable {
    /// The objects, their interfaces and properties.
    public private(set) var objects: DBusManagedObjects = [:]
    /// Whether it holds a snapshot of the running service.
    public private(set) var isComplete = false
    /// The snapshot's place among the signals; it includes older ones.
    private var snapshotOrdinal: UInt64 = 0
    /// The signals since a snapshot was requested; newer ones are applied after it.
    private var journal: [DBusSignal] = []
    private var isAwaited = false

    /// The most signals kept while a snapshot is awaited.
    static let journalLimit = 16_384

    /// Makes an empty cache.
    public init() {}

    /// Starts keeping signals, because a snapshot was requested and may be older than they are.
    public mutating func expectSnapshot() {
        journal = []
        isAwaited = true
    }

    /// Whether all signals since ``expectSnapshot()`` are kept; if not, another snapshot is needed.
    public var isJournalWhole: Bool { journal.count < Self.journalLimit }

    /// Applies a snapshot and the signals newer than it.
    ///
    /// - Returns: The differences from before.
    public mutating func replace(with snapshot: DBusManagedObjects, ordinal: UInt64) -> [CacheChange] {
        let old = objects
        objects = snapshot.filter { !$0.value.isEmpty }
        isComplete = true
        snapshotOrdinal = ordinal
        let newer = journal
        forgetJournal()
        // Each was reported on arrival; the differences include what it changed.
        for signal in newer { _ = apply(signal) }
        return differences(from: old)
    }

    private mutating func forgetJournal() {
        journal = []
        isAwaited = false
    }

    private func differences(from old: DBusManagedObjects) -> [CacheChange] {
        var changes: [CacheChange] = []
        for (path, interfaces) in old.sorted(by: { $0.key > $1.key }) {
            for name in interfaces.keys.sorted() where objects[path]?[name] == nil {
                changes.append(.removed(path, interface: name))
            }
        }
        for (path, interfaces) in objects.sorted(by: { $0.key < $1.key }) {
            for (name, properties) in interfaces.sorted(by: { $0.key < $1.key }) {
                guard let before = old[path]?[name] else {
                    changes.append(.added(path, interface: name))
                    continue
                }
                let changed = properties.filter { before[$0.key] != $0.value }
                let lost = before.keys.filter { properties[$0] == nil }.sorted()
                if changed.isEmpty && lost.isEmpty { continue }
                changes.append(.changed(path, interface: name, properties: changed, invalidated: lost))
            }
        }
        return changes
    }

    /// Forgets all objects because the service or the bus went away.
    public mutating func clear() -> [CacheChange] {
        forgetJournal()
        let changes = replace(with: [:], ordinal: 0)
        isComplete = false
        return changes
    }

    /// Applies a signal of the object manager or of a property.
    ///
    /// Before the first snapshot nothing is stored, because the snapshot will include it. A characteristic's value is reported
    /// even when the snapshot is newer, because each value is a notification, not a state.
    public mutating func apply(_ signal: DBusSignal) -> [CacheChange] {
        if isAwaited, isJournalWhole { journal.append(signal) }
        let isNews = isComplete && signal.ordinal >= snapshotOrdinal
        switch (signal.interface, signal.member) {
        case (BusName.objectManager, BusName.interfacesAdded):
            return isNews ? add(signal.arguments) : []
        case (BusName.objectManager, BusName.interfacesRemoved):
            return isNews ? remove(signal.arguments) : []
        case (BusName.properties, BusName.propertiesChanged):
            return change(signal.path, arguments: signal.arguments, isNews: isNews)
        default: return []
        }
    }

    private mutating func add(_ arguments: [DBusValue]) -> [CacheChange] {
        guard let path = arguments.first?.objectPath, let interfaces = arguments.last?.interfaces else { return [] }
        var changes: [CacheChange] = []
        for (name, properties) in interfaces.sorted(by: { $0.key < $1.key }) {
            objects[path, default: [:]][name] = properties
            changes.append(.added(path, interface: name))
        }
        return changes
    }

    private mutating func remove(_ arguments: [DBusValue]) -> [CacheChange] {
        guard let path = arguments.first?.objectPath, let names = arguments.last?.stringArray else { return [] }
        var changes: [CacheChange] = []
        for name in names where objects[path]?.removeValue(forKey: name) != nil {
            changes.append(.removed(path, interface: name))
        }
        if objects[path]?.isEmpty == true { objects[path] = nil }
        return changes
    }

    private mutating func change(_ path: DBusObjectPath, arguments: [DBusValue], isNews: Bool) -> [CacheChange] {
        guard arguments.count == 3, let name = arguments[0].string, let properties = arguments[1].properties,
            let invalidated = arguments[2].stringArray
        else { return [] }
        guard isNews, objects[path]?[name] != nil else {
            let isValue = name == BlueZName.Characteristic.interface
            guard isValue, let value = properties[BlueZName.Characteristic.value] else { return [] }
            let kept = [BlueZName.Characteristic.value: value]
            return [.changed(path, interface: name, properties: kept, invalidated: [])]
        }
        for (key, value) in properties { objects[path]?[name]?[key] = value }
        for key in invalidated { objects[path]?[name]?[key] = nil }
        return [.changed(path, interface: name, properties: properties, invalidated: invalidated)]
    }
}

/// Typed views of the cached objects.
extension ObjectCache {
    /// The adapters, in the order of their paths.
    public var adapters: [AdapterInfo] {
        objects.compactMap { path, interfaces in
            interfaces[BlueZName.Adapter.interface].flatMap { AdapterInfo(path: path, properties: $0) }
        }.sorted { $0.path < $1.path }
    }

    /// The devices, in the order of their paths.
    public var devices: [DeviceInfo] {
        objects.keys.compactMap(device(at:)).sorted { $0.path < $1.path }
    }

    /// The device at a path.
    public func device(at path: DBusObjectPath) -> DeviceInfo? {
        objects[path]?[BlueZName.Device.interface].flatMap { DeviceInfo(path: path, properties: $0) }
    }

    /// The device with an address below an adapter.
    public func device(_ address: BluetoothAddress, adapter: DBusObjectPath) -> DeviceInfo? {
        devices.first { $0.address == address && $0.path.isDescendant(of: adapter) }
    }

    /// The adapter with an address, or the only one.
    ///
    /// - Throws: ``BlueZError`` with code `serviceNotRunning`, `noAdapter` or `ambiguousAdapter`.
    public func adapter(_ address: BluetoothAddress?) throws(BlueZError) -> AdapterInfo {
        guard isComplete else {
            throw BlueZError(.serviceNotRunning, message: "bluetoothd does not answer; see systemctl status bluetooth.")
        }
        let adapters = adapters
        if let address {
            guard let adapter = adapters.first(where: { $0.address == address }) else {
                throw BlueZError(
                    .noAdapter,
                    message: "The configured Bluetooth adapter is missing; plug it in or configure another one."
                )
            }
            return adapter
        }
        guard let first = adapters.first else {
            throw BlueZError(.noAdapter, message: "There is no Bluetooth adapter; plug one in, or see rfkill.")
        }
        guard adapters.count == 1 else {
            throw BlueZError(
                .ambiguousAdapter,
                message: "There are several Bluetooth adapters; configure the address of one."
            )
        }
        return first
    }

    /// The services of a device with their characteristics, in the order of their handles.
    public func services(of device: DBusObjectPath) -> [GATTService] {
        let below = objects.filter { $0.key.isDescendant(of: device) }.sorted { $0.key < $1.key }
        return below.compactMap { path, interfaces in
            guard let service = interfaces[BlueZName.Service.interface],
                let uuid = service[BlueZName.Service.uuid]?.string
            else { return nil }
            let characteristics = below.filter { $0.key.isDescendant(of: path) }.compactMap { path, interfaces in
                interfaces[BlueZName.Characteristic.interface].flatMap {
                    GATTCharacteristic(path: path, device: device, properties: $0)
                }
            }
            return GATTService(
                path: path,
                uuid: uuid.lowercased(),
                isPrimary: service[BlueZName.Service.primary]?.bool ?? true,
                characteristics: characteristics
            )
        }
    }
}

/// A change in an ``ObjectCache``.
public enum CacheChange: Hashable, Sendable {
    /// An interface of an object is new.
    case added(DBusObjectPath, interface: String)
    /// An interface of an object is gone.
    case removed(DBusObjectPath, interface: String)
    /// Properties were announced; repeated equal values are announced too. Invalidated ones are named without a value.
    case changed(DBusObjectPath, interface: String, properties: [String: DBusValue], invalidated: [String])
}
