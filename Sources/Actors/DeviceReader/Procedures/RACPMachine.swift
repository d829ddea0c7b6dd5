internal import DeviceCodecs

/// One conversation with a record access control point: count, pause, report, and repeat if records are missing.
///
/// Pure. By the Glucose Profile 1.0.1, a procedure is dead 30 s after the last frame, and no other may be started on
/// that link. The pacing follows Tidepool's uploader.
///
/// Frames are lost silently if they arrive faster than the kernel or bluetoothd can handle. The machine therefore
/// compares the count with the distinct records received, and requests missing ones again. A new measurement during the
/// report can hide a lost record from the count, so it counts again afterwards unless the numbers prove that all
/// arrived.
struct RACPMachine: Sendable, Hashable {
    /// A requested action.
    enum Output: Sendable, Hashable {
        case write([UInt8])
        case resubscribe
        /// The mark belongs to a renumbered memory or does not work with this device, so all records are read.
        case markIsWrong
        case end(ProcedureEnd)
    }

    /// The time limits.
    struct Limits: Sendable, Hashable {
        /// The silence after which a procedure is dead.
        var silence: Duration = .seconds(30)
        /// The limit for the whole conversation.
        var longest: Duration = .seconds(600)
        /// How long an abort may take.
        var abort: Duration = .seconds(3)
        /// How long to wait for late records after the device has reported the end.
        var settle: Duration = .milliseconds(500)
    }

    /// The state of the conversation.
    enum State: Sendable, Hashable {
        case idle
        /// Waiting before the next request.
        case pausing(RecordAccessRequest, until: Duration)
        /// A request was written, and the device is working on it.
        case asking(RecordAccessRequest)
        /// The device has reported the end.
        case settling(until: Duration)
        /// An abort was written.
        case aborting(then: AfterAbort, until: Duration)
        case over
    }

    /// The identity of a received frame, to detect repeats.
    enum Heard: Sendable, Hashable {
        case record([UInt8])
        case context(UInt16)
    }

    /// The next step after an abort.
    enum AfterAbort: Sendable, Hashable {
        case retry(RecordAccessRequest, after: Duration)
        case end(ProcedureEnd)
    }

    let limits: Limits
    let pause: Duration
    /// The waits after each busy response, before giving up.
    let retries: [Duration]
    var state = State.idle
    /// The mark to read from; nil to read all.
    var mark: MemoryMark?
    /// Whether the record at the mark arrived unchanged.
    var isWitnessed: Bool
    /// The distinct records received, by their bytes.
    var records: Set<[UInt8]> = []
    /// The record numbers received.
    var numbers: Set<UInt16> = []
    /// The numbers whose context was announced.
    var promised: Set<UInt16> = []
    /// The numbers whose context arrived.
    var contexts: Set<UInt16> = []
    /// The device's count of the requested records; nil without one.
    var expected: Int?
    /// The count of the whole memory, while the mark's start is verified.
    var total: Int?
    /// How often the memory grew between the two counts.
    var recounts = 0
    /// Whether the count is newer than the report that it is compared with.
    var isCountFresh = false
    /// Whether the current count is only for comparison.
    var isComparing = false
    /// The number of counts for comparison so far.
    var comparisons = 0
    /// Whether missing frames were reported since the last request.
    var hasGap = false
    var began: Duration = .zero
    /// When the current request was made or last yielded a new frame.
    var lastHeard: Duration = .zero
    /// When any frame last arrived, even a repeat, which shows that the device is not silent.
    var lastFrame: Duration = .zero
    /// The frames that the current request has yielded.
    var heard: Set<Heard> = []
    var busyTries = 0
    var hasResubscribed = false
    /// The number of records and contexts when the last repetition began; nil before the first.
    var before: Int?

    /// Creates a machine.
    ///
    /// - Parameters:
    ///   - mark: The mark to read from; nil to read all.
    ///   - rules: The pauses of the device's model.
    ///   - limits: The time limits.
    init(mark: MemoryMark?, rules: LinkRules, limits: Limits = Limits()) {
        self.mark = mark
        self.limits = limits
        isWitnessed = mark == nil
        pause = .milliseconds(rules.requestPause)
        retries = [.milliseconds(rules.countRetry), .milliseconds(rules.readRetry)]
    }

    /// The limit for repeating the two counts after the memory grew, and for counts for comparison.
    static let recountLimit = 3

    /// When it needs its next tick; nil before its start and after its end.
    var deadline: Duration? {
        switch state {
        case .idle, .over: nil
        case .pausing(_, let until), .settling(let until): min(until, began + limits.longest)
        case .aborting(_, let until): until
        case .asking: min(lastHeard + limits.silence, began + limits.longest)
        }
    }

    /// Whether all requested records have arrived, as far as can be known.
    ///
    /// Without a count, unbroken numbers must suffice. With a count, unbroken numbers that begin at the mark need no
    /// second count.
    var isWhole: Bool {
        guard isReached else { return false }
        guard expected != nil else { return isUnbroken }
        return isCountFresh || mark != nil && isUnbroken
    }

    /// Whether the number of records received reaches the count, if there is one.
    var isReached: Bool {
        guard !hasGap, promised.isSubset(of: contexts) else { return false }
        return expected.map { records.count >= $0 } ?? true
    }

    /// Whether there is a count and it is reached.
    var isCountReached: Bool { expected != nil && isReached }

    /// Whether the numbers received have no gap.
    private var isUnbroken: Bool {
        guard let low = numbers.min(), let high = numbers.max() else { return true }
        return numbers.count == Int(high) - Int(low) + 1
    }

    // MARK: Inputs

    /// Starts the conversation after the subscriptions are made.
    mutating func start(at now: Duration) -> [Output] {
        guard state == .idle else { return [] }
        began = now
        return send(firstRequest, at: now)
    }

    /// Handles a frame of the control point.
    mutating func answered(_ bytes: [UInt8], at now: Duration) -> [Output] {
        lastHeard = now
        // Absent is nil: other frames are ignored until the time limit.
        guard let frame = try? RecordAccessFrame(decoding: bytes) else { return [] }
        switch (state, frame) {
        case (.asking(let request), .count(let count)) where request.isCount:
            return counted(Int(count), request: request, at: now)
        case (.asking(let request), .response(let code, let answer)) where code == request.bytes[0]:
            return ended(answer, request: request, at: now)
        case (.aborting(let then, _), .response(3, _)): return aborted(then, at: now)
        default: return []
        }
    }

    /// Handles a frame of the measurement characteristic, decodable or not.
    mutating func record(_ bytes: [UInt8], at now: Duration) -> [Output] {
        hear(.record(bytes), at: now)
        records.insert(bytes)
        // Absent is nil: the frame is recorded above, and decoding it later reports the error.
        guard let frame = try? GlucoseMeasurement(decoding: bytes) else { return [] }
        numbers.insert(frame.sequence)
        if frame.flags.contains(.contextFollows) { promised.insert(frame.sequence) }
        guard let mark, !isWitnessed, frame.sequence == mark.last else { return [] }
        isWitnessed = MemoryMark.checksum(bytes) == mark.checksum
        return isWitnessed ? [] : distrust(at: now)
    }

    /// Handles a context; nil if its number cannot be read.
    mutating func context(_ sequence: UInt16?, at now: Duration) {
        guard let sequence else { return }
        hear(.context(sequence), at: now)
        contexts.insert(sequence)
    }

    /// Extends the request's deadline for new frames only, so that a device that repeats a record cannot hold the link
    /// forever.
    private mutating func hear(_ frame: Heard, at now: Duration) {
        lastFrame = now
        if heard.insert(frame).inserted { lastHeard = now }
    }

    /// Notes that frames are missing.
    mutating func gap() { hasGap = true }

    /// Handles the answer to the last write.
    mutating func wrote(_ failure: StepFailure?, at now: Duration) -> [Output] {
        guard let failure else { return [] }
        // After a failed abort there is no answer to wait for.
        if case .aborting(let then, _) = state { return aborted(then, at: now) }
        guard case .asking(let request) = state else { return [] }
        if isComparing { return stayUnsure() }
        switch failure {
        case .busy: return busy(request, at: now)
        case .notSubscribed where !hasResubscribed:
            hasResubscribed = true
            state = .pausing(request, until: now + limits.silence)
            return [.resubscribe]
        case .other where request.isCount: return skipCount(at: now)
        case .silent: return end(records.isEmpty ? .failed(failure) : .partial(.silence))
        default: return end(records.isEmpty ? .failed(failure) : .partial(.refused))
        }
    }

    /// Handles the result of renewing the subscriptions.
    mutating func subscribed(_ failure: StepFailure?, at now: Duration) -> [Output] {
        guard case .pausing(let request, _) = state else { return [] }
        if let failure { return end(.failed(failure)) }
        return send(request, at: now)
    }

    /// Handles the passing of time.
    mutating func tick(at now: Duration) -> [Output] {
        guard let deadline, now >= deadline else { return [] }
        if case .aborting(let then, _) = state { return aborted(then, at: now) }
        guard now < began + limits.longest else { return abort(then: .end(.partial(.tooLong)), at: now) }
        switch state {
        case .pausing(let request, _): return send(request, at: now)
        case .settling: return settled(at: now)
        case .asking where isComparing: return stayUnsure()
        case .asking where now < lastFrame + limits.silence: return abort(then: .end(.partial(.tooLong)), at: now)
        // No other procedure may be started on this link, not even an abort.
        case .asking: return end(records.isEmpty ? .noReading : .partial(.silence))
        case .idle, .over, .aborting: return []
        }
    }

    /// Requests the end, and first aborts a running procedure, so that the device does not keep sending.
    mutating func stop(at now: Duration) -> [Output] {
        switch state {
        case .over: return []
        case .asking: return abort(then: .end(.stopped), at: now)
        case .aborting(_, let until):
            state = .aborting(then: .end(.stopped), until: until)
            return []
        case .idle, .pausing, .settling: return end(.stopped)
        }
    }

    /// Handles the end of the link.
    mutating func linkEnded() -> [Output] {
        switch state {
        case .over: return []
        case .aborting(.end(let end), _): return self.end(end)
        // A meter may close the link right after its last response.
        case .settling where isWitnessed && (isCountReached || isWhole): return end(.done)
        case _ where isComparing: return stayUnsure()
        default: return end(records.isEmpty ? .failed(.linkLost) : .partial(.linkLost))
        }
    }
}
