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

/// A method of an exported object.
///
/// Handlers run at the same time as others; they start in the order in which the calls came, on the connection's own
/// queue until they first wait, so they must not block. A thrown ``DBusError/remote(_:_:)`` is answered with its name and
/// text, any other error with `org.freedesktop.DBus.Error.Failed` and no detail. A handler is cancelled when the bus goes away.
public struct DBusMethod: Sendable {
    /// Answers a call.
    public typealias Handler = @Sendable (DBusMethodCall) async throws -> [DBusValue]

    /// The method's name.
    public let name: String
    /// The types of its arguments; other calls are answered with `InvalidArgs`.
    public let input: [DBusType]
    /// The types of its results.
    public let output: [DBusType]
    let handler: Handler

    /// Makes a method.
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
/// `Properties.Set` announces nothing by itself: the owner says what changed with
/// ``DBusConnection/emitPropertiesChanged(path:interface:changed:invalidated:)``.
public struct DBusProperty: Sendable {
    /// Reads the property.
    ///
    /// It may throw to say that the property is absent now: `Get` answers with that error, `GetAll` and
    /// `GetManagedObjects` leave the property out.
    public typealias Getter = @Sendable () async throws -> DBusValue
    /// Writes the property; it gets a value of the property's type and the caller's unique name.
    public typealias Setter = @Sendable (_ value: DBusValue, _ sender: String) async throws -> Void

    /// The property's name.
    public let name: String
    /// The property's type.
    public let type: DBusType
    let getter: Getter
    let setter: Setter?

    /// Makes a property; without a setter it is read-only.
    public init(_ name: String, _ type: DBusType, get: @escaping Getter, set: Setter? = nil) {
        self.name = name
        self.type = type
        getter = get
        setter = set
    }
}

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
