extension QueueEntry {
    /// A worker told something under which a request may have arrived by now.
    ///
    /// - Parameter now: The owner's boot clock.
    package mutating func noteArrival(by now: BootInstant) { arrivedBy = now }

    /// A worker says that the destination has the revision: the record, or none where the revision deletes it.
    ///
    /// An old grant's word counts too: the record *is* there, unless it was deleted since. No request of an earlier
    /// revision can arrive after a deletion's, which was not granted before the earlier lease had ended.
    ///
    /// - Parameters:
    ///   - answered: The grant's fence.
    ///   - serverID: The destination's name for it, where it gave one.
    public mutating func done(fence answered: Int64, serverID: String?) -> [DeliveryAction] {
        guard answered > 0, answered <= fence else { return [.ignore(.unknownFence)] }
        let freed = freeLingering(answered)
        guard answered > revisionBase else {
            // An earlier revision got there; whatever is sent next is an update.
            guard !isAtDestination, !isDeleted else { return freed ? [.persist] : [.ignore(.supersededRevision)] }
            isAtDestination = true
            // A deletion that was thought needless has something to delete after all.
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

    /// A worker says that the destination refused the record for good.
    public mutating func failed(fence answered: Int64, error: DeliveryError) -> [DeliveryAction] {
        if let ignored = staleAnswer(answered, isThrough: true) { return ignored }
        state = .rejected(error)
        return [.persist, .submissionFailed(revision: revision, error: error)] + promoteWaiting(notBefore: .zero)
    }

    /// A worker gives the record back, to be sent again later.
    ///
    /// - Parameters:
    ///   - answered: The grant's fence.
    ///   - notBefore: When to try again, on the owner's boot clock.
    ///   - possiblySent: False only when the worker knows that nothing left it under this grant.
    ///   - over: By when nothing of it can arrive any more (``RequestSpan``), on the owner's boot clock; nil for the lease's end.
    ///   - error: Why.
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

    /// A worker gives the record back unasked, for example because it stops.
    ///
    /// - Parameters:
    ///   - answered: The grant's fence.
    ///   - possiblySent: False only when the worker knows that nothing left it under this grant.
    ///   - over: By when nothing of it can arrive any more (``RequestSpan``), on the owner's boot clock; nil for the lease's end.
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
