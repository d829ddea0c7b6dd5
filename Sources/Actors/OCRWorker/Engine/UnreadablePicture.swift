package import MessageBus

/// Why bytes are no picture that can be read, or a wish is none that can be met.
package struct UnreadablePicture: Error, Sendable, Hashable, BusErrorConvertible {
    /// A stable word: `unreadable`, `tooLarge`, `unknownPeripheral`, `unknownUnit`, `unknownType`, `noCode`, `wrongCode`,
    /// `invalidSize`, `invalidBox`.
    package let code: String
    /// What was seen, and the way out.
    package let message: String

    /// Makes a refusal.
    package init(_ code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// As a caller is told.
    package var busError: BusError {
        BusError(code == "unknownPeripheral" ? .notFound : .invalidArgument, message: message)
    }
}
