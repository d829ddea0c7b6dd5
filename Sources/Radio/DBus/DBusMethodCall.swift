/// A method call that a peer made on an exported object.
public struct DBusMethodCall: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: String
    /// The object that was called.
    public let path: DBusObjectPath
    /// The method's interface.
    public let interface: String
    /// The method.
    public let member: String
    /// The arguments, of exactly the types that the method declares.
    public let arguments: [DBusValue]
}
