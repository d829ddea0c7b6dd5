package import DBus

/// An action that the simulated daemon requests.
package enum SimulationOutput: Equatable, Sendable {
    /// Answer a call.
    case reply(Int, [DBusValue])
    /// Answer a call with an error.
    case failure(Int, DaemonError)
    /// Emit PropertiesChanged.
    case propertiesChanged(
        DBusObjectPath,
        interface: String,
        changed: [String: DBusValue],
        invalidated: [String]
    )
    /// Emit InterfacesAdded.
    case interfacesAdded(DBusObjectPath, InterfaceProperties)
    /// Emit InterfacesRemoved.
    case interfacesRemoved(DBusObjectPath, [String])
    /// Call a client's agent; the answer goes to ``Simulation/agentAnswered(_:answer:at:)``.
    case askAgent(AgentQuestion)
    /// Notify an agent that its question is over (`Cancel`) or that it is released (`Release`).
    case tellAgent(client: String, path: DBusObjectPath, member: String)
    /// Leave the bus; every pending call stays unanswered.
    case daemonStopped
    /// Join the bus as `org.bluez`.
    case daemonStarted
    /// Stop answering, including properties, or answer again.
    case daemonHangs(Bool)
    /// Write a line of the log.
    case event(GroundTruthEvent)

    /// Whether it takes effect even while the daemon hangs.
    var isOutsideTheDaemon: Bool {
        switch self {
        case .event, .daemonHangs, .daemonStopped, .daemonStarted: true
        default: false
        }
    }
}

/// Properties by interface and name.
package typealias InterfaceProperties = [String: [String: DBusValue]]

/// Collects the outputs of one step.
///
/// As in bluetoothd, property changes are held until the step is over and share one signal per interface; answers
/// overtake them. ``flush(_:)`` sends an object's changes at once.
struct OutputBuffer: Sendable {
    private struct Change {
        let path: DBusObjectPath
        let interface: String
        var changed: [String: DBusValue] = [:]
        var invalidated: Set<String> = []

        var output: SimulationOutput {
            .propertiesChanged(path, interface: interface, changed: changed, invalidated: invalidated.sorted())
        }
    }

    private var outputs: [SimulationOutput] = []
    private var changes: [Change] = []

    /// Adds an output.
    mutating func append(_ output: SimulationOutput) {
        outputs.append(output)
    }

    /// Records a changed property; nil means that it has no value any more.
    mutating func change(_ path: DBusObjectPath, interface: String, name: String, value: DBusValue?) {
        let found = changes.firstIndex { $0.path == path && $0.interface == interface }
        let index = found ?? changes.endIndex
        if found == nil { changes.append(Change(path: path, interface: interface)) }
        changes[index].changed[name] = value
        if value == nil { changes[index].invalidated.insert(name) } else { changes[index].invalidated.remove(name) }
    }

    /// Sends an object's changes now.
    mutating func flush(_ path: DBusObjectPath) {
        outputs += changes.filter { $0.path == path }.map(\.output)
        changes.removeAll { $0.path == path }
    }

    /// Drops the changes not yet sent.
    mutating func dropChanges() {
        changes = []
    }

    /// Removes and returns all outputs.
    mutating func drain() -> [SimulationOutput] {
        defer { self = OutputBuffer() }
        return outputs + changes.map(\.output)
    }
}
