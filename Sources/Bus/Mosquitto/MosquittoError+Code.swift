extension MosquittoError {
    /// What kind of thing went wrong; more kinds may come.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A configuration value is outside its range.
        public static let invalidConfiguration = Code(rawValue: "invalidConfiguration")
        /// A topic or filter breaks the rules of MQTT 5 §4.7.
        public static let invalidTopic = Code(rawValue: "invalidTopic")
        /// A property has characters or a length that MQTT forbids.
        public static let invalidProperty = Code(rawValue: "invalidProperty")
        /// There is no connection now; nothing was sent and nothing is kept.
        public static let notConnected = Code(rawValue: "notConnected")
        /// Too many publishes wait already; nothing was sent.
        public static let busy = Code(rawValue: "busy")
        /// The publish was sent and its answer will not come: the broker may have it or not.
        public static let outcomeUnknown = Code(rawValue: "outcomeUnknown")
        /// The broker refused the publish or the subscription.
        public static let rejected = Code(rawValue: "rejected")
        /// The message is larger than the configuration or the broker allows; nothing was sent.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The broker refused the connection.
        public static let refused = Code(rawValue: "refused")
        /// No connection could be opened: no such socket, nobody listens, no such host.
        public static let connectFailed = Code(rawValue: "connectFailed")
        /// TLS failed: certificate, host name, protocol version or file.
        public static let tlsFailed = Code(rawValue: "tlsFailed")
        /// The connection broke.
        public static let connectionLost = Code(rawValue: "connectionLost")
        /// The broker closed the connection and said why.
        public static let disconnectedByBroker = Code(rawValue: "disconnectedByBroker")
        /// Nothing came for longer than the keep-alive time, or the consumer stalled that long.
        public static let keepAliveTimeout = Code(rawValue: "keepAliveTimeout")
        /// The socket was open and no CONNACK came in time.
        public static let handshakeTimeout = Code(rawValue: "handshakeTimeout")
        /// The connection was closed by its owner.
        public static let closed = Code(rawValue: "closed")
        /// The library failed in another way; see the library code.
        public static let library = Code(rawValue: "library")

        /// The stable name.
        public let rawValue: String

        /// Makes a code from its name.
        ///
        /// - Parameter rawValue: The stable name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        var isRetriable: Bool {
            let final: [Code] = [.invalidConfiguration, .invalidTopic, .invalidProperty, .tooLarge, .rejected, .closed]
            return !final.contains(self)
        }
    }
}
