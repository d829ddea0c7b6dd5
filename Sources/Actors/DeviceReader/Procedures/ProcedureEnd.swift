/// How reading a device ended.
enum ProcedureEnd: Sendable, Hashable {
    /// The device sent what it had.
    case done
    /// The device says that it has nothing stored: a result, no failure.
    case empty
    /// Nothing came in time: nobody measured.
    case noReading
    /// The device stopped before it had sent all; what came is kept.
    case partial(PartialReason)
    /// It could not be read.
    case failed(StepFailure)
    /// Somebody stopped it; what came is kept.
    case stopped

    /// The word in the log.
    var word: String {
        switch self {
        case .done: "done"
        case .empty: "empty"
        case .noReading: "noReading"
        case .partial: "partial"
        case .failed: "failed"
        case .stopped: "stopped"
        }
    }

    /// Why not all was sent.
    enum PartialReason: String, Sendable, Hashable {
        /// The link ended.
        case linkLost
        /// The device said nothing for the procedure's time limit.
        case silence
        /// The device went on for too long.
        case tooLong
        /// The device stayed busy with something else.
        case busy
        /// The device ended the procedure with an error.
        case refused
    }
}
