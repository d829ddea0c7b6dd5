@_exported public import CodedErrors

/// Why an image cannot be read or written.
package typealias ImageError = CodedError<ImageErrorCode>

/// The kind of an ``ImageError``.
package enum ImageErrorCode: String, ErrorCode {
    /// The file cannot be opened or read.
    case unreadable
    /// The bytes are not an image in a supported format.
    case unknownFormat
    /// The file, or the image in it, exceeds a limit.
    case tooLarge
    /// The file ends before the image does.
    case truncated
    /// The bytes are malformed.
    case damaged
    /// The image has unsupported colours or an unsupported compression.
    case unsupported
    /// The file has several pictures or pages.
    case severalPictures
    /// The image cannot be written: it has no pixels, or memory is short.
    case unwritable
}
