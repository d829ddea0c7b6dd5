/// What went wrong on the bus, with the remote error's name where a remote peer answered with one.
public struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public let code: Code
    /// The D-Bus error name that the peer or libdbus gave, for example `org.bluez.Error.Failed`.
    public let errorName: String?
    /// What happened and the way out, without any payload.
    public let message: String
    /// Whether the same call may succeed later.
    public let isRetriable: Bool

    /// Makes an error.
    public init(code: Code, errorName: String? = nil, message: String) {
        self.code = code
        self.errorName = errorName
        self.message = message
        isRetriable = code.isRetriable || DBusErrorName.retriable.contains(errorName ?? "")
    }

    /// An error that a peer answered with; a method handler throws it to answer with that name and text.
    public static func remote(_ name: String, _ message: String) -> DBusError {
        DBusError(code: .remote, errorName: name, message: message)
    }

    /// The code, the name and the message.
    public var description: String {
        [code.rawValue, errorName, message].compactMap(\.self).joined(separator: ": ")
    }
}
