/// Reads one display in frames that follow each other, and says when they agree.
package protocol DisplayVote: Sendable {
    /// Looks at a frame.
    ///
    /// - Parameters:
    ///   - frame: Its picture.
    ///   - number: Its number, from 1.
    ///   - time: When it was made, on a clock of the stream's own.
    ///   - shows: Whether it is drawn for who holds the meter, some milliseconds' work.
    /// - Throws: ``UnreadablePicture`` for a frame that is no picture: the next one may be.
    mutating func look(
        at frame: FramePicture,
        number: Int,
        time: Duration,
        shows: Bool
    ) throws(UnreadablePicture) -> SeenFrame
}
