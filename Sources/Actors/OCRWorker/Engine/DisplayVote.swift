/// Reads one display in successive frames, until they agree.
package protocol DisplayVote: Sendable {
    /// Examines a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame's picture.
    ///   - number: The frame's number, from 1.
    ///   - time: When the frame was taken, on the stream's clock.
    ///   - shows: Whether to draw a preview for the person who holds the meter, which takes some milliseconds.
    /// - Throws: ``UnreadablePicture`` for an undecodable frame; the next one may be valid.
    mutating func look(
        at frame: FramePicture,
        number: Int,
        time: Duration,
        shows: Bool
    ) throws(UnreadablePicture) -> SeenFrame
}
