import Delivery

extension ProtocolWorld {
    /// The owner decides whose the reading is and commits it.
    ///
    /// The first hub's clock puts the measurement into the first person's session, whenever it comes; the second hub's
    /// is a little ahead, so that after the change it says the second person's.
    mutating func submit(_ revision: UInt8, of hub: Int, _ configuration: ModelConfiguration) -> String? {
        let isAhead = hub == 1 && configuration.revisions == 1
        let isSecond = isFirstSessionOver && (isAhead || configuration.does(.booksByArrival))
        let person: UInt8 = isSecond ? 1 : 0
        let verdict = KeyRule.decide(
            .give(to: Self.persons[Int(person)]),
            revision: Int(revision),
            known: known,
            isByOperator: configuration.does(.givesKeyToAnother)
        )
        hubs[hub].replied = max(hubs[hub].replied, revision)
        switch verdict {
        case .give:
            known = .given(to: Self.persons[Int(person)], revision: Int(revision))
            self.person = person
            let isOver = isFirstSessionOver && person == 0
            entry = QueueEntry(logID: "\(person)", revision: Int(revision), isSessionEnded: isOver)
            if hub == 0, person != 0 { return "(3) the first person's reading was given to the next" }
        case .renew:
            known = .given(to: Self.persons[Int(person)], revision: Int(revision))
            _ = entry?.superseded(by: Int(revision))
        case .hold, .holdForPerson, .close, .repeated, .belongsToAnother: break
        }
        return nil
    }

    mutating func newRevision(_ configuration: ModelConfiguration) {
        if hubs.isEmpty {
            let newest = entry?.newestRevision ?? 0
            let deletes = configuration.deletesLast && newest + 1 == configuration.revisions
            _ = entry?.superseded(by: newest + 1, deletes: deletes)
        } else {
            hubs[0].committed += 1
            hubs[0].row = hubs[0].committed
        }
    }

    mutating func switchSession() {
        isFirstSessionOver = true
        if person == 0 { _ = entry?.sessionEnded() }
    }

    /// A pull comes, early or late, and is answered.
    mutating func grant(to worker: UInt8, pullIsOld: Bool) {
        guard let copy = lease(to: worker, pullIsOld: pullIsOld) else { return }
        grants.append(copy)
    }

    /// The broker says that nobody listens: the grant went nowhere.
    mutating func grantUnheard() {
        guard var copy = lease(to: 0, pullIsOld: true) else { return }
        copy.worker = GrantCopy.nobody
        copy.isRecent = true
        grants.append(copy)
        _ = entry?.release(fence: Int64(grants.count), possiblySent: false)
    }

    private mutating func lease(to worker: UInt8, pullIsOld: Bool) -> GrantCopy? {
        guard var entry else { return nil }
        let name = Self.workers[Int(worker)]
        guard entry.grant(to: name, now: ModelTime.now, term: ModelTime.term).contains(.persist) else { return nil }
        self.entry = entry
        return GrantCopy(
            worker: worker,
            person: person,
            revision: UInt8(clamping: entry.revision),
            isUpdate: entry.isAtDestination,
            isDeletion: entry.isDeletion,
            possiblySent: entry.sentBeforeLease,
            pullAge: pullIsOld ? ModelTime.oldAge : 0
        )
    }

    /// A last will comes, late or not: no grants until the worker's next pull, which may come at any time, late or not.
    ///
    /// So nothing is left of it that would have to be remembered here.
    mutating func lastWill(of worker: UInt8, _ configuration: ModelConfiguration) -> String? {
        let name = Self.workers[Int(worker)]
        var roster = WorkerRoster()
        roster.unavailable(name)
        guard !roster.mayGrant(to: name) else { return "a last will stops no grants" }
        roster.online(name)
        guard roster.mayGrant(to: name) else { return "a pull after a last will gets nothing" }
        guard configuration.does(.grantsAgainOnLastWill), let lease = entry?.lease, lease.worker == name else {
            return nil
        }
        _ = entry?.leaseExpired(now: lease.until)
        return nil
    }

    /// The owner's memory of pulls and last wills is gone; only the queue is left.
    mutating func restartOwner(_ configuration: ModelConfiguration) {
        _ = entry?.ownerRestarted(now: ModelTime.now, term: ModelTime.term, sameBoot: true)
        guard configuration.does(.restartFreesLeases), let lease = entry?.lease else { return }
        _ = entry?.leaseExpired(now: lease.until)
    }

    /// An outcome comes, early, late or again, and is committed; the reply may come.
    mutating func settle(_ fence: Int64, _ told: Told, _ isConfirmed: Bool, _ configuration: ModelConfiguration) {
        // The records are known by their log ids: an answer for one person's does not touch the other's.
        if grants[index(fence)].person == person {
            switch told.outcome {
            case .done(let serverID): _ = entry?.done(fence: fence, serverID: serverID)
            case .failed(let error): _ = entry?.failed(fence: fence, error: error)
            // Jitter may be nothing, and an operator may hasten: the delay protects nobody.
            case .retry(_, let sent, let error):
                _ = entry?.retry(fence: fence, notBefore: .zero, possiblySent: sent, error: error)
            case .released(let sent): _ = entry?.release(fence: fence, possiblySent: sent)
            }
            let isBeside = configuration.does(.grantsNewRevisionBesideDoubt) || configuration.does(.deletesBesideDoubt)
            if isBeside, told == .doubtful { entry?.lingering = nil }
        }
        guard isConfirmed, grants[index(fence)].ack == told else { return }
        grants[index(fence)].ack = nil
        _ = grants[index(fence)].ledger?.confirm()
    }
}
