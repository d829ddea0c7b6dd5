extension DBusError {
    static let connectionClosed = DBusError(code: .closed, message: "The connection was closed; make a new one.")
    static let connectionLost = DBusError(
        code: .disconnected,
        message: "The connection to the bus is down; it is being made again. Try again when it is back."
    )

    /// Any failure of an attempt as a failure to connect, with what is known of its cause.
    static func connectFailure(_ error: any Error) -> DBusError {
        guard let error = error as? DBusError else {
            return DBusError(code: .connectFailed, message: "The bus cannot be reached.")
        }
        guard error.code != .connectFailed else { return error }
        return DBusError(code: .connectFailed, errorName: error.errorName, message: error.message)
    }

    static func malformedReply(_ member: String) -> DBusError {
        DBusError(code: .malformed, message: "The reply to \(member) does not have the shape that D-Bus prescribes.")
    }
}
