extension QueueEntry {
    /// Grants the record to a worker.
    ///
    /// - Parameters:
    ///   - worker: The worker's name.
    ///   - now: The owner's boot clock.
    ///   - term: How long the lease lasts.
    public mutating func grant(to worker: String, now: BootInstant, term: Duration) -> [DeliveryAction] {
        guard case .pending(let notBefore) = state else { return [.ignore(.notPending)] }
        let lingers = lingering.map { $0.until > now } ?? false
        if lingers, let lingering, lingering.fence <= revisionBase { return [.ignore(.olderLeaseRuns)] }
        guard notBefore <= now else { return [.ignore(.notYet)] }
        if !lingers { endLingering() }
        // The time of arrival was not noted, so it counts from now.
        if arrivedBy == nil, possiblySent || isAtDestination { arrivedBy = now }
        fence += 1
        attempts += 1
        sentBeforeLease = possiblySent
        // From here on the worker may die after its request has left, so only its own report can clear this.
        possiblySent = true
        state = .leased(Lease(worker: worker, fence: fence, until: now + term))
        return [.persist]
    }

    /// Ends the leases that have expired.
    ///
    /// No request under them can still be in flight, because none starts unless its whole timeout fits
    /// (``LeaseBudget``).
    public mutating func leaseExpired(now: BootInstant) -> [DeliveryAction] {
        let hasLingered = lingering.map { $0.until <= now } ?? false
        if hasLingered { endLingering() }
        guard let lease, lease.until <= now else { return hasLingered ? [.persist] : [.ignore(.leaseRuns)] }
        arrivedBy = now
        return [.persist] + becomePending(notBefore: .zero)
    }

    /// For how long an earlier request of the record may still arrive, counted from now; zero if none can.
    ///
    /// Until then a destination that does not show the record may still receive it.
    ///
    /// - Parameter now: The owner's boot clock.
    public func underWay(now: BootInstant) -> Duration {
        .milliseconds(max(0, (lingering?.until.milliseconds ?? 0) - now.milliseconds))
    }

    /// The shortest time since the last request that may have reached the destination.
    ///
    /// Nil if none may have or the time is unknown; zero while one may still be in flight.
    ///
    /// - Parameters:
    ///   - now: The owner's boot clock.
    ///   - bootFrom: When the owner first ran in this boot; times noted earlier are on another boot's clock.
    public func sentAgo(now: BootInstant, bootFrom: BootInstant) -> Duration? {
        guard let arrivedBy else { return nil }
        guard underWay(now: now) == .zero else { return .zero }
        let last = max(arrivedBy, lingering?.until ?? .zero)
        let from = last < bootFrom || last > now ? bootFrom : last
        return .milliseconds(max(0, now.milliseconds - from.milliseconds))
    }

    /// Makes the lease last one term from now, because the owner has restarted.
    ///
    /// The old end is meaningless after a restart of the machine. A worker counts its lease from before its grant, so
    /// one term from now is never too short. In the same boot a lingering lease keeps its end.
    ///
    /// - Parameters:
    ///   - now: The owner's boot clock.
    ///   - term: How long a lease lasts.
    ///   - sameBoot: False if the machine itself restarted, which voids earlier boot-clock times.
    public mutating func ownerRestarted(now: BootInstant, term: Duration, sameBoot: Bool) -> [DeliveryAction] {
        var changed = false
        if var lease {
            lease.until = now + term
            state = .leased(lease)
            changed = true
        }
        if lingering != nil, !sameBoot {
            lingering?.until = now + term
            changed = true
        }
        if case .pending(let notBefore) = state, !sameBoot, notBefore != .zero {
            state = .pending(notBefore: .zero)
            changed = true
        }
        return changed ? [.persist] : []
    }

    /// Notes the end of the record's session: a waiting record ends now, a leased one with its answer.
    public mutating func sessionEnded() -> [DeliveryAction] {
        guard !isSessionEnded else { return [.ignore(.sessionEnded)] }
        isSessionEnded = true
        if case .pending = state { state = .ended(outcomeUnknown: possiblySent) }
        return [.persist]
    }

    /// Lets the person's next session take over a record that its own session's end cut off.
    ///
    /// A possibly sent record keeps that mark, and continues like any unanswered attempt, with the same log id. A
    /// lingering lease keeps lingering.
    public mutating func sessionContinued() -> [DeliveryAction] {
        guard case .ended = state else { return [.ignore(.notEnded)] }
        isSessionEnded = false
        state = .pending(notBefore: .zero)
        return [.persist]
    }

    /// Accepts a newer revision of the record.
    ///
    /// - Parameters:
    ///   - newer: Its revision number.
    ///   - deletes: Whether it deletes the record.
    public mutating func superseded(by newer: Int, deletes: Bool = false) -> [DeliveryAction] {
        guard newer > newestRevision else { return [.ignore(.knownRevision)] }
        if case .leased = state {
            waitingRevision = newer
            waitingIsDeletion = deletes
            return [.persist]
        }
        var notBefore = BootInstant.zero
        if case .pending(let present) = state { notBefore = present }
        replaceRevision(with: newer, deletes: deletes, notBefore: notBefore)
        return [.persist]
    }

    /// Rejects a record whose saved row cannot be read, with its newest revision, even while it is leased.
    ///
    /// A worker's later answer counts as for any refused record.
    package mutating func refused(_ error: DeliveryError) -> [DeliveryAction] {
        switch state {
        case .pending, .leased, .rejected: break
        case .submitted, .ended, .withdrawn: return [.ignore(.notPending)]
        }
        let promoted = promoteWaiting(notBefore: .zero)
        state = .rejected(error)
        return [.persist] + promoted + [.submissionFailed(revision: revision, error: error)]
    }

    /// Sends a refused record again, at an operator's request.
    public mutating func operatorResubmit() -> [DeliveryAction] {
        guard case .rejected = state else { return [.ignore(.notRejected)] }
        guard !isSessionEnded else { return [.ignore(.sessionEnded)] }
        state = .pending(notBefore: .zero)
        return [.persist]
    }
}
