/// What went wrong in the simulator itself, as opposed to the errors that it plays.
package struct BlueZSimulatorError: Error, Equatable, CustomStringConvertible {
    /// What kind of failure it is; the raw value is stable.
    package enum Code: String, Sendable {
        /// The scenario file is missing or cannot be understood.
        case scenario
        /// The private dbus-daemon did not start.
        case privateBus
        /// The bus connection failed, or the name `org.bluez` is taken.
        case bus
        /// The control line cannot be served.
        case control
        /// The log file cannot be written.
        case log
    }

    /// The kind of failure.
    package let code: Code
    /// What failed, by name, and the way out.
    package let message: String
    /// The error below it, as text.
    package let underlying: String?
    /// Whether the same call may work later.
    package var isRetriable: Bool { code == .bus || code == .privateBus }

    /// Makes an error.
    package init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.underlying = underlying.map { "\($0)" }
    }

    /// The message and what lies below it.
    package var description: String {
        underlying.map { "\(message) (\($0))" } ?? message
    }
}
