package import DeliveryRules
package import GRDB

extension DeliveryState {
    /// Reads the state's columns of a row of `queue`.
    package init(row: Row) throws {
        let word: String = try row.value("state")
        switch word {
        case "pending": self = .pending(notBefore: BootInstant(milliseconds: try row.value("not_before")))
        case "leased":
            self = .leased(
                Lease(
                    worker: try row.value("worker"),
                    fence: try row.value("lease_fence"),
                    until: BootInstant(milliseconds: try row.value("lease_until"))
                )
            )
        case "submitted": self = .submitted(serverID: try row.optional("server_id"))
        case "rejected":
            self = .rejected(
                DeliveryError(code: try row.value("error_code"), message: try row.value("error_message"))
            )
        case "ended": self = .ended(outcomeUnknown: try row.value("outcome_unknown"))
        case "withdrawn": self = .withdrawn
        default: throw UnreadableColumn(name: "state")
        }
    }

    /// The state's columns; the columns of other states are cleared.
    package var columns: [String: (any DatabaseValueConvertible)?] {
        var values: [String: (any DatabaseValueConvertible)?] = [
            "not_before": 0, "worker": nil, "lease_fence": nil, "lease_until": nil, "server_id": nil,
            "error_code": nil, "error_message": nil, "outcome_unknown": false,
        ]
        switch self {
        case .pending(let notBefore):
            values["state"] = "pending"
            values["not_before"] = notBefore.milliseconds
        case .leased(let lease):
            values["state"] = "leased"
            values["worker"] = lease.worker
            values["lease_fence"] = lease.fence
            values["lease_until"] = lease.until.milliseconds
        case .submitted(let serverID):
            values["state"] = "submitted"
            values.updateValue(serverID, forKey: "server_id")
        case .rejected(let error):
            values["state"] = "rejected"
            values["error_code"] = error.code
            values["error_message"] = error.message
        case .ended(let outcomeUnknown):
            values["state"] = "ended"
            values["outcome_unknown"] = outcomeUnknown
        case .withdrawn: values["state"] = "withdrawn"
        }
        return values
    }
}

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
        arrivedBy = try row.optional("arrived_by", as: Int64.self).map(BootInstant.init(milliseconds:))
        // A session's end changes one row. Its waiting records end with it, and are saved so in slices later.
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
    /// Whether the session has ended is saved with the session.
    package var columns: [String: (any DatabaseValueConvertible)?] {
        state.columns.merging(
            [
                "revision": revision, "is_deletion": isDeletion, "fence": fence, "revision_base": revisionBase,
                "possibly_sent": possiblySent, "sent_before_lease": sentBeforeLease,
                "at_destination": isAtDestination, "waiting_revision": waitingRevision,
                "waiting_deletion": waitingIsDeletion, "lingering_worker": lingering?.worker,
                "lingering_fence": lingering?.fence, "lingering_until": lingering?.until.milliseconds,
                "attempts": attempts, "arrived_by": arrivedBy?.milliseconds,
            ]
        ) { first, _ in first }
    }
}

extension QueueEntry {
    /// Passes a worker's answer to the state machine.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the attempt.
    ///   - fence: The grant's number.
    ///   - underWay: For how long one of its requests may still arrive; nil if the worker does not say.
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
