/// A camera, a stream or a folder that was opened.
package protocol FrameFeed: Sendable {
    /// Gives frames, one after the other, until nobody wants more, they end, or the task is cancelled.
    ///
    /// Where several came while one was taken, the newest is next.
    ///
    /// - Parameter take: Takes a frame and says whether more are wanted.
    /// - Throws: ``FeedTrouble``, or what `take` throws.
    func read(_ take: (FeedFrame) async throws -> Bool) async throws
}

/// One frame of a feed.
package struct FeedFrame: Sendable {
    /// What it shows.
    package let picture: FramePicture
    /// When it was made, from the feed's start.
    package let time: Duration

    /// Makes a frame.
    package init(picture: FramePicture, time: Duration) {
        self.picture = picture
        self.time = time
    }
}
