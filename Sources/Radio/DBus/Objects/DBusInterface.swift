/// An interface of an exported object: its methods, properties and signals.
public struct DBusInterface: Sendable {
    /// The name of the interface.
    public let name: String
    /// The methods.
    public let methods: [DBusMethod]
    /// The properties.
    public let properties: [DBusProperty]
    /// The signals that it may emit.
    public let signals: [DBusSignalDeclaration]

    /// Makes an interface; exporting it validates names and types.
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

    /// Checks every name and type against the D-Bus rules.
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

/// A method of an exported object.
///
/// Handlers run concurrently. They start in call order, on the connection's queue until their first suspension, so they
/// must not block. A thrown ``DBusError/remote(_:message:)`` becomes an answer with its name and text, any other error
/// `org.freedesktop.DBus.Error.Failed` without detail. Losing the bus cancels handlers.
public struct DBusMethod: Sendable {
    /// Handles a call and returns its results.
    public typealias Handler = @Sendable (DBusMethodCall) async throws -> [DBusValue]

    /// The name of the method.
    public let name: String
    /// The types of the arguments; calls with other types are answered with `InvalidArgs`.
    public let input: [DBusType]
    /// The types of the results.
    public let output: [DBusType]
    let handler: Handler

    /// Makes a method with its signature and handler.
    public init(
        _ name: String,
        in input: [DBusType] = [],
        out output: [DBusType] = [],
        handler: @escaping Handler
    ) {
        self.name = name
        self.input = input
        self.output = output
        self.handler = handler
    }
}

/// A property of an exported object.
///
/// `Properties.Set` emits no change signal; the owner calls
/// ``DBusConnection/emitPropertiesChanged(path:interface:changed:invalidated:)``.
public struct DBusProperty: Sendable {
    /// Reads the property.
    ///
    /// Throws if the property is currently absent: `Get` then answers with that error, while `GetAll` and
    /// `GetManagedObjects` omit the property.
    public typealias Getter = @Sendable () async throws -> DBusValue
    /// Writes the property; receives a value of the property's type and the caller's unique name.
    public typealias Setter = @Sendable (_ value: DBusValue, _ sender: String) async throws -> Void

    /// The name of the property.
    public let name: String
    /// The type of the property.
    public let type: DBusType
    let getter: Getter
    let setter: Setter?

    /// Makes a property; without a setter it is read-only.
    public init(_ name: String, type: DBusType, get: @escaping Getter, set: Setter? = nil) {
        self.name = name
        self.type = type
        getter = get
        setter = set
    }
}

/// A signal that an exported interface may emit, for introspection.
public struct DBusSignalDeclaration: Hashable, Sendable {
    /// The name of the signal.
    public let name: String
    /// The types of the arguments.
    public let types: [DBusType]

    /// Makes a declaration with the signal's signature.
    public init(_ name: String, types: [DBusType] = []) {
        self.name = name
        self.types = types
    }
}
