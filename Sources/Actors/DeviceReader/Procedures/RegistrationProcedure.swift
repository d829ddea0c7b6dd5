internal import DeviceCodecs

/// Registers a user on a scale for a seat, or takes one over by its PIN, only at a pairing (User Data Service 1.1).
///
/// Pure. A user already registered for the seat is reused if the scale still knows it. The consent is stored before the
/// user is used, because an index without its code is lost forever. A PIN is tried only once, because scales count
/// wrong ones.
struct RegistrationProcedure: Sendable {
    /// A requested action.
    enum Output: Sendable, Hashable {
        /// Write to the User Control Point.
        case write([UInt8])
        /// Store the new user.
        case keep(ConsentProcedure.Consent)
        /// The procedure ended.
        case end(Ending)
    }

    /// How the procedure ended.
    enum Ending: Sendable, Hashable {
        /// A user, whose consent is on disk.
        case user(UInt8)
        /// The scale created no user, or storing it failed.
        case noUser
        /// The scale refused the PIN for this user.
        case wrongPIN(UInt8)
        /// The scale accepts no PIN for now, for example after several wrong ones.
        case locked
        /// The scale did not answer.
        case unanswered
    }

    private enum Step: Sendable {
        case idle, reusing, takingOver, registering, keeping, consenting, over
    }

    /// How long an answer may take; a scale may show the new user to a person first.
    static let limit = Duration.seconds(10)

    private(set) var deadline: Duration?
    /// The user to reuse or take over.
    private let known: ConsentProcedure.Consent?
    private let takesOver: Bool
    /// The new user's code.
    private let code: UInt16
    private var step = Step.idle
    /// The stored user.
    private var user: ConsentProcedure.Consent?

    /// Creates a procedure.
    ///
    /// - Parameters:
    ///   - stored: The user that an earlier pairing registered for the seat.
    ///   - code: The new user's code, 0 to 9999.
    init(stored: ConsentProcedure.Consent?, code: UInt16) {
        known = stored
        takesOver = false
        self.code = code
    }

    /// Creates a procedure that takes over a user and registers none.
    ///
    /// - Parameter user: The scale's user with its PIN.
    init(takingOver user: ConsentProcedure.Consent) {
        known = user
        takesOver = true
        code = user.code
    }

    mutating func start(at now: Duration) -> [Output] {
        guard step == .idle else { return [] }
        guard let known else { return register(now) }
        let next = takesOver ? Step.takingOver : .reusing
        return write(next, request: .consent(user: known.user, consent: known.code), now: now)
    }

    /// Handles a frame of the User Control Point.
    mutating func answered(_ bytes: [UInt8], at now: Duration) -> [Output] {
        // Absent is nil: other frames are ignored until the time limit.
        guard let frame = try? UserControlFrame(decoding: bytes),
            case .response(let request, let code, _) = frame
        else { return [] }
        switch (step, request) {
        case (.reusing, 2): return code == .success ? keep(known) : register(now)
        case (.takingOver, 2): return takenOver(code)
        case (.registering, 1):
            // 0xFF means "unknown user", and belongs to no person.
            guard let new = frame.newUser, new != 0xFF else { return end(.noUser) }
            return keep(ConsentProcedure.Consent(user: new, code: self.code))
        case (.consenting, 2): return end()
        default: return []
        }
    }

    private mutating func takenOver(_ code: UserControlCode) -> [Output] {
        switch code {
        case .success: keep(known)
        // This answer does not tell whether the PIN is right.
        case .operationFailed: end(.locked)
        default: end(.wrongPIN(known?.user ?? 0xFF))
        }
    }

    private mutating func keep(_ user: ConsentProcedure.Consent?) -> [Output] {
        guard let user else { return end(.noUser) }
        self.user = user
        step = .keeping
        return [.keep(user)]
    }

    /// Continues once the user is stored; an unstored user cannot be read.
    mutating func kept(_ isKept: Bool, at now: Duration) -> [Output] {
        guard step == .keeping, let user else { return [] }
        guard isKept else { return end(.noUser) }
        // A known user has consented already.
        guard user != known else { return end() }
        return write(.consenting, request: .consent(user: user.user, consent: code), now: now)
    }

    /// Handles a failed write or a missing answer.
    mutating func failed(at now: Duration) -> [Output] {
        switch step {
        // The user exists and consents on the next link.
        case .consenting: end()
        case .reusing, .registering: end(.noUser)
        case .takingOver: end(.unanswered)
        case .idle, .keeping, .over: []
        }
    }

    private mutating func register(_ now: Duration) -> [Output] {
        user = nil
        return write(.registering, request: .register(consent: code), now: now)
    }

    private mutating func write(_ next: Step, request: UserControlRequest, now: Duration) -> [Output] {
        step = next
        deadline = now + Self.limit
        return [.write(request.bytes)]
    }

    private mutating func end(_ ending: Ending? = nil) -> [Output] {
        guard step != .over else { return [] }
        step = .over
        deadline = nil
        return [.end(ending ?? user.map { .user($0.user) } ?? .noUser)]
    }
}
