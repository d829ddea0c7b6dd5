package import DBus

/// A method call that reached the daemon.
package struct MethodCall: Equatable, Sendable {
    /// The caller's number for it, used in the answer.
    package let id: Int
    /// The caller's unique name.
    package let sender: String
    /// The object.
    package let path: DBusObjectPath
    /// The interface, where the caller named one.
    package let interface: String?
    /// The method.
    package let member: String
    /// The arguments.
    package let body: [DBusValue]

    /// Makes a call.
    package init(
        id: Int,
        sender: String,
        path: DBusObjectPath,
        interface: String?,
        member: String,
        body: [DBusValue] = []
    ) {
        self.id = id
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.body = body
    }
}
