package import DBus

/// A method call to a client's pairing agent.
package struct AgentQuestion: Equatable, Sendable {
    /// The number that the answer carries.
    package let id: Int
    /// The client's unique name.
    package let client: String
    /// The agent's object path.
    package let path: DBusObjectPath
    /// The method of `org.bluez.Agent1`.
    package let member: String
    /// The arguments.
    package let body: [DBusValue]
}
