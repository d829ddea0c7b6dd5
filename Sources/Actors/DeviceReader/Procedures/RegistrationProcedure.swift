internal import DeviceCodecs

/// Registers a user on a scale for a seat, only at a pairing (User Data Service 1.1).
///
/// Pure. A user registered for the seat before is used again if the scale still knows it. The consent is on disk before the
/// user is used: an index without its code is lost forever.
struct RegistrationProcedure: Sendable {
    /// A requested action.
    enum Output: Sendable, Hashable {
        /// Write to the User Control Point.
        case write([UInt8])
        /// Store the new user.
        case keep(ConsentProcedure.Consent)
        /// The procedure ended, with the user or nil.
        case end(UInt8?)
    }

    private enum Step: Sendable {
        case idle, reusing, registering, keeping, consenting, over
    }

    /// How long an answer may take; a scale may show the new user to a person first.
    static let limit = Duration.seconds(10)

    private(set) var deadline: Duration?
    private let stored: ConsentProcedure.Consent?
    private let code: UInt16
    private var step = Step.idle
    private var user: UInt8?

    /// Makes a procedure.
    ///
    /// - Parameters:
    ///   - stored: The user that an earlier pairing registered for the seat.
    ///   - code: The new user's code, 0 to 9999.
    init(stored: ConsentProcedure.Consent?, code: UInt16) {
        self.stored = stored
        self.code = code
    }

    mutating func start(at now: Duration) -> [Output] {
        guard step == .idle else { return [] }
        guard let stored else { return register(now) }
        user = stored.user
        return write(.reusing, request: .consent(user: stored.user, consent: stored.code), now: now)
    }

    /// Handles a frame of the User Control Point.
    mutating func answered(_ bytes: [UInt8], at now: Duration) -> [Output] {
        // Absent is nil: what is no such frame is waited past, up to the time limit.
        guard let frame = try? UserControlFrame(decoding: bytes),
            case .response(let request, let code, _) = frame
        else { return [] }
        switch (step, request) {
        case (.reusing, 2): return code == .success ? end(user) : register(now)
        case (.registering, 1):
            // 0xFF is "unknown user", and nobody's.
            guard let new = frame.newUser, new != 0xFF else { return end(nil) }
            user = new
            step = .keeping
            return [.keep(ConsentProcedure.Consent(user: new, code: self.code))]
        case (.consenting, 2): return end(user)
        default: return []
        }
    }

    /// Goes on once the user is stored; a user that is not stored cannot be read.
    mutating func kept(_ isKept: Bool, at now: Duration) -> [Output] {
        guard step == .keeping, let user else { return [] }
        guard isKept else { return end(nil) }
        return write(.consenting, request: .consent(user: user, consent: code), now: now)
    }

    /// Handles a failed write or a missing answer.
    mutating func failed(at now: Duration) -> [Output] {
        switch step {
        // The user exists and consents on the next link.
        case .consenting: end(user)
        case .reusing, .registering: end(nil)
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

    private mutating func end(_ user: UInt8?) -> [Output] {
        guard step != .over else { return [] }
        step = .over
        deadline = nil
        return [.end(user)]
    }
}
