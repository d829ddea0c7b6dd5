internal import DeviceCodecs

/// Sends users' consents to a scale, so that it sends their measurements (User Data Service 1.1).
///
/// Pure. It uses only consents that a pairing stored, and registers no user, because a user without a known person
/// would collect a stranger's weight.
struct ConsentProcedure: Sendable {
    /// The consent of a scale's user.
    struct Consent: Sendable, Hashable {
        /// The scale's index of the user; 0 is valid.
        let user: UInt8
        /// The code, 0 to 9999.
        let code: UInt16
        /// The user's data not yet written to the scale.
        var data: ScaleUserData?
    }

    /// A requested action.
    enum Output: Sendable, Hashable {
        case write([UInt8])
        case end(Finding)
    }

    /// The result.
    struct Finding: Sendable, Hashable {
        /// The users who may be read.
        var accepted: Set<UInt8> = []
        /// The users that the scale no longer knows, for example after a battery change.
        var lost: Set<UInt8> = []
        /// Whether no consent was stored at all.
        var isNobodyStored = false
    }

    /// How long an answer may take.
    static let limit = Duration.seconds(5)

    private(set) var deadline: Duration?
    private var waiting: [Consent]
    private var finding: Finding
    private var isOver = false

    init(stored: [Consent]) {
        // 0xFF means "unknown user", and belongs to no person.
        waiting = stored.filter { $0.user != 0xFF }
        finding = Finding(isNobodyStored: waiting.isEmpty)
    }

    mutating func start(at now: Duration) -> [Output] { next(at: now) }

    /// Handles a frame of the User Control Point.
    mutating func answered(_ bytes: [UInt8], at now: Duration) -> [Output] {
        guard !isOver, let consent = waiting.first,
            // Absent is nil: other frames are ignored until the time limit.
            case .response(2, let code, _)? = try? UserControlFrame(decoding: bytes)
        else { return [] }
        if code == .success {
            finding.accepted.insert(consent.user)
        } else if code == .userNotAuthorized || code == .invalidParameter {
            finding.lost.insert(consent.user)
        }
        waiting.removeFirst()
        return next(at: now)
    }

    /// Handles a failed write or a missing answer.
    mutating func failed(at now: Duration) -> [Output] {
        guard !isOver, !waiting.isEmpty else { return [] }
        waiting.removeFirst()
        return next(at: now)
    }

    private mutating func next(at now: Duration) -> [Output] {
        guard let consent = waiting.first else {
            isOver = true
            deadline = nil
            return [.end(finding)]
        }
        deadline = now + Self.limit
        return [.write(UserControlRequest.consent(user: consent.user, consent: consent.code).bytes)]
    }
}
