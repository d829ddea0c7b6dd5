/// Why a multipart stream cannot be split.
package enum MultipartError: Error, Sendable, Hashable {
    /// The content type names no boundary, or one that RFC 2046 §5.1.1 forbids.
    case badBoundary
    /// The headers of a part are longer than the limit.
    case headersTooLong
    /// A part is longer than the limit.
    case partTooLong
    /// So much came without a delimiter that this is no multipart stream.
    case noDelimiter
}
