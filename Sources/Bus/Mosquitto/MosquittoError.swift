import CMosquitto
public import CodedErrors
import Glibc

/// What went wrong with a connection or a request on it.
public struct MosquittoError: WordedError, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public let code: Code

    /// What happened, to what, and the way out; never a payload or a secret.
    public let message: String

    /// The broker's reason code, when it gave one.
    public let reasonCode: ReasonCode?

    /// The library's error number (`MOSQ_ERR_...`), when it gave one.
    public let libraryCode: Int32?

    /// Whether the same call may succeed later without a change.
    public let isRetriable: Bool

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of thing went wrong.
    ///   - message: What happened and the way out.
    ///   - reasonCode: The broker's reason code; it decides about `isRetriable` when there is one.
    ///   - libraryCode: The library's error number.
    public init(_ code: Code, message: String, reasonCode: ReasonCode? = nil, libraryCode: Int32? = nil) {
        self.code = code
        self.message = message
        self.reasonCode = reasonCode
        self.libraryCode = libraryCode
        isRetriable = reasonCode?.isTransient ?? code.isRetriable
    }

    /// Code and message in one line.
    public var description: String { "\(code.rawValue): \(message)" }
}

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
        /// The program at the other end is not a broker of MQTT 5.
        public static let unusable = Code(rawValue: "unusable")
        /// No connection could be opened: the socket or host does not exist, or no broker listens there.
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

        /// Creates a code from its name.
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

extension MosquittoError {
    /// An error that a library call returned.
    ///
    /// - Parameters:
    ///   - result: What the call returned, `MOSQ_ERR_...`.
    ///   - errorNumber: `errno` right after the call; it counts only for `MOSQ_ERR_ERRNO`.
    ///   - action: What was being done, as the start of a sentence: "MQTT connection to x".
    ///   - fallback: The code for results that have none of their own.
    init(result: Int32, errorNumber: Int32 = 0, action: String, fallback: Code) {
        let code: Code =
            switch result {
            case MOSQ_ERR_TLS.rawValue: .tlsFailed
            case _ where Self.isOfTLS(result, errorNumber: errorNumber): .tlsFailed
            case MOSQ_ERR_KEEPALIVE.rawValue: .keepAliveTimeout
            case MOSQ_ERR_CONN_LOST.rawValue: .connectionLost
            case MOSQ_ERR_NO_CONN.rawValue: .notConnected
            case MOSQ_ERR_OVERSIZE_PACKET.rawValue, MOSQ_ERR_PAYLOAD_SIZE.rawValue: .tooLarge
            case MOSQ_ERR_MALFORMED_UTF8.rawValue: .invalidProperty
            default: fallback
            }
        self.init(code, message: "\(action): \(Self.words(result, errorNumber: errorNumber)).", libraryCode: result)
    }

    /// A refusal by the broker.
    init(_ code: Code, action: String, reason: ReasonCode) {
        self.init(code, message: "\(action): the broker answered \(reason).", reasonCode: reason)
    }

    /// A broker that supports only MQTT 3.1.1 and reports it.
    static func withoutVersion5(_ action: String, reason: ReasonCode) -> MosquittoError {
        MosquittoError(
            .unusable,
            message:
                "\(action): the broker does not support MQTT 5, which VitalBus needs (it answered \(reason)): use one that does, such as "
                + "Mosquitto 2, or enable MQTT 5 there.",
            reasonCode: reason
        )
    }

    /// The peer sends bytes that are not an MQTT answer.
    static func noBroker(_ action: String, libraryCode: Int32) -> MosquittoError {
        MosquittoError(
            .unusable,
            message: "\(action): the program there does not speak MQTT: check the broker's host and port.",
            libraryCode: libraryCode
        )
    }

    /// Whether a result is what the library makes of any failure of OpenSSL (`net__handle_ssl` of net_mosq.c).
    ///
    /// With TLS 1.3 a client hears only after the handshake that its certificate was refused.
    private static func isOfTLS(_ result: Int32, errorNumber: Int32) -> Bool {
        result == MOSQ_ERR_ERRNO.rawValue && errorNumber == EPROTO
    }

    private static func words(_ result: Int32, errorNumber: Int32) -> String {
        // 2.0.11 has no text for it.
        if result == MOSQ_ERR_KEEPALIVE.rawValue { return "no packet arrived within the keep-alive time" }
        if isOfTLS(result, errorNumber: errorNumber) {
            return
                "TLS failed. If the broker asks for certificates, this one may be missing, expired, not valid yet or from another site; the broker's log has the reason"
        }
        let isSystemError = result == MOSQ_ERR_ERRNO.rawValue && errorNumber != 0
        // strerror's buffer is per thread in glibc, and copied here at once.
        let words = isSystemError ? UnsafePointer(strerror(errorNumber)) : mosquitto_strerror(result)
        let text = words.map { String(cString: $0) } ?? "error \(result)"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
