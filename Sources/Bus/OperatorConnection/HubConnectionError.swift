@_exported public import CodedErrors

/// A permanent error of a person's connection to a hub's bus.
public typealias HubConnectionError = CodedError<HubConnectionErrorCode>

/// The cause of a connection's failure.
public enum HubConnectionErrorCode: String, ErrorCode {
    /// The broker is one that VitalBus cannot use.
    case configuration
}

extension HubConnectionError {
    /// The program's exit code: `EX_CONFIG` of `sysexits.h`.
    public var exitCode: Int32 { 78 }
}
