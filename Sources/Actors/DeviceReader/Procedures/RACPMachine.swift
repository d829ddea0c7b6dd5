internal import DeviceCodecs

/// One conversation with a record access control point: count, pause, report, and again where something is missing.
///
/// Pure. Rules: Glucose Profile 1.0.1 (30 s after the last frame the procedure is dead, and no other may be started on
/// that link); pacing as Tidepool's uploader does it.
///
/// Frames get lost without a word when they come faster than the kernel or bluetoothd takes them, so the count is
/// compared with the distinct records that came, and what is missing is asked for again. A meter may measure meanwhile, and
/// a new record then hides a lost one from the count: where numbers do not prove that all came it counts again afterwards.
struct RACPMachine: Sendable, Hashable {
    /// What it wants.
    enum Output: Sendable, Hashable {
        case write([UInt8])
        case resubscribe
        /// The mark is of another memory, or cannot be used with this device: all is read.
        case markIsWrong
        case end(ProcedureEnd)
    }

    /// The time limits.
    struct Limits: Sendable, Hashable {
        /// The silence that kills a procedure.
        var silence: Duration = .seconds(30)
        /// How long it may take in all.
        var longest: Duration = .seconds(600)
        /// How long an abort may take.
        var abort: Duration = .seconds(3)
        /// How long records may come after the device said that all are sent.
        var settle: Duration = .milliseconds(500)
    }

    /// Where it is.
    enum State: Sendable, Hashable {
        case idle
        /// A request waits for its turn.
        case pausing(RecordAccessRequest, until: Duration)
        /// A request was written, and the device works on it.
        case asking(RecordAccessRequest)
        /// The device says that all is sent.
        case settling(until: Duration)
        /// An abort was written.
        case aborting(then: AfterAbort, until: Duration)
        case over
    }

    /// A frame of a report, to know it again.
    enum Heard: Sendable, Hashable {
        case record([UInt8])
        case context(UInt16)
    }

    /// What comes after an abort.
    enum AfterAbort: Sendable, Hashable {
        case retry(RecordAccessRequest, after: Duration)
        case end(ProcedureEnd)
    }

    let limits: Limits
    let pause: Duration
    /// The waits after a device said that it is busy; after the last it is given up.
    let retries: [Duration]
    var state = State.idle
    /// From where it reads; nil for all.
    var mark: MemoryMark?
    /// Whether the record at the mark came and was the same.
    var isWitnessed: Bool
    /// The records that came: one of the same number and bytes counts once.
    var records: Set<[UInt8]> = []
    /// The numbers that came.
    var numbers: Set<UInt16> = []
    /// Numbers whose context is promised.
    var promised: Set<UInt16> = []
    /// Numbers whose context came.
    var contexts: Set<UInt16> = []
    /// How many records the device has of what is asked; nil where it did not say.
    var expected: Int?
    /// How many records its whole memory has, while the mark's beginning is compared.
    var total: Int?
    /// How often the memory grew between its two counts.
    var recounts = 0
    /// Whether the count is newer than the report that it is compared with.
    var isCountFresh = false
    /// Whether it counts only to compare.
    var isComparing = false
    /// How often it has counted to compare.
    var comparisons = 0
    /// Whether somebody said that frames are missing, since the last request.
    var hasGap = false
    var began: Duration = .zero
    /// When something new of the present request came, or it was made.
    var lastHeard: Duration = .zero
    /// When any frame came: a device that repeats itself is not silent, but brings nothing either.
    var lastFrame: Duration = .zero
    /// What came of the present request.
    var heard: Set<Heard> = []
    var busyTries = 0
    var hasResubscribed = false
    /// What was there when the last reading of all began; nil before the second.
    var before: Int?

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - mark: From where to read; nil for all.
    ///   - rules: The pauses of the device's model.
    ///   - limits: The time limits.
    init(mark: MemoryMark?, rules: LinkRules, limits: Limits = Limits()) {
        self.mark = mark
        self.limits = limits
        isWitnessed = mark == nil
        pause = .milliseconds(rules.requestPause)
        retries = [.milliseconds(rules.countRetry), .milliseconds(rules.readRetry)]
    }

    /// How often the two counts are repeated where the memory grew between them, and how often it counts to compare.
    static let recountLimit = 3

    /// When it wants a tick at the latest; nil before its start and after its end.
    var deadline: Duration? {
        switch state {
        case .idle, .over: nil
        case .pausing(_, let until), .settling(let until): min(until, began + limits.longest)
        case .aborting(_, let until): until
        case .asking: min(lastHeard + limits.silence, began + limits.longest)
        }
    }

    /// Whether all that the device has of what was asked came, as far as anybody can know.
    ///
    /// Without a count, numbers without a hole must do. With one they need no second count if they begin at the mark.
    var isWhole: Bool {
        guard isReached else { return false }
        guard expected != nil else { return isUnbroken }
        return isCountFresh || mark != nil && isUnbroken
    }

    /// Whether as much came as was counted.
    var isReached: Bool {
        guard !hasGap, promised.isSubset(of: contexts) else { return false }
        return expected.map { records.count >= $0 } ?? true
    }

    /// Whether the device counted, and as much came.
    var isCountReached: Bool { expected != nil && isReached }

    /// Whether the numbers that came have no hole.
    private var isUnbroken: Bool {
        guard let low = numbers.min(), let high = numbers.max() else { return true }
        return numbers.count == Int(high) - Int(low) + 1
    }

    // MARK: Inputs

    /// The subscriptions are made.
    mutating func start(at now: Duration) -> [Output] {
        guard state == .idle else { return [] }
        began = now
        return send(firstRequest, at: now)
    }

    /// A frame of the control point came.
    mutating func answered(_ bytes: [UInt8], at now: Duration) -> [Output] {
        lastHeard = now
        // Absent is nil: what is no such frame is waited past, up to the time limit.
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

    /// A frame of the measurement characteristic came, whether or not it can be decoded.
    mutating func record(_ bytes: [UInt8], at now: Duration) -> [Output] {
        hear(.record(bytes), at: now)
        records.insert(bytes)
        // Absent is nil: the frame is kept above; decoding it says what is wrong with it.
        guard let frame = try? GlucoseMeasurement(decoding: bytes) else { return [] }
        numbers.insert(frame.sequence)
        if frame.flags.contains(.contextFollows) { promised.insert(frame.sequence) }
        guard let mark, !isWitnessed, frame.sequence == mark.last else { return [] }
        isWitnessed = MemoryMark.checksum(bytes) == mark.checksum
        return isWitnessed ? [] : distrust(at: now)
    }

    /// A context came; nil where its number cannot be read.
    mutating func context(_ sequence: UInt16?, at now: Duration) {
        guard let sequence else { return }
        hear(.context(sequence), at: now)
        contexts.insert(sequence)
    }

    /// Only what is new to a request keeps it alive, so that a device that repeats a record for ever cannot keep the link.
    private mutating func hear(_ frame: Heard, at now: Duration) {
        lastFrame = now
        if heard.insert(frame).inserted { lastHeard = now }
    }

    /// Frames are missing.
    mutating func gap() { hasGap = true }

    /// The write before was answered.
    mutating func wrote(_ failure: StepFailure?, at now: Duration) -> [Output] {
        guard let failure else { return [] }
        // An abort that fails leaves nothing to wait for.
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

    /// The subscriptions were made anew.
    mutating func subscribed(_ failure: StepFailure?, at now: Duration) -> [Output] {
        guard case .pausing(let request, _) = state else { return [] }
        if let failure { return end(.failed(failure)) }
        return send(request, at: now)
    }

    /// Time has passed.
    mutating func tick(at now: Duration) -> [Output] {
        guard let deadline, now >= deadline else { return [] }
        if case .aborting(let then, _) = state { return aborted(then, at: now) }
        guard now < began + limits.longest else { return abort(then: .end(.partial(.tooLong)), at: now) }
        switch state {
        case .pausing(let request, _): return send(request, at: now)
        case .settling: return settled(at: now)
        case .asking where isComparing: return stayUnsure()
        case .asking where now < lastFrame + limits.silence: return abort(then: .end(.partial(.tooLong)), at: now)
        // No other procedure may be started on this link, an abort neither.
        case .asking: return end(records.isEmpty ? .noReading : .partial(.silence))
        case .idle, .over, .aborting: return []
        }
    }

    /// It shall come to an end: what runs is aborted first, or the device goes on sending into nothing.
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

    /// The link ended.
    mutating func linkEnded() -> [Output] {
        switch state {
        case .over: return []
        case .aborting(.end(let end), _): return self.end(end)
        // A meter may cut the link right after its last word.
        case .settling where isWitnessed && (isCountReached || isWhole): return end(.done)
        case _ where isComparing: return stayUnsure()
        default: return end(records.isEmpty ? .failed(.linkLost) : .partial(.linkLost))
        }
    }
}
