/// An interface of an exported object: its methods, properties and signals.
public struct DBusInterface: Sendable {
    /// The interface's name.
    public let name: String
    /// Its methods.
    public let methods: [DBusMethod]
    /// Its properties.
    public let properties: [DBusProperty]
    /// The signals it may send.
    public let signals: [DBusSignalDeclaration]

    /// Makes an interface.
    public init(
        _ name: String,
        methods: [DBusMethod] = [],
        properties: [DBusProperty] = [],
        signals: [DBusSignalDeclaration] = []
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }

    /// Checks every name and type by the D-Bus rules.
    func check() throws(DBusError) {
        try NameCheck.requireInterface(name)
        for method in methods {
            try NameCheck.requireMember(method.name)
            try Self.check(method.input)
            try Self.check(method.output)
        }
        for property in properties {
            try NameCheck.requireMember(property.name)
            try Self.check([property.type])
        }
        for signal in signals {
            try NameCheck.requireMember(signal.name)
            try Self.check(signal.types)
        }
    }

    private static func check(_ types: [DBusType]) throws(DBusError) {
        _ = try DBusSignature(DBusSignature(types: types).description)
    }
}
