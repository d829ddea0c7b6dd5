package import DBus

/// What the simulated daemon wants done.
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
    /// Call a client's agent; the answer goes to ``Simulation/agentAnswered(_:_:at:)``.
    case askAgent(AgentQuestion)
    /// Tell an agent that its question is over (`Cancel`), or that it is released (`Release`).
    case tellAgent(client: String, path: DBusObjectPath, member: String)
    /// Leave the bus: every call under way stays unanswered.
    case daemonStopped
    /// Be on the bus as `org.bluez`.
    case daemonStarted
    /// Answer nothing, properties neither, or answer again.
    case daemonHangs(Bool)
    /// Write a line of the log.
    case event(GroundTruthEvent)

    /// Whether it happens although the daemon hangs.
    var isOutsideTheDaemon: Bool {
        switch self {
        case .event, .daemonHangs, .daemonStopped, .daemonStarted: true
        default: false
        }
    }
}

/// Properties by interface and name.
package typealias InterfaceProperties = [String: [String: DBusValue]]
