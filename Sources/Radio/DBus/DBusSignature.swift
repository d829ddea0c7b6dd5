/// A sequence of complete types, as in a message's signature.
public struct DBusSignature: Hashable, Sendable, CustomStringConvertible {
    /// The types in order; none for an empty body.
    public let types: [DBusType]

    /// Makes a signature from types.
    ///
    /// The limits of the specification (255 bytes, 32 nested arrays, 32 nested structures) are checked when it is sent.
    public init(types: [DBusType]) {
        self.types = types
    }

    /// Parses a signature, for example `a{sv}`.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument`, or `unsupportedType` for `h` (a file descriptor).
    public init(_ string: String) throws(DBusError) {
        var parser = SignatureParser(string)
        types = try parser.parseAll()
    }

    /// The signature's text.
    public var description: String { types.map(\.signature).joined() }
}
