import DBus

/// The second adapter, which receives nothing.
extension Simulation {
    mutating func secondAdapterAppears(_ name: String) {
        let second = SecondAdapter(name: name)
        guard isDaemonRunning, secondAdapter == nil, objects[second.path] == nil else { return }
        secondAdapter = second
        var properties = adapterProperties
        properties["Address"] = .string(second.address)
        properties["Powered"] = true
        export(second.path, interfaces: [BlueZName.adapter: properties])
    }

    mutating func secondAdapterGoes() {
        guard let second = secondAdapter else { return }
        secondAdapter = nil
        unexport(second.path)
    }

    /// Handles a client that left the bus.
    mutating func secondAdapterLost(_ client: String) {
        guard secondAdapter?.clients.remove(client) != nil else { return }
        showSecondDiscovery()
    }

    mutating func secondAdapterMethod(_ call: MethodCall) throws(DaemonError) {
        switch call.member {
        case "StartDiscovery":
            guard secondAdapter?.clients.insert(call.sender).inserted == true else { throw .busy }
        case "StopDiscovery":
            guard secondAdapter?.clients.remove(call.sender) != nil else { throw .failed("No discovery started") }
        case "SetDiscoveryFilter": break
        case "GetDiscoveryFilters": return reply(call.id, values: [.strings(DiscoveryFilter.names)])
        case "RemoveDevice": throw .doesNotExist
        default: throw .unknown(call, objectExists: true)
        }
        showSecondDiscovery()
        reply(call.id)
    }

    private mutating func showSecondDiscovery() {
        guard let second = secondAdapter else { return }
        set(second.path, interface: BlueZName.adapter, name: "Discovering", value: .boolean(!second.clients.isEmpty))
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
