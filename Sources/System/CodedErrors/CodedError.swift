/// The kinds of an error: stable names, as they stand in logs and replies.
public protocol ErrorCode: RawRepresentable<String>, Hashable, Sendable {
    /// Whether the same may succeed later without anybody's doing.
    var isRetriable: Bool { get }
}

extension ErrorCode {
    /// False: the same fails again.
    public var isRetriable: Bool { false }
}

/// An error with words for people.
public protocol WordedError: Error {
    /// What happened, to what, and the way out, without the error's code.
    var message: String { get }
}

/// An error behind which the system's own may be.
public protocol ErrnoCarrier: Error {
    /// The system's error number, where one is behind it.
    var errno: Int32? { get }
}

/// An error that programs know by its code and people by its message.
///
/// A module that throws one names it (`typealias ProcessError = CodedError<ProcessErrorCode>`) and exports this module, so that
/// whoever catches it has its members.
public struct CodedError<Codes: ErrorCode>: ErrnoCarrier, WordedError, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of this error.
    public typealias Code = Codes

    /// What kind of failure it is.
    public let code: Code
    /// What happened, to what, and the way out; never a secret, a payload or a person's value.
    public let message: String
    /// The system's error number, where one is behind it.
    public let errno: Int32?
    /// Whether the same may succeed later without anybody's doing.
    public let isRetriable: Bool

    /// Makes an error; whether it is retriable follows from the code unless given.
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
    /// What a text for people says of the error: its message, or what it prints where it has none.
    public var plainWords: String { (self as? any WordedError)?.message ?? "\(self)" }

    /// The name of the error's type, for words that may not have the error's own.
    public var typeName: String { (self as? any NamedByCode)?.nameOfType ?? "\(type(of: self))" }
}

private protocol NamedByCode {
    var nameOfType: String { get }
}

extension CodedError: NamedByCode {
    fileprivate var nameOfType: String { String("\(Code.self)".dropLast("Code".count)) }
}
