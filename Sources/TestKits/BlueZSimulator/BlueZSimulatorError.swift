/// A failure of the simulator itself, as opposed to the errors that it simulates.
package struct BlueZSimulatorError: Error, Equatable, CustomStringConvertible {
    /// The kind of failure; the raw value is stable.
    package enum Code: String, Sendable {
        /// The scenario file is missing or invalid.
        case scenario
        /// The private dbus-daemon did not start.
        case privateBus
        /// The bus connection failed, or the name `org.bluez` is taken.
        case bus
        /// The control socket cannot be served.
        case control
        /// The log file cannot be written.
        case log
    }

    /// The kind of failure.
    package let code: Code
    /// What failed and how to fix it.
    package let message: String
    /// The text of the underlying error.
    package let underlying: String?
    /// Whether the same call may succeed later.
    package var isRetriable: Bool { code == .bus || code == .privateBus }

    /// Creates an error with a code and its message.
    package init(_ code: Code, message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying.map { "\($0)" }
    }

    /// The message, then the underlying error.
    package var description: String {
        underlying.map { "\(message) (\($0))" } ?? message
    }
}
