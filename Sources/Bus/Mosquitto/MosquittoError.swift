/// What went wrong with a connection or a request on it.
public struct MosquittoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public let code: Code

    /// What happened, to what, and the way out; never a payload or a secret.
    public let message: String

    /// The broker's reason code, when it gave one.
    public let reasonCode: ReasonCode?

    /// The library's error number (`MOSQ_ERR_...`), when it gave one.
    public let libraryCode: Int32?

    /// Whether the same call may work later without anybody changing anything.
    public let isRetriable: Bool

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What kind of thing went wrong.
    ///   - message: What happened and the way out.
    ///   - reasonCode: The broker's reason code; it decides about `isRetriable` when there is one.
    ///   - libraryCode: The library's error number.
    public init(_ code: Code, _ message: String, reasonCode: ReasonCode? = nil, libraryCode: Int32? = nil) {
        self.code = code
        self.message = message
        self.reasonCode = reasonCode
        self.libraryCode = libraryCode
        isRetriable = reasonCode?.isTransient ?? code.isRetriable
    }

    /// Code and message in one line.
    public var description: String { "\(code.rawValue): \(message)" }
}
