extension QueueEntry {
    /// Nil if the answer belongs to the present lease; otherwise the actions to return for it.
    ///
    /// - Parameter isThrough: Whether no request of the grant can reach the destination any more.
    mutating func staleAnswer(_ answered: Int64, isThrough: Bool) -> [DeliveryAction]? {
        guard answered > 0, answered <= fence else { return [.ignore(.unknownFence)] }
        // The overtaken worker has finished, so a newer revision need not wait until its lease ends.
        if isThrough, freeLingering(answered) { return [.persist] }
        return lease?.fence == answered ? nil : [.ignore(.oldFence)]
    }

    /// Ends the overtaken worker's lease if the answer comes from it.
    mutating func freeLingering(_ answered: Int64) -> Bool {
        guard lingering?.fence == answered else { return false }
        lingering = nil
        return true
    }

    /// Keeps the lease of a worker that gave the record back while its request may still be in flight.
    ///
    /// A newer revision must not arrive first, so it waits until `over`, or until the lease ends if that is unknown.
    mutating func lingerInDoubt(_ sent: Bool, until over: BootInstant?) {
        possiblySent = sentBeforeLease || sent
        guard sent, var lease else { return }
        if let over { lease.until = min(lease.until, over) }
        // An earlier grant of the revision may linger longer.
        lease.until = max(lease.until, lingering?.until ?? .zero)
        lingering = lease
    }

    /// Ends the lingering lease: its request may have arrived until now, but not later.
    mutating func endLingering() {
        if let arrivedBy, let lingering { self.arrivedBy = max(arrivedBy, lingering.until) }
        lingering = nil
    }

    /// Returns an unanswered record to the queue, or to the unsynced list if its session has ended.
    mutating func becomePending(notBefore: BootInstant) -> [DeliveryAction] {
        state = isSessionEnded ? .ended(outcomeUnknown: possiblySent) : .pending(notBefore: notBefore)
        return promoteWaiting(notBefore: notBefore)
    }

    /// Makes the waiting revision the present one.
    mutating func promoteWaiting(notBefore: BootInstant) -> [DeliveryAction] {
        guard let newer = waitingRevision else { return [] }
        replaceRevision(with: newer, deletes: waitingIsDeletion, notBefore: notBefore)
        waitingRevision = nil
        waitingIsDeletion = false
        return [.promoteRevision(newer)]
    }

    /// Starts the delivery of a newer revision.
    mutating func replaceRevision(with newer: Int, deletes: Bool, notBefore: BootInstant) {
        // The destination certainly has the old revision, and the new one was never sent.
        if case .submitted = state { possiblySent = false }
        revision = newer
        isDeletion = deletes
        revisionBase = fence
        if deletes, !isAtDestination, !possiblySent {
            state = .withdrawn
        } else if isSessionEnded {
            state = .ended(outcomeUnknown: possiblySent)
        } else {
            state = .pending(notBefore: notBefore)
        }
    }
}
