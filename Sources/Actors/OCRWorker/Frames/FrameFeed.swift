/// An open camera, stream or folder.
package protocol FrameFeed: Sendable {
    /// Delivers frames one at a time until the reader stops, they end, or the task is cancelled.
    ///
    /// If several arrived while one was processed, only the newest is delivered.
    ///
    /// - Parameter take: Processes a frame, and returns whether to continue.
    /// - Throws: ``FeedTrouble``, or the error of `take`.
    func read(_ take: (FeedFrame) async throws -> Bool) async throws
}

/// One frame of a feed.
package struct FeedFrame: Sendable {
    /// The frame's picture.
    package let picture: FramePicture
    /// When the frame was taken, relative to the feed's start.
    package let time: Duration

    /// Creates a frame.
    package init(picture: FramePicture, time: Duration) {
        self.picture = picture
        self.time = time
    }
}
