import DeliveryRules

extension ProtocolWorld {
    /// The owner decides whose reading it is and commits it.
    ///
    /// By the first hub's clock the measurement always falls into the first person's session; the second hub's clock is
    /// a little ahead, so after the change of sessions it points to the second person.
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
        case .holdForPerson: held = max(held, revision)
        case .hold, .close, .repeated, .belongsToAnother: break
        }
        return nil
    }

    mutating func newRevision(_ configuration: ModelConfiguration) {
        if hubs.isEmpty {
            let newest = entry?.newestRevision ?? 0
            let deletes = configuration.deletesLast && newest + 1 == configuration.revisions
            for row in entries.indices where row == 0 || !configuration.does(.renewsFirstOnly) {
                _ = entries[row]?.superseded(by: newest + 1, deletes: deletes)
            }
        } else {
            hubs[0].committed += 1
            hubs[0].row = hubs[0].committed
        }
    }

    mutating func switchSession() {
        isFirstSessionOver = true
        _ = entries[0]?.sessionEnded()
    }

    mutating func endSession() {
        isEnded = true
        _ = entries[ending]?.sessionEnded()
    }

    mutating func continueRecord(_ configuration: ModelConfiguration) {
        guard hasNext, entries[ending]?.sessionContinued().contains(.persist) == true else { return }
        if configuration.does(.continuesAsUnsent) { entries[ending]?.possiblySent = false }
    }

    /// An operator deletes the record, which adds a revision of the queue's but none of the producer's.
    mutating func deleteByHand(_ configuration: ModelConfiguration) {
        guard let newest = entry?.newestRevision else { return }
        _ = entry?.superseded(by: newest + 1, deletes: true)
        isDeletedByHand = true
        guard case .given(let person, let revision, _) = known, !configuration.does(.forgetsHand) else { return }
        known = .given(to: person, revision: revision, isChangedByHand: true)
    }

    /// An operator gives the reading to the other person: the first one's record is withdrawn, and the second one gets
    /// a record with a new log id.
    mutating func correctPerson(_ configuration: ModelConfiguration) {
        guard case .given(_, let revision, _) = known else { return }
        let wish = KeyRule.Wish.give(to: Self.persons[1])
        let verdict = KeyRule.decide(wish, revision: revision, known: known, isByOperator: true)
        guard case .give(let isWithdrawing) = verdict else { return }
        if isWithdrawing, !configuration.does(.correctsWithoutWithdrawing), let newest = entry?.newestRevision {
            _ = entry?.superseded(by: newest + 1, deletes: true)
        }
        known = .given(to: Self.persons[1], revision: revision)
        person = 1
        entries[1] = QueueEntry(logID: "1", revision: revision)
    }

    /// A pull arrives, early or late, and is answered with a grant.
    mutating func grant(
        _ person: UInt8,
        to worker: UInt8,
        pullIsOld: Bool,
        _ configuration: ModelConfiguration
    ) {
        if configuration.does(.waitsForOther), let other = entries[Int(1 - person)] {
            guard case .submitted = other.state else { return }
        }
        guard let copy = lease(person, to: worker, pullIsOld: pullIsOld) else { return }
        grants.append(copy)
    }

    /// The broker reports no subscribers: the grant reached no worker.
    mutating func grantUnheard(_ person: UInt8) {
        guard var copy = lease(person, to: 0, pullIsOld: true) else { return }
        copy.worker = GrantCopy.nobody
        copy.isRecent = true
        grants.append(copy)
        _ = entries[Int(person)]?.release(fence: copy.fence, possiblySent: false)
    }

    private mutating func lease(_ person: UInt8, to worker: UInt8, pullIsOld: Bool) -> GrantCopy? {
        guard var entry = entries[Int(person)] else { return nil }
        let name = Self.workers[Int(worker)]
        guard entry.grant(to: name, now: ModelTime.now, term: ModelTime.term).contains(.persist) else { return nil }
        entries[Int(person)] = entry
        return GrantCopy(
            worker: worker,
            person: person,
            fence: entry.fence,
            revision: UInt8(clamping: entry.revision),
            isUpdate: entry.isAtDestination,
            isDeletion: entry.isDeletion,
            possiblySent: entry.sentBeforeLease,
            hasEarlierUnderWay: entry.underWay(now: ModelTime.now) > .zero,
            pullAge: pullIsOld ? ModelTime.oldAge : 0
        )
    }

    /// A last will arrives, late or not: no grants until the worker's next pull, which may also arrive at any time.
    ///
    /// So the model need not remember the will.
    mutating func lastWill(of worker: UInt8, _ configuration: ModelConfiguration) -> String? {
        let name = Self.workers[Int(worker)]
        var roster = WorkerRoster()
        roster.unavailable(name)
        guard !roster.mayGrant(to: name) else { return "a last will stops no grants" }
        roster.online(name)
        guard roster.mayGrant(to: name) else { return "a pull after a last will gets nothing" }
        guard configuration.does(.grantsAgainOnLastWill) else { return nil }
        for index in entries.indices {
            guard let lease = entries[index]?.lease, lease.worker == name else { continue }
            _ = entries[index]?.leaseExpired(now: lease.until)
        }
        return nil
    }

    /// The records whose lease belongs to an earlier start of the worker, which never began the attempt.
    ///
    /// The owner frees these leases before it answers the new start's pull, so none of its grants is among them.
    func earlier(_ worker: UInt8, _ configuration: ModelConfiguration) -> [Bool] {
        entries.indices.map { record in
            guard let lease = entries[record]?.lease, lease.worker == Self.workers[Int(worker)] else { return false }
            return grants.contains {
                $0.person == UInt8(record) && $0.fence == lease.fence && $0.worker == worker && $0.isOfEarlierStart
                    && ($0.ledger == nil || configuration.does(.freesBegunLeases))
            }
        }
    }

    mutating func freeEarlier(_ worker: UInt8, _ configuration: ModelConfiguration) {
        for (record, isFree) in earlier(worker, configuration).enumerated() where isFree {
            guard let lease = entries[record]?.lease else { continue }
            _ = entries[record]?.release(fence: lease.fence, possiblySent: false)
        }
    }

    /// The owner ends the expired leases.
    mutating func expire() {
        for index in entries.indices { _ = entries[index]?.leaseExpired(now: ModelTime.now) }
    }

    /// The owner forgets pulls and last wills; only the queue survives.
    mutating func restartOwner(_ configuration: ModelConfiguration) {
        for index in entries.indices {
            _ = entries[index]?.ownerRestarted(now: ModelTime.now, term: ModelTime.term, sameBoot: true)
            guard configuration.does(.restartFreesLeases), let lease = entries[index]?.lease else { continue }
            _ = entries[index]?.leaseExpired(now: lease.until)
        }
    }

    /// An outcome arrives, early, late or again, and is committed; the reply may arrive too.
    mutating func settle(_ number: Int64, _ told: Told, _ isConfirmed: Bool, _ configuration: ModelConfiguration) {
        // Log ids identify the records: an answer for one person's record does not affect the other's.
        let record = configuration.does(.mixesAnswers) ? 0 : Int(grants[index(number)].person)
        let fence = grants[index(number)].fence
        // The exact remaining time, which is never more than a worker knows.
        let left = grants[index(number)].wire.map { Int(ModelTime.oldAge) - Int($0.age) } ?? 0
        let over = ModelTime.now + ModelTime.tick * max(0, left)
        switch told.outcome {
        case .done(let serverID): _ = entries[record]?.done(fence: fence, serverID: serverID)
        case .failed(let error): _ = entries[record]?.failed(fence: fence, error: error)
        // Jitter may be zero, and an operator may hasten the retry, so the delay protects nothing.
        case .retry(_, let sent, let error):
            _ = entries[record]?.retry(fence: fence, notBefore: .zero, possiblySent: sent, until: over, error: error)
        case .released(let sent): _ = entries[record]?.release(fence: fence, possiblySent: sent, until: over)
        }
        let isBeside = configuration.does(.grantsNewRevisionBesideDoubt) || configuration.does(.deletesBesideDoubt)
        if isBeside, told == .doubtful { entries[record]?.lingering = nil }
        guard isConfirmed, grants[index(number)].ack == told else { return }
        grants[index(number)].ack = nil
        _ = grants[index(number)].ledger?.confirm()
    }
}
