import DBus

/// The exported objects and their signals.
extension Simulation {
    /// Adds an object and announces it.
    mutating func export(_ path: DBusObjectPath, interfaces: InterfaceProperties) {
        outputs.flush(path)
        objects[path, default: [:]].merge(interfaces) { $1 }
        outputs.append(.interfacesAdded(path, interfaces))
    }

    /// Removes an object and all below it, the deepest first, and announces each.
    mutating func unexport(_ path: DBusObjectPath) {
        let below = objects.keys.filter { $0.isDescendant(of: path) }
        for gone in below.sorted().reversed() + [path] {
            outputs.flush(gone)
            guard let interfaces = objects.removeValue(forKey: gone) else { continue }
            outputs.append(.interfacesRemoved(gone, interfaces.keys.sorted()))
        }
    }

    /// Removes one interface of an object.
    mutating func unexport(_ path: DBusObjectPath, interface: String) {
        guard objects[path]?.removeValue(forKey: interface) != nil else { return }
        outputs.append(.interfacesRemoved(path, [interface]))
    }

    /// Sets a property; announces it if changed, or in any case with `always`.
    mutating func set(
        _ path: DBusObjectPath,
        interface: String,
        name: String,
        value: DBusValue,
        always: Bool = false
    ) {
        guard objects[path]?[interface] != nil, always || objects[path]?[interface]?[name] != value else { return }
        objects[path]?[interface]?[name] = value
        outputs.change(path, interface: interface, name: name, value: value)
    }

    /// Removes a property and announces that it has no value any more.
    mutating func invalidate(_ path: DBusObjectPath, interface: String, name: String) {
        guard objects[path]?[interface]?.removeValue(forKey: name) != nil else { return }
        outputs.change(path, interface: interface, name: name, value: nil)
    }

    /// Writes a line of the log.
    mutating func log(_ event: GroundTruthEvent) {
        outputs.append(.event(event))
    }

    /// Answers a call.
    mutating func reply(_ call: Int?, values: [DBusValue] = []) {
        guard let call else { return }
        outputs.append(.reply(call, values))
    }

    /// Answers a call with an error.
    mutating func fail(_ call: Int?, error: DaemonError) {
        guard let call else { return }
        outputs.append(.failure(call, error))
    }

    /// The object path of a device.
    func path(_ device: Int) -> DBusObjectPath {
        adapter.path.appending(BluetoothAddress.pathElement(peers[device].pathAddress ?? peers[device].onAir))
    }

    /// The object path of a characteristic; nil if the device has none with the UUID.
    func path(_ device: Int, short: UInt16) -> DBusObjectPath? {
        for service in devices[device].layout.services {
            guard let found = service.characteristics.first(where: { $0.short == short }) else { continue }
            return path(device).appending("service" + Self.handle(service.handle))
                .appending("char" + Self.handle(found.handle))
        }
        return nil
    }

    /// A handle as BlueZ formats it in paths.
    static func handle(_ handle: UInt16) -> String {
        let digits = String(handle, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
