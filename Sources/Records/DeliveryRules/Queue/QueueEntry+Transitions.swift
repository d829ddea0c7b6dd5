extension QueueEntry {
    /// Nil when the answer belongs to the present lease; else what to return for it.
    ///
    /// - Parameter isThrough: Whether nothing of the grant can reach the destination any more.
    mutating func staleAnswer(_ answered: Int64, isThrough: Bool) -> [DeliveryAction]? {
        guard answered > 0, answered <= fence else { return [.ignore(.unknownFence)] }
        // The overtaken worker is through, so a newer revision need not wait for its lease's end.
        if isThrough, freeLingering(answered) { return [.persist] }
        return lease?.fence == answered ? nil : [.ignore(.oldFence)]
    }

    /// Ends the overtaken worker's lease if the answer is its own.
    mutating func freeLingering(_ answered: Int64) -> Bool {
        guard lingering?.fence == answered else { return false }
        lingering = nil
        return true
    }

    /// The worker gives the record back, but what it sent may still be on its way: a newer revision must not be there
    /// first, so it waits until that is over, or for the lease's end where nobody knows.
    mutating func lingerInDoubt(_ sent: Bool, until over: BootInstant?) {
        possiblySent = sentBeforeLease || sent
        guard sent, var lease else { return }
        if let over { lease.until = min(lease.until, over) }
        // An earlier grant of the revision may linger longer.
        lease.until = max(lease.until, lingering?.until ?? .zero)
        lingering = lease
    }

    /// Nothing of the lingering lease can arrive any more: it can have arrived until now.
    mutating func endLingering() {
        if let arrivedBy, let lingering { self.arrivedBy = max(arrivedBy, lingering.until) }
        lingering = nil
    }

    /// Gives an unanswered record back to the queue, or to the unsynced list when its session ended.
    mutating func becomePending(notBefore: BootInstant) -> [DeliveryAction] {
        state = isSessionEnded ? .ended(outcomeUnknown: possiblySent) : .pending(notBefore: notBefore)
        return promoteWaiting(notBefore: notBefore)
    }

    /// Puts the revision that waited for the lease in the present one's place.
    mutating func promoteWaiting(notBefore: BootInstant) -> [DeliveryAction] {
        guard let newer = waitingRevision else { return [] }
        replaceRevision(with: newer, deletes: waitingIsDeletion, notBefore: notBefore)
        waitingRevision = nil
        waitingIsDeletion = false
        return [.promoteRevision(newer)]
    }

    /// Starts the delivery of a newer revision.
    mutating func replaceRevision(with newer: Int, deletes: Bool, notBefore: BootInstant) {
        // What the destination surely has is no open question any more, and of the new revision nothing was sent.
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
