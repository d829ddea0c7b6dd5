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
