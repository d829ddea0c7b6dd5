extension DBusError {
    /// The kind of a ``DBusError``; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable text.
        public let rawValue: String

        /// Makes a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The connection to the bus is down; it is being made again.
        public static let disconnected = Code(rawValue: "disconnected")
        /// The connection was closed by its owner.
        public static let closed = Code(rawValue: "closed")
        /// The bus could not be reached or refused us.
        public static let connectFailed = Code(rawValue: "connectFailed")
        /// No reply came in time; the call may still have taken effect.
        public static let timeout = Code(rawValue: "timeout")
        /// The peer or the bus answered with an error; see its name.
        public static let remote = Code(rawValue: "remote")
        /// A name, path, text or value breaks the D-Bus rules.
        public static let invalidArgument = Code(rawValue: "invalidArgument")
        /// A value is larger or deeper than may be sent.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// A message holds a type that is not supported.
        public static let unsupportedType = Code(rawValue: "unsupportedType")
        /// Too much waits to be sent already.
        public static let busy = Code(rawValue: "busy")
        /// Another process owns the bus name.
        public static let nameNotAcquired = Code(rawValue: "nameNotAcquired")
        /// A reply did not have the shape that its method promises.
        public static let malformed = Code(rawValue: "malformed")
        /// libdbus ran out of memory.
        public static let outOfMemory = Code(rawValue: "outOfMemory")

        var isRetriable: Bool {
            [.disconnected, .connectFailed, .timeout, .busy, .outOfMemory].contains(self)
        }
    }
}
