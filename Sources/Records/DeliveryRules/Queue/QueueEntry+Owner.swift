extension QueueEntry {
    /// A worker asks for the record.
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
        // Nobody noted when: it counts from now.
        if arrivedBy == nil, possiblySent || isAtDestination { arrivedBy = now }
        fence += 1
        attempts += 1
        sentBeforeLease = possiblySent
        // From here on the worker can die after its request left, so only its own word can say otherwise.
        possiblySent = true
        state = .leased(Lease(worker: worker, fence: fence, until: now + term))
        return [.persist]
    }

    /// Time has passed: ends the leases that ran out.
    ///
    /// No request of theirs can be under way then, because none starts unless its whole timeout fits (``LeaseBudget``).
    public mutating func leaseExpired(now: BootInstant) -> [DeliveryAction] {
        let hasLingered = lingering.map { $0.until <= now } ?? false
        if hasLingered { endLingering() }
        guard let lease, lease.until <= now else { return hasLingered ? [.persist] : [.ignore(.leaseRuns)] }
        arrivedBy = now
        return [.persist] + becomePending(notBefore: .zero)
    }

    /// For how long, from now on, an earlier request of the record may still arrive; zero where none can.
    ///
    /// Until then a destination that does not show the record may have it yet.
    ///
    /// - Parameter now: The owner's boot clock.
    public func underWay(now: BootInstant) -> Duration {
        .milliseconds(max(0, (lingering?.until.milliseconds ?? 0) - now.milliseconds))
    }

    /// How long ago, at least, the last request that may have reached the destination can have arrived; nil where none may
    /// have, or nobody knows; zero while one may still be under way.
    ///
    /// - Parameters:
    ///   - now: The owner's boot clock.
    ///   - bootFrom: When the owner first ran in this boot of the machine: what was noted before it has another beginning.
    public func sentAgo(now: BootInstant, bootFrom: BootInstant) -> Duration? {
        guard let arrivedBy else { return nil }
        guard underWay(now: now) == .zero else { return .zero }
        let last = max(arrivedBy, lingering?.until ?? .zero)
        let from = last < bootFrom || last > now ? bootFrom : last
        return .milliseconds(max(0, now.milliseconds - from.milliseconds))
    }

    /// The owner started again: every lease lasts one term from now.
    ///
    /// The old end is worth nothing after a restart of the machine. A worker counts its lease from before its grant,
    /// so one term from now is never too short. In the same boot what lingers ends when it would have ended.
    ///
    /// - Parameters:
    ///   - now: The owner's boot clock.
    ///   - term: How long a lease lasts.
    ///   - sameBoot: False when the machine itself started again, which makes earlier boot-clock times void.
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

    /// The record's session ended: what waits ends now, what is leased ends with its answer.
    public mutating func sessionEnded() -> [DeliveryAction] {
        guard !isSessionEnded else { return [.ignore(.sessionEnded)] }
        isSessionEnded = true
        if case .pending = state { state = .ended(outcomeUnknown: possiblySent) }
        return [.persist]
    }

    /// The person's next session takes over what the end of the record's own has cut off.
    ///
    /// What may have been sent stays so, and goes on as any unanswered attempt does: with the same log id. A lease that
    /// lingers goes on lingering.
    public mutating func sessionContinued() -> [DeliveryAction] {
        guard case .ended = state else { return [.ignore(.notEnded)] }
        isSessionEnded = false
        state = .pending(notBefore: .zero)
        return [.persist]
    }

    /// A newer revision of the record came in.
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

    /// What is saved of the record cannot be read: it is refused, with its newest revision, whoever has it.
    ///
    /// What a worker says later of its grant counts as of any refused record.
    package mutating func refused(_ error: DeliveryError) -> [DeliveryAction] {
        switch state {
        case .pending, .leased, .rejected: break
        case .submitted, .ended, .withdrawn: return [.ignore(.notPending)]
        }
        let promoted = promoteWaiting(notBefore: .zero)
        state = .rejected(error)
        return [.persist] + promoted + [.submissionFailed(revision: revision, error: error)]
    }

    /// No newer revision will come that would have to wait for an overtaken worker.
    package mutating func forgetLingering() { lingering = nil }

    /// An operator sends a refused record again.
    public mutating func operatorResubmit() -> [DeliveryAction] {
        guard case .rejected = state else { return [.ignore(.notRejected)] }
        guard !isSessionEnded else { return [.ignore(.sessionEnded)] }
        state = .pending(notBefore: .zero)
        return [.persist]
    }
}
