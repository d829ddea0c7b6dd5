/// A signal that an exported interface may send, for introspection.
public struct DBusSignalDeclaration: Hashable, Sendable {
    /// The signal's name.
    public let name: String
    /// The types of its arguments.
    public let types: [DBusType]

    /// Makes a declaration.
    public init(_ name: String, _ types: [DBusType] = []) {
        self.name = name
        self.types = types
    }
}
