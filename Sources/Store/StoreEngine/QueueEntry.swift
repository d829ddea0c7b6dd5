package import DeliveryRules
package import GRDB

extension QueueEntry {
    /// Reads the delivery's columns of a row of a queue, with `session_ended`.
    package init(row: Row) throws {
        self.init(logID: try row.value("log_id"), revision: try row.value("revision"))
        isDeletion = try row.value("is_deletion")
        state = try DeliveryState(row: row)
        fence = try row.value("fence")
        revisionBase = try row.value("revision_base")
        possiblySent = try row.value("possibly_sent")
        sentBeforeLease = try row.value("sent_before_lease")
        isAtDestination = try row.value("at_destination")
        waitingRevision = try row.optional("waiting_revision")
        waitingIsDeletion = try row.value("waiting_deletion")
        isSessionEnded = try row.value("session_ended")
        attempts = try row.value("attempts")
        // A session's end is one row; what waited ends with it and is saved so in slices, as the machine would say it.
        if isSessionEnded, case .pending = state { state = .ended(outcomeUnknown: possiblySent) }
        if let worker = try row.optional("lingering_worker", as: String.self) {
            lingering = Lease(
                worker: worker,
                fence: try row.value("lingering_fence"),
                until: BootInstant(milliseconds: try row.value("lingering_until"))
            )
        }
    }

    /// The delivery's columns.
    ///
    /// Whether the session has ended stands with the session.
    package var columns: [String: (any DatabaseValueConvertible)?] {
        state.columns.merging(
            [
                "revision": revision, "is_deletion": isDeletion, "fence": fence, "revision_base": revisionBase,
                "possibly_sent": possiblySent, "sent_before_lease": sentBeforeLease,
                "at_destination": isAtDestination, "waiting_revision": waitingRevision,
                "waiting_deletion": waitingIsDeletion, "lingering_worker": lingering?.worker,
                "lingering_fence": lingering?.fence, "lingering_until": lingering?.until.milliseconds,
                "attempts": attempts,
            ]
        ) { first, _ in first }
    }
}

extension QueueEntry {
    /// Gives a worker's answer to the machine.
    ///
    /// - Parameters:
    ///   - outcome: What came of the attempt.
    ///   - fence: The grant's number.
    ///   - underWay: For how long a request of it may still arrive; nil where the worker does not say.
    ///   - now: The owner's boot clock.
    package mutating func settle(
        _ outcome: AttemptOutcome,
        fence: Int64,
        underWay: Duration? = nil,
        now: BootInstant
    ) -> [DeliveryAction] {
        let actions = apply(outcome, fence: fence, until: underWay.map { now + max(.zero, $0) }, now: now)
        if outcome.mayHaveArrived, actions.contains(.persist) { noteArrival(by: now) }
        return actions
    }

    private mutating func apply(
        _ outcome: AttemptOutcome,
        fence: Int64,
        until over: BootInstant?,
        now: BootInstant
    ) -> [DeliveryAction] {
        switch outcome {
        case .done(let serverID): done(fence: fence, serverID: serverID)
        case .failed(let error): failed(fence: fence, error: error)
        case .retry(let after, let possiblySent, let error):
            retry(
                fence: fence,
                notBefore: now + .milliseconds(max(0, after)),
                possiblySent: possiblySent,
                until: over,
                error: error
            )
        case .released(let possiblySent): release(fence: fence, possiblySent: possiblySent, until: over)
        }
    }
}
