@_exported public import CodedErrors

/// An error of the message bus, of a request, or of leased work.
public typealias BusError = CodedError<BusErrorCode>

/// The cause of an error, stable on the wire; codes of a newer version are passed on unchanged.
public struct BusErrorCode: ErrorCode, Codable {
    /// The code's text on the wire.
    public let rawValue: String

    /// Creates a code from its text; any text is allowed.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether a later attempt may succeed without a change.
    public var isRetriable: Bool { Self.retriable.contains(self) }

    /// There is no connection to the broker.
    public static let notConnected = Self(rawValue: "notConnected")
    /// The broker may or may not have taken the message.
    public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
    /// The broker or the contract's roles forbid it.
    public static let notAuthorized = Self(rawValue: "notAuthorized")
    /// The destination refuses the credentials.
    public static let unauthorized = Self(rawValue: "unauthorized")
    /// The payload exceeds the limit of 64 KiB.
    public static let payloadTooLarge = Self(rawValue: "payloadTooLarge")
    /// A topic, filter or identifier breaks the rules of `topics/README.md`.
    public static let invalidTopic = Self(rawValue: "invalidTopic")
    /// The payload is not an envelope of this contract.
    public static let malformed = Self(rawValue: "malformed")
    /// The actor knows no such operation.
    public static let unknownOperation = Self(rawValue: "unknownOperation")
    /// The deadline passed without an answer.
    public static let deadlineExceeded = Self(rawValue: "deadlineExceeded")
    /// No process serves this operation now.
    public static let noResponder = Self(rawValue: "noResponder")
    /// The server has reached its limit of work.
    public static let busy = Self(rawValue: "busy")
    /// The thing that the request names does not exist.
    public static let notFound = Self(rawValue: "notFound")
    /// The request's content is wrong.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// A typed value is very unusual: it is a typing error, or the request needs `unusual`.
    public static let unusualValue = Self(rawValue: "unusualValue")
    /// The request conflicts with the present state.
    public static let conflict = Self(rawValue: "conflict")
    /// The store accepts no writes now.
    public static let storeUnavailable = Self(rawValue: "storeUnavailable")
    /// The disk that would store it is full: free some space there, and the same request succeeds.
    public static let noSpace = Self(rawValue: "noSpace")
    /// The snapshot of a list is closed: ask for page 1 again.
    public static let snapshotExpired = Self(rawValue: "snapshotExpired")
    /// The process is about to stop.
    public static let draining = Self(rawValue: "draining")
    /// A defect of the server.
    public static let internalError = Self(rawValue: "internalError")
    /// The broker refused the connection.
    public static let connectionRefused = Self(rawValue: "connectionRefused")

    private static let retriable: Set<Self> = [
        .notConnected, .outcomeUnknown, .deadlineExceeded, .noResponder, .busy, .storeUnavailable, .noSpace, .draining,
        .connectionRefused, .snapshotExpired,
    ]
}
