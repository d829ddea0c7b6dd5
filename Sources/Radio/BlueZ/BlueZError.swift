public import DBus

/// What went wrong with Bluetooth, as a reason that a person can act on.
public struct BlueZError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason.
    public let code: Code
    /// What happened and the way out; it names no device.
    public let message: String
    /// BlueZ's own word for it, for example `le-connection-abort-by-local`.
    public let detail: String?
    /// The device's ATT error code, where BlueZ told it.
    public let attCode: UInt8?
    /// The D-Bus error behind it.
    public let underlying: DBusError?

    /// Makes an error.
    public init(
        _ code: Code,
        _ message: String,
        detail: String? = nil,
        attCode: UInt8? = nil,
        underlying: DBusError? = nil
    ) {
        self.code = code
        self.message = message
        self.detail = detail
        self.attCode = attCode
        self.underlying = underlying
    }

    /// Whether the same may succeed later without anybody's help.
    public var isRetriable: Bool { code.isRetriable }

    /// The code, the message and BlueZ's own word.
    public var description: String {
        code.rawValue + ": " + message + (detail.map { " (\($0))" } ?? "")
    }
}
