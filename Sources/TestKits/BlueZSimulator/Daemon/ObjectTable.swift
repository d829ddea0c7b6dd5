import DBus

/// The exported objects with their signals, and the answers to calls.
final class ObjectTable {
    /// Every exported object.
    private(set) var objects: [DBusObjectPath: InterfaceProperties] = [:]
    private var outputs = OutputBuffer()

    /// Adds an object and announces it.
    func export(_ path: DBusObjectPath, interfaces: InterfaceProperties) {
        outputs.flush(path)
        objects[path, default: [:]].merge(interfaces) { $1 }
        outputs.append(.interfacesAdded(path, interfaces))
    }

    /// Removes an object and all below it, the deepest first, and announces each.
    func unexport(_ path: DBusObjectPath) {
        let below = objects.keys.filter { $0.isDescendant(of: path) }
        for gone in below.sorted().reversed() + [path] {
            outputs.flush(gone)
            guard let interfaces = objects.removeValue(forKey: gone) else { continue }
            outputs.append(.interfacesRemoved(gone, interfaces.keys.sorted()))
        }
    }

    /// Removes one interface of an object.
    func unexport(_ path: DBusObjectPath, interface: String) {
        guard objects[path]?.removeValue(forKey: interface) != nil else { return }
        outputs.append(.interfacesRemoved(path, [interface]))
    }

    /// Sets a property; announces it if changed, or in any case with `always`.
    func set(
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
    func invalidate(_ path: DBusObjectPath, interface: String, name: String) {
        guard objects[path]?[interface]?.removeValue(forKey: name) != nil else { return }
        outputs.change(path, interface: interface, name: name, value: nil)
    }

    /// Forgets every object without a signal, because the daemon has ended.
    func clear() {
        objects = [:]
    }

    /// Adds an output that is neither a signal of an object nor an answer.
    func emit(_ output: SimulationOutput) {
        outputs.append(output)
    }

    /// Sends an object's changes now.
    func flush(_ path: DBusObjectPath) {
        outputs.flush(path)
    }

    /// Drops the changes not yet sent.
    func dropChanges() {
        outputs.dropChanges()
    }

    /// Removes and returns all outputs.
    func drain() -> [SimulationOutput] {
        outputs.drain()
    }

    /// Writes a line of the log.
    func log(_ event: GroundTruthEvent) {
        outputs.append(.event(event))
    }

    /// Answers a call.
    func reply(_ call: Int?, values: [DBusValue] = []) {
        guard let call else { return }
        outputs.append(.reply(call, values))
    }

    /// Answers a call with an error.
    func fail(_ call: Int?, error: DaemonError) {
        guard let call else { return }
        outputs.append(.failure(call, error))
    }
}
