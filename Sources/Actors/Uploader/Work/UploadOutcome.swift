package import BusContract
package import DeliveryRules
package import LedgerStore
internal import MessageBus
package import VitalRecords

/// The outcome of one granted record.
package struct UploadOutcome: Sendable, Hashable {
    /// The result as the owner receives it.
    package enum Result: Sendable, Hashable {
        /// The destination has it.
        case done(serverID: String?)
        /// The destination refused it for good.
        case failed(DeliveryError)
        /// To be sent again later, no sooner than the destination asked for.
        case retry(after: Duration?, DeliveryError)
        /// Given back unasked.
        case release
        /// The session's credentials are not valid.
        case unauthorized(DeliveryError)
        /// The destination is at fault, not the record.
        case paused(DeliveryError)
    }

    /// The most outcomes of one answer (`UploadAck`).
    package static let batch = 64
    /// A grant that comes once more, long after its answer, sends nothing.
    package static let memory = 4_096

    /// The grant.
    package let key: WorkKey
    /// The revision that was granted.
    package let revision: Int
    /// The result.
    package let result: Result
    /// Whether the destination may have the record despite the error.
    package let possiblySent: Bool
    /// Whether the ledger has the attempt; an outcome without one is only reported, not stored.
    package var isInLedger: Bool
    /// How many requests it took, look-ups too; nil for an attempt of an earlier start.
    package var requests: Int?
    /// The address of a stored image at the destination.
    package var url: String?
    /// When none of its requests can arrive any more, on this boot's clock; nil if the lease's end decides.
    package var over: BootInstant?

    /// Creates an outcome.
    package init(
        key: WorkKey,
        revision: Int,
        result: Result,
        possiblySent: Bool,
        isInLedger: Bool = false,
        requests: Int? = nil
    ) {
        self.key = key
        self.revision = revision
        self.result = result
        self.possiblySent = possiblySent
        self.isInLedger = isInLedger
        self.requests = requests
    }
}

extension UploadOutcome.Result {
    /// What an answer's class means for the owner, with texts cut short.
    init(_ answer: AnswerClass) {
        switch answer {
        case .submitted(let serverID): self = .done(serverID: serverID)
        case .sessionUnauthorized:
            self = .unauthorized(
                DeliveryError(code: "unauthorized", message: "the destination rejects the session's credentials")
            )
        case .rejected(let error): self = .failed(Self.short(error))
        case .destinationPaused(let error): self = .paused(Self.short(error))
        case .retry(let after, let error): self = .retry(after: after, Self.short(error))
        }
    }

    private static func short(_ error: DeliveryError) -> DeliveryError {
        DeliveryError(code: error.code, message: APIBody.short(error.message))
    }
}

/// The ledger knows done, failed, retry and released. Other results precede the error code.
extension UploadOutcome {
    private static let unauthorizedMark = "unauthorized/"
    private static let pausedMark = "paused/"

    /// The outcome as the ledger keeps it.
    package var forLedger: AttemptOutcome {
        switch result {
        case .done(let serverID): .done(serverID: serverID)
        case .failed(let error): .failed(error)
        case .retry(let after, let error):
            .retry(afterMilliseconds: after?.wholeMilliseconds ?? 0, possiblySent: possiblySent, error: error)
        case .release: .released(possiblySent: possiblySent)
        case .unauthorized(let error): marked(Self.unauthorizedMark, error: error)
        case .paused(let error): marked(Self.pausedMark, error: error)
        }
    }

    /// Reads an outcome that the owner has not confirmed; nil for an attempt without one.
    package init?(_ stored: StoredAttempt) {
        guard let logID = LogID(rawValue: stored.entry.logID), let outcome = stored.entry.unconfirmedOutcome else {
            return nil
        }
        self.init(
            key: WorkKey(logID: logID, fence: stored.entry.fence),
            revision: stored.entry.revision,
            result: Self.result(outcome),
            possiblySent: outcome.isPossiblySent,
            isInLedger: true
        )
        url = stored.mediaURL
    }

    private func marked(_ mark: String, error: DeliveryError) -> AttemptOutcome {
        let error = DeliveryError(code: mark + error.code, message: error.message)
        return .retry(afterMilliseconds: 0, possiblySent: possiblySent, error: error)
    }

    private static func result(_ outcome: AttemptOutcome) -> Result {
        switch outcome {
        // A ledger from before the rule may have an id that no message accepts: the record is stored anyway.
        case .done(let serverID): .done(serverID: serverID.flatMap { ServerIDRule.allows($0) ? $0 : nil })
        case .failed(let error): .failed(error)
        case .released: .release
        case .retry(let after, _, let error):
            if let plain = unmarked(unauthorizedMark, error: error) {
                .unauthorized(plain)
            } else if let plain = unmarked(pausedMark, error: error) {
                .paused(plain)
            } else {
                .retry(after: after > 0 ? .milliseconds(after) : nil, error)
            }
        }
    }

    private static func unmarked(_ mark: String, error: DeliveryError) -> DeliveryError? {
        guard error.code.hasPrefix(mark) else { return nil }
        return DeliveryError(code: String(error.code.dropFirst(mark.count)), message: error.message)
    }
}

extension UploadOutcome {
    /// Whether the destination has it.
    package var isDone: Bool { if case .done = result { true } else { false } }

    /// The outcome as a message has it.
    package var wire: UploadAck.Outcome { forOwner(now: .zero) }

    /// Names and numbers need no more than the first term, and JSON no more than six bytes for one of a text.
    package var mostBytes: Int {
        let (_, serverID, error, _) = parts
        let texts = [key.logID.rawValue, serverID, error?.code, error?.message, url].compactMap(\.self)
        return 512 + 6 * texts.reduce(0) { $0 + $1.utf8.count }  // In range: texts in memory.
    }

    /// An outcome of work for which no request was made under its grant.
    init(unsent work: GrantedWork, result: Result) {
        self.init(key: work.key, revision: work.revision, result: result, possiblySent: false, requests: 0)
    }

    /// The outcome as the owner receives it.
    ///
    /// - Parameter now: The own boot clock.
    package func forOwner(now: BootInstant) -> UploadAck.Outcome {
        let (word, serverID, error, after) = parts
        let isRetriable = if case .failed = result { false } else { true }
        return UploadAck.Outcome(
            logID: key.logID,
            revision: revision,
            fence: key.fence,
            result: word,
            serverID: serverID,
            error: error.map { WireFault(code: $0.code, message: $0.message, retriable: isRetriable) },
            // Up to the next second: never sooner than the destination asked for.
            retryAfterSeconds: after.map { Self.secondsUp($0.wholeMilliseconds) },
            possiblySent: possiblySent,
            // Up to the next second, and from when the owner hears of it: never too short.
            underWaySeconds: possiblySent
                ? over.map { Self.secondsUp(max(0, $0.milliseconds - now.milliseconds)) } : nil,
            requests: requests,
            url: url
        )
    }

    private static func secondsUp(_ milliseconds: Int64) -> Int {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        return Int(clamping: seconds + (rest > 0 ? 1 : 0))  // In range: a thousandth.
    }

    private typealias Parts = (word: UploadAck.Result, serverID: String?, error: DeliveryError?, after: Duration?)

    private var parts: Parts {
        switch result {
        case .done(let serverID): (.done, serverID, nil, nil)
        case .failed(let error): (.failed, nil, error, nil)
        case .retry(let after, let error): (.retry, nil, error, after)
        case .release: (.release, nil, nil, nil)
        case .unauthorized(let error): (.unauthorized, nil, error, nil)
        case .paused(let error): (.paused, nil, error, nil)
        }
    }
}

extension AckOutbox {
    /// The outcome of a revision that is known here to be at the destination.
    package func knownDone(_ logID: LogID, revision: Int) -> UploadOutcome? {
        first { $0.key.logID == logID && $0.revision == revision && $0.isDone }
    }
}

extension GrantAnswers {
    /// The result of a record that was delivered under an earlier grant, whose answer has not reached the owner yet:
    /// nothing is sent again.
    func known(_ held: HeldItem) -> UploadOutcome? {
        acks.knownDone(held.key.logID, revision: held.work.revision).map { done in
            var known = UploadOutcome(unsent: held.work, result: done.result)
            known.url = done.url
            return known
        }
    }
}
