import DeliveryRules

/// A queue entry and the reality around it: each worker's real actions, of which the entry only gets reports.
struct DeliveryWorld: Hashable {
    /// One grant from its worker's side.
    struct Sender: Hashable {
        var revision: Int
        var until: Int64
        var hasSent = false
        var isThrough = false
        /// Whether it deletes the record, and so leaves none at the destination.
        var isDeletion = false
        /// Whether the record was deleted after this request.
        var isUndone = false
    }

    static let term = Duration.milliseconds(2)

    var entry = QueueEntry(logID: "a", revision: 1)
    var now: Int64 = 0
    /// By fence, from 1 on.
    var senders: [Sender] = []
    /// The number of `recordSubmitted` or `recordDeleted` reports, by revision.
    var told: [Int: Int] = [:]

    /// Whether the destination may have the record.
    var mayBeThere: Bool { senders.contains { $0.hasSent && !$0.isDeletion && !$0.isUndone } }

    var instant: BootInstant { BootInstant(milliseconds: now) }

    /// Every step: time, two workers, late and repeated answers, new revisions, the session's end, a restart.
    enum Step: Hashable {
        case tick
        case grant(String)
        case send(Int)
        case done(Int)
        case failed(Int)
        case retry(Int, possiblySent: Bool)
        case release(Int, possiblySent: Bool)
        case expire
        case restart(sameBoot: Bool)
        case supersede(deletes: Bool)
        case endSession
        case resubmit
    }

    /// The steps that correct workers and the owner could take next.
    ///
    /// Answers may arrive late and any number of times.
    func steps(maximumTime: Int64, maximumFence: Int, maximumRevision: Int) -> [Step] {
        var steps: [Step] = [.expire, .endSession, .resubmit, .restart(sameBoot: true), .restart(sameBoot: false)]
        if now < maximumTime { steps.append(.tick) }
        if senders.count < maximumFence { steps += [.grant("one"), .grant("two")] }
        if entry.newestRevision < maximumRevision { steps += [.supersede(deletes: false), .supersede(deletes: true)] }
        for (index, sender) in senders.enumerated() {
            let fence = index + 1
            if sender.hasSent {
                steps += [.done(fence), .failed(fence), .retry(fence, possiblySent: true)]
                steps.append(.release(fence, possiblySent: true))
            } else {
                // The lease rule: a request starts only while the lease lasts, and ends within it.
                if !sender.isThrough, now < sender.until { steps.append(.send(fence)) }
                steps += [.retry(fence, possiblySent: false), .release(fence, possiblySent: false)]
            }
        }
        return steps
    }

    mutating func take(_ step: Step) -> [DeliveryAction] {
        let actions = act(step)
        for case .recordSubmitted(let revision, _) in actions { told[revision, default: 0] += 1 }
        for case .recordDeleted(let revision) in actions {
            told[revision, default: 0] += 1
            for index in senders.indices where senders[index].revision < revision { senders[index].isUndone = true }
        }
        return actions
    }

    private mutating func act(_ step: Step) -> [DeliveryAction] {
        let error = DeliveryError(code: "e", message: "")
        switch step {
        case .tick:
            now += 1
            return []
        case .grant(let worker):
            let actions = entry.grant(to: worker, now: instant, term: Self.term)
            if let lease = entry.lease, lease.fence > senders.count {
                var sender = Sender(revision: entry.revision, until: lease.until.milliseconds)
                sender.isDeletion = entry.isDeletion
                senders.append(sender)
            }
            return actions
        case .send(let fence):
            senders[fence - 1].hasSent = true
            return []
        case .expire: return entry.leaseExpired(now: instant)
        case .restart(let sameBoot): return entry.ownerRestarted(now: instant, term: Self.term, sameBoot: sameBoot)
        case .supersede(let deletes): return entry.superseded(by: entry.newestRevision + 1, deletes: deletes)
        case .endSession: return entry.sessionEnded()
        case .resubmit: return entry.operatorResubmit()
        case .done(let fence), .failed(let fence), .retry(let fence, _), .release(let fence, _):
            senders[fence - 1].isThrough = true
            return answer(step, Int64(fence), error)
        }
    }

    private mutating func answer(_ step: Step, _ fence: Int64, _ error: DeliveryError) -> [DeliveryAction] {
        switch step {
        case .done: entry.done(fence: fence, serverID: "s")
        case .failed: entry.failed(fence: fence, error: error)
        case .retry(_, let sent):
            entry.retry(
                fence: fence,
                notBefore: BootInstant(milliseconds: now + 1),
                possiblySent: sent,
                error: error
            )
        case .release(_, let sent): entry.release(fence: fence, possiblySent: sent)
        default: []
        }
    }
}
