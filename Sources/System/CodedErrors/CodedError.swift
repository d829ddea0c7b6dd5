/// The kinds of an error: stable names, as used in logs and replies.
public protocol ErrorCode: RawRepresentable<String>, Hashable, Sendable {
    /// Whether a later attempt may succeed without a change.
    var isRetriable: Bool { get }
}

extension ErrorCode {
    /// False, because the same attempt would fail again.
    public var isRetriable: Bool { false }
}

/// An error with words for people.
public protocol WordedError: Error {
    /// What happened and how to fix it, without the error's code.
    var message: String { get }
}

/// An error that the system's own error may have caused.
public protocol ErrnoCarrier: Error {
    /// The system's error number (`errno`); nil if there is none.
    var errno: Int32? { get }
}

/// An error with a code for programs and a message for people.
///
/// A module that throws one names it (`typealias ProcessError = CodedError<ProcessErrorCode>`) and exports this module,
/// so that its callers can use the error's members.
public struct CodedError<Codes: ErrorCode>: ErrnoCarrier, WordedError, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of this error.
    public typealias Code = Codes

    /// The kind of failure.
    public let code: Code
    /// What happened and what to do about it; never a secret, a payload or a person's value.
    public let message: String
    /// The system's error number (`errno`); nil if there is none.
    public let errno: Int32?
    /// Whether a later attempt may succeed without a change.
    public let isRetriable: Bool

    /// Creates an error; unless given, whether it is retriable follows from the code.
    public init(_ code: Code, message: String, errno: Int32? = nil, isRetriable: Bool? = nil) {
        self.code = code
        self.message = message
        self.errno = errno
        self.isRetriable = isRetriable ?? code.isRetriable
    }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension Error {
    /// The error's message for people, or its description if it has none.
    public var plainWords: String { (self as? any WordedError)?.message ?? "\(self)" }

    /// The name of the error's type, for messages that must not contain the error's own text.
    public var typeName: String { (self as? any NamedByCode)?.nameOfType ?? "\(type(of: self))" }
}

private protocol NamedByCode {
    var nameOfType: String { get }
}

extension CodedError: NamedByCode {
    fileprivate var nameOfType: String { String("\(Code.self)".dropLast("Code".count)) }
}
