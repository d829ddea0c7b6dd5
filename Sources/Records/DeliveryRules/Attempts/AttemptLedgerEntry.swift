/// One attempt in a worker's ledger: started, answered, confirmed by the owner.
///
/// `started` is saved before the request leaves. An attempt that is still `started` after a restart was possibly sent.
public struct AttemptLedgerEntry: Sendable, Hashable, Codable {
    /// How far the attempt got.
    public enum State: Sendable, Hashable, Codable {
        /// The request may have left.
        case started
        /// The worker knows the outcome, but the owner has not confirmed it.
        case answered(AttemptOutcome)
        /// The owner has the outcome; the attempt is complete.
        case confirmedByOwner(AttemptOutcome)
    }

    /// The record's name at the destination.
    public let logID: String
    /// The revision that was sent.
    public let revision: Int
    /// The grant under which it was sent.
    public let fence: Int64
    /// How far the attempt got.
    public private(set) var state: State

    /// Creates the entry of a new attempt, or of a loaded one.
    public init(logID: String, revision: Int, fence: Int64, state: State = .started) {
        self.logID = logID
        self.revision = revision
        self.fence = fence
        self.state = state
    }

    /// Whether the destination may have the record although its answer is unknown.
    public var isPossiblySent: Bool {
        switch state {
        case .started: true
        case .answered(let outcome), .confirmedByOwner(let outcome): outcome.isPossiblySent
        }
    }

    /// The outcome, if known.
    public var outcome: AttemptOutcome? {
        switch state {
        case .started: nil
        case .answered(let outcome), .confirmedByOwner(let outcome): outcome
        }
    }

    /// The outcome to send to the owner again until it confirms.
    public var unconfirmedOutcome: AttemptOutcome? {
        if case .answered(let outcome) = state { outcome } else { nil }
    }

    /// The outcome that a restart gives an interrupted attempt, whose request may have left.
    ///
    /// Nil if the outcome is known.
    public var outcomeAfterRestart: AttemptOutcome? {
        guard state == .started else { return nil }
        let error = DeliveryError(
            code: "interrupted",
            message: "the uploader stopped during the request"
        )
        return .retry(afterMilliseconds: 0, possiblySent: true, error: error)
    }

    /// Saves the outcome.
    ///
    /// The first certain outcome stays; a later doubtful one cannot replace it.
    ///
    /// - Returns: Whether anything changed.
    public mutating func answer(_ outcome: AttemptOutcome) -> Bool {
        switch state {
        case .started:
            state = .answered(outcome)
            return true
        case .answered(let earlier), .confirmedByOwner(let earlier):
            guard case .done = outcome, earlier.isPossiblySent else { return false }
            state = .answered(outcome)
            return true
        }
    }

    /// Marks the outcome as confirmed by the owner.
    ///
    /// - Returns: Whether anything changed; an attempt without outcome cannot be confirmed.
    public mutating func confirm() -> Bool {
        guard case .answered(let outcome) = state else { return false }
        state = .confirmedByOwner(outcome)
        return true
    }
}
