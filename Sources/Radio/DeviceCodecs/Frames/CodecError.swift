@_exported public import CodedErrors

/// An error in decoding bytes from a device, or in finding a codec for them; never contains the bytes.
public typealias CodecError = CodedError<CodecErrorCode>

/// The kind of a ``CodecError``; new codes may be added.
public enum CodecErrorCode: String, ErrorCode {
    /// The frame ends before a field that it announces.
    case truncated
    /// The frame has no bytes.
    case empty
    /// The frame is longer than an attribute value can be.
    case oversized
    /// There is no codec for the characteristic.
    case unsupportedCharacteristic
    /// There is no family of proprietary protocols with that name.
    case unsupportedDriver
    /// The input is malformed, for example text that is not hex.
    case invalid
}
