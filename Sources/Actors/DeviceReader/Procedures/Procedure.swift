internal import DeviceCodecs

/// Reads one kind of device over an established link: what to write, how long to wait, and when to end.
///
/// Pure: it maps inputs and the time since the link's start to outputs. A procedure ends exactly once and always has a
/// deadline until then, so none waits forever. ``FrameAssembler`` interprets the frames.
protocol Procedure: Sendable {
    /// The characteristics to subscribe to, in order, before it begins; those that the device lacks are skipped.
    var subscriptions: [BluetoothUUID] { get }
    /// When it needs its next tick; nil after its end.
    var deadline: Duration? { get }
    /// Whether it waits for the device to send unprompted, while a person may be about to measure.
    var awaitsPerson: Bool { get }
    /// Handles an input.
    mutating func handle(_ input: ProcedureInput, at now: Duration) -> [ProcedureOutput]
}

/// An input to a procedure.
enum ProcedureInput: Sendable, Hashable {
    /// The link is up and all subscriptions are made.
    case begin
    /// A frame arrived and is on disk.
    case value(BluetoothUUID, [UInt8])
    /// The last write was answered; nil if the device accepted it.
    case wrote(StepFailure?)
    /// The last read was answered.
    case wasRead(Result<[UInt8], StepFailure>)
    /// The subscriptions were renewed; nil if all succeeded.
    case subscribed(StepFailure?)
    /// Frames are missing here.
    case gap
    /// Time has passed, perhaps the deadline.
    case tick
    /// Stop as soon as possible.
    case stop
    /// The link ended.
    case linkEnded
}

/// An action that a procedure requests.
enum ProcedureOutput: Sendable, Hashable {
    /// Write with response.
    case write(BluetoothUUID, [UInt8])
    /// Read a value.
    case read(BluetoothUUID)
    /// End all subscriptions of the procedure and make them again.
    case resubscribe
    /// Store how far the memory has been read, together with the readings of the last frame.
    case progress(MemoryMark)
    /// Discard the mark, because the memory was renumbered.
    case forgetProgress
    /// Report which of a scale's users consented.
    case consents(ConsentProcedure.Finding)
    /// Report which of a user's data a scale accepted.
    case userData(user: UInt8, UserDataProcedure.Finding)
    /// The procedure ended and requests no more actions.
    case end(ProcedureEnd)
}

/// How reading a device ended.
enum ProcedureEnd: Sendable, Hashable {
    /// The device sent everything it had.
    case done
    /// The device reports an empty memory, which is a result, not a failure.
    case empty
    /// No frame arrived in time, so no measurement was taken.
    case noReading
    /// The device stopped before it had sent everything; the frames received are kept.
    case partial(PartialReason)
    /// The device could not be read.
    case failed(StepFailure)
    /// The reading was stopped; the frames received are kept.
    case stopped

    /// The end's name in the log.
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

    /// Why not everything was sent.
    enum PartialReason: String, Sendable, Hashable {
        /// The link ended.
        case linkLost
        /// The device was silent for the procedure's time limit.
        case silence
        /// The device kept sending for too long.
        case tooLong
        /// The device stayed busy with something else.
        case busy
        /// The device ended the procedure with an error.
        case refused
    }
}

/// Why a step on a link failed, as far as procedures distinguish it.
enum StepFailure: Error, Sendable, Hashable {
    /// The device needs a pairing, or lost its side of one.
    case notPaired
    /// The device is busy with another procedure (ATT 0x80 of Glucose 1.0, 0xFE of the core supplement).
    case busy
    /// The device reports that the characteristic is not subscribed (ATT 0x81, 0xFD).
    case notSubscribed
    /// The device did not answer within ATT's time limit, which ends ATT on this link.
    case silent
    /// The link is gone.
    case linkLost
    /// Another failure, described for people.
    case other(String)

    /// The failure described for people.
    var words: String {
        switch self {
        case .notPaired: "the device must be paired first"
        case .busy: "the device is busy"
        case .notSubscribed: "the device reports that it has no subscription"
        case .silent: "the device does not answer"
        case .linkLost: "the link was lost"
        case .other(let words): words
        }
    }
}
