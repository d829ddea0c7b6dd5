/// An error of a broker that this process starts.
public struct LocalBrokerError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; stable text.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's text.
        public let rawValue: String

        /// Makes a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Mosquitto or its dynamic-security plugin is not on this machine.
        public static let notInstalled = Self(rawValue: "notInstalled")
        /// The socket's path does not fit into an address.
        public static let pathTooLong = Self(rawValue: "pathTooLong")
        /// The directory cannot be used, or another process's broker lives in it.
        public static let directory = Self(rawValue: "directory")
        /// Mosquitto ended while it started.
        public static let diedAtStart = Self(rawValue: "diedAtStart")
        /// Mosquitto runs but took no connection in time.
        public static let notReady = Self(rawValue: "notReady")
        /// Two accounts of one name, or a name that cannot be one.
        public static let account = Self(rawValue: "account")
    }

    /// What went wrong.
    public let code: Code
    /// What happened, to what, and the way out; never a password.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the same may succeed later without a change.
    public var isRetriable: Bool { code == .notReady || code == .diedAtStart }
    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
