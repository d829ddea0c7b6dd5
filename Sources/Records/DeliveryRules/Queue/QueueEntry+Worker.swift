extension QueueEntry {
    /// Notes that a request may have arrived by now, according to a worker.
    ///
    /// - Parameter now: The owner's boot clock.
    package mutating func noteArrival(by now: BootInstant) { arrivedBy = now }

    /// Accepts a worker's answer that the destination has applied the revision, which may be a deletion.
    ///
    /// An old grant's answer counts too: the record *is* there, unless it was deleted since. No earlier revision's
    /// request can arrive after a deletion's, which was granted only after the earlier lease had ended.
    ///
    /// - Parameters:
    ///   - answered: The grant's fence.
    ///   - serverID: The destination's id for it, if it gave one.
    public mutating func done(fence answered: Int64, serverID: String?) -> [DeliveryAction] {
        guard answered > 0, answered <= fence else { return [.ignore(.unknownFence)] }
        let freed = freeLingering(answered)
        guard answered > revisionBase else {
            // An earlier revision has arrived, so the next one is an update.
            guard !isAtDestination, !isDeleted else { return freed ? [.persist] : [.ignore(.supersededRevision)] }
            isAtDestination = true
            // The record has arrived after all, so the withdrawn deletion is needed.
            if state == .withdrawn {
                state = isSessionEnded ? .ended(outcomeUnknown: false) : .pending(notBefore: .zero)
            }
            return [.persist, .ignore(.supersededRevision)]
        }
        if case .submitted = state { return freed ? [.persist] : [.ignore(.alreadySubmitted)] }
        if let lease, lease.fence != answered { lingering = lease }
        isAtDestination = !isDeletion
        state = .submitted(serverID: isDeletion ? nil : serverID)
        let told: DeliveryAction =
            isDeletion
            ? .recordDeleted(revision: revision) : .recordSubmitted(revision: revision, serverID: serverID)
        return [.persist, told] + promoteWaiting(notBefore: .zero)
    }

    /// Accepts a worker's answer that the destination refused the record permanently.
    public mutating func failed(fence answered: Int64, error: DeliveryError) -> [DeliveryAction] {
        if let ignored = staleAnswer(answered, isThrough: true) { return ignored }
        state = .rejected(error)
        return [.persist, .submissionFailed(revision: revision, error: error)] + promoteWaiting(notBefore: .zero)
    }

    /// Takes a record back from a worker, to be sent again later.
    ///
    /// - Parameters:
    ///   - answered: The grant's fence.
    ///   - notBefore: When to try again, on the owner's boot clock.
    ///   - possiblySent: False only if the worker knows that no request left it under this grant.
    ///   - over: When its requests can no longer arrive (``RequestSpan``), on the owner's boot clock; nil for the
    ///     lease's end.
    ///   - error: The reason.
    public mutating func retry(
        fence answered: Int64,
        notBefore: BootInstant,
        possiblySent sent: Bool,
        until over: BootInstant? = nil,
        error: DeliveryError
    ) -> [DeliveryAction] {
        if let ignored = staleAnswer(answered, isThrough: !sent) { return ignored }
        lingerInDoubt(sent, until: over)
        let retrying = DeliveryAction.submissionRetrying(revision: revision, error: error, notBefore: notBefore)
        return (isSessionEnded ? [.persist] : [.persist, retrying]) + becomePending(notBefore: notBefore)
    }

    /// Takes back a record that a worker returned by itself, for example because it stops.
    ///
    /// - Parameters:
    ///   - answered: The grant's fence.
    ///   - possiblySent: False only if the worker knows that no request left it under this grant.
    ///   - over: When its requests can no longer arrive (``RequestSpan``), on the owner's boot clock; nil for the
    ///     lease's end.
    public mutating func release(
        fence answered: Int64,
        possiblySent sent: Bool,
        until over: BootInstant? = nil
    ) -> [DeliveryAction] {
        if let ignored = staleAnswer(answered, isThrough: !sent) { return ignored }
        lingerInDoubt(sent, until: over)
        return [.persist] + becomePending(notBefore: .zero)
    }
}
