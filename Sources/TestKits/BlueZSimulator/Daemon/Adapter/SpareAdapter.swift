import DBus

/// The second adapter, which receives nothing.
final class SpareAdapter {
    private unowned let world: Simulation
    /// The adapter while it is there.
    private(set) var secondAdapter: SecondAdapter?

    init(_ world: Simulation) {
        self.world = world
    }

    func secondAdapterAppears(_ name: String) {
        let second = SecondAdapter(name: name)
        guard world.daemon.isDaemonRunning, secondAdapter == nil, world.exports.objects[second.path] == nil else {
            return
        }
        secondAdapter = second
        var properties = world.adapter.adapterProperties
        properties["Address"] = .string(second.address)
        properties["Powered"] = true
        world.exports.export(second.path, interfaces: [BlueZName.adapter: properties])
    }

    func secondAdapterGoes() {
        guard let second = secondAdapter else { return }
        secondAdapter = nil
        world.exports.unexport(second.path)
    }

    /// Forgets the adapter without a signal, because the daemon has ended.
    func forget() {
        secondAdapter = nil
    }

    /// Handles a client that left the bus.
    func secondAdapterLost(_ client: String) {
        guard secondAdapter?.clients.remove(client) != nil else { return }
        showSecondDiscovery()
    }

    func secondAdapterMethod(_ call: MethodCall) throws(DaemonError) {
        switch call.member {
        case "StartDiscovery":
            guard secondAdapter?.clients.insert(call.sender).inserted == true else { throw .busy }
        case "StopDiscovery":
            guard secondAdapter?.clients.remove(call.sender) != nil else { throw .failed("No discovery started") }
        case "SetDiscoveryFilter": break
        case "GetDiscoveryFilters": return world.exports.reply(call.id, values: [.strings(DiscoveryFilter.names)])
        case "RemoveDevice": throw .doesNotExist
        default: throw .unknown(call, objectExists: true)
        }
        showSecondDiscovery()
        world.exports.reply(call.id)
    }

    private func showSecondDiscovery() {
        guard let second = secondAdapter else { return }
        world.exports.set(
            second.path,
            interface: BlueZName.adapter,
            name: "Discovering",
            value: .boolean(!second.clients.isEmpty)
        )
    }
}

/// An adapter besides the scenario's: it is usable, but no device is near it.
struct SecondAdapter: Sendable {
    /// The last part of its object path.
    var name: String
    /// Its address.
    var address = "00:AA:01:00:00:02"
    /// The clients with a discovery session.
    var clients: Set<String> = []

    /// Its object path.
    var path: DBusObjectPath { DBusObjectPath("/org/bluez").appending(name) }
}
