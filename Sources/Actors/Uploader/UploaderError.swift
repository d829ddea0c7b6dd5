@_exported public import CodedErrors

/// An error of the uploader itself; never contains a token or a value.
public typealias UploaderError = CodedError<UploaderErrorCode>

/// What kind of trouble an uploader has; more may come.
public enum UploaderErrorCode: String, ErrorCode {
    /// A destination's configuration cannot work or must not be.
    case configuration
    /// The record has nothing that the destination accepts.
    case nothingToUpload
    /// The destination has no place for records of this type.
    case unsupportedType
    /// An image's path needs the server's id of the record, which is unknown.
    case recordIDUnknown
    /// The session's credentials were not available.
    case credentialsUnavailable
    /// The session's token does not open with this machine's site key.
    case credentialsSealed
}
