/// A password that appears in no log, dump or error message.
public struct MosquittoPassword: Sendable, ExpressibleByStringLiteral {
    /// The secret itself, for the library only.
    let value: String

    /// Wraps a password.
    ///
    /// - Parameter value: The secret, without NUL bytes.
    public init(_ value: String) {
        self.value = value
    }

    /// Wraps a password from the source code, for tests.
    public init(stringLiteral value: String) {
        self.value = value
    }
}

extension MosquittoPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder, never the password.
    public var description: String { "<password>" }

    /// A placeholder, never the password.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
