package import MessageBus

/// Why bytes are not a readable picture, or why a wish cannot be fulfilled.
package struct UnreadablePicture: Error, Sendable, Hashable, BusErrorConvertible {
    /// A stable code: `unreadable`, `tooLarge`, `unknownPeripheral`, `unknownUnit`, `unknownType`, `noCode`,
    /// `wrongCode`,
    /// `invalidSize`, `invalidBox`.
    package let code: String
    /// The finding and the remedy.
    package let message: String

    /// Creates an error.
    package init(_ code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The error as returned to a caller.
    package var busError: BusError {
        BusError(code == "unknownPeripheral" ? .notFound : .invalidArgument, message: message)
    }
}
