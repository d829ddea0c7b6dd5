package import DBus

/// A registered pairing agent.
package struct Agent: Equatable, Sendable {
    /// Its owner's unique name.
    package let client: String
    /// Its object path.
    package let path: DBusObjectPath
}
