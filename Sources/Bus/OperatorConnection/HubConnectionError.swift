@_exported public import CodedErrors

/// An error of a person's connection to a hub's bus that no waiting mends.
public typealias HubConnectionError = CodedError<HubConnectionErrorCode>

/// What is wrong with such a connection.
public enum HubConnectionErrorCode: String, ErrorCode {
    /// The broker is one that VitalBus cannot use.
    case configuration
}

extension HubConnectionError {
    /// The code of `sysexits.h` that a program ends with: `EX_CONFIG`.
    public var exitCode: Int32 { 78 }
}
