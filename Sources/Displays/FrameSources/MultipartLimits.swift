/// How much of a multipart stream is held.
package struct MultipartLimits: Sendable, Hashable {
    /// The most bytes of a part's headers.
    package var headers = 8 * 1024
    /// The most bytes of a part's body.
    package var body = 16 << 20
    /// The most bytes between parts.
    package var between = 64 * 1024

    /// The usual limits.
    package init() {}
}
