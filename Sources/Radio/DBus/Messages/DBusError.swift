/// An error of the bus connection, or an error that a remote peer answered with.
public struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public let code: Code
    /// The D-Bus error name from the peer or libdbus, for example `org.bluez.Error.Failed`.
    public let errorName: String?
    /// What failed and how to fix it; contains no payload.
    public let message: String
    /// Whether the same call may succeed later.
    public let isRetriable: Bool

    /// Makes an error; its code and name decide whether it is retriable.
    public init(code: Code, errorName: String? = nil, message: String) {
        self.code = code
        self.errorName = errorName
        self.message = message
        isRetriable = code.isRetriable || DBusErrorName.retriable.contains(errorName ?? "")
    }

    /// An error from a peer; a method handler throws it to answer with this name and text.
    public static func remote(_ name: String, message: String) -> DBusError {
        DBusError(code: .remote, errorName: name, message: message)
    }

    /// The code, the error name and the message.
    public var description: String {
        [code.rawValue, errorName, message].compactMap(\.self).joined(separator: ": ")
    }
}

extension DBusError {
    /// The kind of a ``DBusError``; new kinds may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The connection to the bus is down; it reconnects automatically.
        public static let disconnected = Code(rawValue: "disconnected")
        /// Its owner closed the connection.
        public static let closed = Code(rawValue: "closed")
        /// The bus could not be reached, or refused the connection.
        public static let connectFailed = Code(rawValue: "connectFailed")
        /// No reply arrived in time; the call may still have taken effect.
        public static let timeout = Code(rawValue: "timeout")
        /// The peer or the bus answered with an error; see ``DBusError/errorName``.
        public static let remote = Code(rawValue: "remote")
        /// A name, path, text or value violates the D-Bus rules.
        public static let invalidArgument = Code(rawValue: "invalidArgument")
        /// A value exceeds the limits on size or nesting.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// A message contains an unsupported type.
        public static let unsupportedType = Code(rawValue: "unsupportedType")
        /// The send queue is full.
        public static let busy = Code(rawValue: "busy")
        /// Another process owns the bus name.
        public static let nameNotAcquired = Code(rawValue: "nameNotAcquired")
        /// A reply has other types than its method declares.
        public static let malformed = Code(rawValue: "malformed")
        /// libdbus ran out of memory.
        public static let outOfMemory = Code(rawValue: "outOfMemory")

        var isRetriable: Bool {
            [.disconnected, .connectFailed, .timeout, .busy, .outOfMemory].contains(self)
        }
    }
}

extension DBusError {
    static let connectionClosed = DBusError(code: .closed, message: "The connection was closed; open a new one.")
    static let connectionLost = DBusError(
        code: .disconnected,
        message: "The connection to the bus is down; reconnecting. Try again later."
    )

    /// Converts any failure of an attempt to `connectFailed`, and keeps its cause.
    static func connectFailure(_ error: any Error) -> DBusError {
        guard let error = error as? DBusError else {
            return DBusError(code: .connectFailed, message: "The bus cannot be reached.")
        }
        guard error.code != .connectFailed else { return error }
        return DBusError(code: .connectFailed, errorName: error.errorName, message: error.message)
    }

    static func malformedReply(_ member: String) -> DBusError {
        DBusError(code: .malformed, message: "The reply to \(member) is not valid D-Bus.")
    }
}

/// Error names of the D-Bus specification and the reference bus (dbus-protocol.h).
public enum DBusErrorName {
    /// A generic failure.
    public static let failed = "org.freedesktop.DBus.Error.Failed"
    /// There is no object at the path.
    public static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object has no such interface.
    public static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface has no such method.
    public static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    /// The interface has no such property.
    public static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The property cannot be set.
    public static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// The arguments have the wrong types.
    public static let invalidArgs = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The policy of the bus forbids the operation.
    public static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// The name has no owner, and it cannot be activated.
    public static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// The name has no owner.
    public static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The peer disconnected or never answered.
    public static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// A limit of the bus or the peer was reached.
    public static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The operation is not supported.
    public static let notSupported = "org.freedesktop.DBus.Error.NotSupported"
    /// Activating the service timed out.
    public static let timedOut = "org.freedesktop.DBus.Error.TimedOut"

    /// Error names for transient states, after which a retry may succeed.
    static let retriable: Set<String> = [serviceUnknown, nameHasNoOwner, noReply, limitsExceeded, timedOut]
}
