internal import DeviceCodecs

/// How one kind of device is read over a link that is up: which writes, which waits, and when it is over.
///
/// Pure: inputs and the time since the link's start go in, outputs come out. It ends exactly once, and until then it has
/// a deadline: none waits for ever. What the frames say is not its business, see ``FrameAssembler``.
protocol Procedure: Sendable {
    /// What it subscribes to, in this order, before it begins; what the device has not is left out.
    var subscriptions: [BluetoothUUID] { get }
    /// When it wants a tick at the latest; nil after its end.
    var deadline: Duration? { get }
    /// Whether the next word is the device's, of its own accord: a person may be about to measure.
    var awaitsPerson: Bool { get }
    /// Takes an input.
    mutating func handle(_ input: ProcedureInput, at now: Duration) -> [ProcedureOutput]
}

/// What a procedure is told.
enum ProcedureInput: Sendable, Hashable {
    /// The link is up and all subscriptions are made: it may begin.
    case begin
    /// A frame came and is on disk.
    case value(BluetoothUUID, [UInt8])
    /// The write before was answered; nil where the device took it.
    case wrote(StepFailure?)
    /// The subscriptions were made anew; nil where all were.
    case subscribed(StepFailure?)
    /// Frames are missing here.
    case gap
    /// The deadline has come, or some time has passed.
    case tick
    /// It shall come to an end.
    case stop
    /// The link ended.
    case linkEnded
}

/// What a procedure wants done.
enum ProcedureOutput: Sendable, Hashable {
    /// Write with response.
    case write(BluetoothUUID, [UInt8])
    /// End all subscriptions of the procedure and make them again.
    case resubscribe
    /// From here on so much of the memory is kept: to be saved with the readings of the frame that was told last.
    case progress(MemoryMark)
    /// The mark is worth nothing: the memory was numbered anew.
    case forgetProgress
    /// Which of a scale's users agreed.
    case consents(ConsentProcedure.Finding)
    /// It is over; nothing more is wanted after it.
    case end(ProcedureEnd)
}

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

/// Why one step on a link failed, as far as a procedure acts on it.
enum StepFailure: Error, Sendable, Hashable {
    /// The device wants a pairing first, or lost its side of one.
    case notPaired
    /// The device still carries out something else (ATT 0x80 of Glucose 1.0, 0xFE of the core supplement).
    case busy
    /// The device says that it is not subscribed (ATT 0x81, 0xFD).
    case notSubscribed
    /// The device answered nothing for as long as it may; it will not on this link (ATT ends with its time limit).
    case silent
    /// The link is gone.
    case linkLost
    /// Anything else, with the code for people.
    case other(String)

    /// The failure for people.
    var words: String {
        switch self {
        case .notPaired: "the device wants to be paired first"
        case .busy: "the device is busy"
        case .notSubscribed: "the device says that it is not subscribed"
        case .silent: "the device does not answer"
        case .linkLost: "the link was lost"
        case .other(let words): words
        }
    }
}
