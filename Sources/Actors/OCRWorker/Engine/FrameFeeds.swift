/// Opens cameras, streams and folders.
package protocol FrameFeeds: Sendable {
    /// Opens a source.
    ///
    /// - Parameter address: A video device's path, an `http` URL of an MJPEG stream, or a folder's path.
    /// - Throws: ``FeedTrouble``.
    func open(_ address: String) async throws -> any FrameFeed
}
