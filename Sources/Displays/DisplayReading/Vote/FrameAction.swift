/// What a ``FrameVote`` asks of its owner after a frame, in this order.
package enum FrameAction: Sendable, Hashable {
    /// Another reading stands on the display: what was gathered before is dropped.
    case restarted
    /// The frame of this number shows the reading best so far: keep its picture, and let go of the one kept before.
    case keep(frame: Int)
    /// Tell what is read so far.
    case result(FrameResult)
    /// The reading is complete; frames after it are not looked at until ``FrameVote/restart()``.
    case completed(CompletedReading)
}
