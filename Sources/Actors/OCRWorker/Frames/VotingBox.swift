internal import OCRTools
internal import Synchronization

/// A stream's vote, used only on the lane, one frame at a time.
final class VotingBox: Sendable {
    private let vote: Mutex<any DisplayVote>

    /// Holds a vote.
    init(_ vote: any DisplayVote) { self.vote = Mutex(vote) }

    /// Examines a frame.
    ///
    /// - Throws: ``UnreadablePicture``.
    func look(at frame: FeedFrame, number: Int, shows: Bool) throws -> SeenFrame {
        try vote.withLock { try $0.look(at: frame.picture, number: number, time: frame.time, shows: shows) }
    }
}
