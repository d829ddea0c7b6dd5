import DeliveryRules

extension ProtocolWorld {
    /// The promise that this state breaks.
    func fault() -> String? {
        for hub in hubs where hub.row < hub.committed {
            guard case .given(_, let newest, _) = known, max(newest, Int(held)) >= hub.committed else {
                return "(1) a committed reading is in no outbox and not with the owner"
            }
        }
        if copies.contains(where: { $0.creates > 1 }) { return "(2) one log id has two records" }
        // Both persons may have it while an operator's correction is under way, but not once nothing will withdraw it.
        let other = 1 - person
        if !isTwofold, copies[Int(other)].creates > 0, !isBeingTakenBack(from: other) {
            return copies[Int(person)].creates > 0
                ? "(3) one reading stands with two persons"
                : "(3) the reading stands with a person who does not have its key"
        }
        if isTwofold, entries[0]?.newestRevision != entries[1]?.newestRevision {
            return "(5) one destination of a record is to get another revision than the other"
        }
        if isDeletedByHand, entry?.isToBeDeleted != true { return "(1) a deleted record is to be created again" }
        return entries.indices.lazy.compactMap(fault(of:)).first
    }

    private func isBeingTakenBack(from person: UInt8) -> Bool {
        guard let entry = entries[Int(person)], entry.isToBeDeleted else { return false }
        switch entry.state {
        case .pending, .leased: return true
        case .submitted, .withdrawn, .rejected, .ended: return entry.waitingRevision != nil
        }
    }

    /// The difference between the reported and the real state of a person's record, if any.
    private func fault(of person: Int) -> String? {
        guard let entry = entries[person], case .submitted = entry.state else { return nil }
        let copy = copies[person]
        if entry.isDeletion { return copy.creates == 0 ? nil : "(1) told as deleted, but it is there" }
        if copy.creates == 0 { return "(1) told as submitted, but it is not there" }
        return copy.revision == entry.revision ? nil : "(1) an older revision was written over the newest"
    }

    /// The fault that remains after a calm period in which everything restarts, every message arrives, and time passes.
    func faultAfterCalm(_ configuration: ModelConfiguration) -> String? {
        var world = self
        if let fault = world.calmDown(configuration) { return fault }
        if let fault = world.fault() { return fault }
        guard let entry = world.entry else { return "(1) the owner never got the reading" }
        if world.hubs.contains(where: { $0.row > 0 }) { return "(1) an outbox is never emptied" }
        if max(UInt8(clamping: entry.newestRevision), world.held) < world.newestCommitted {
            return "(1) the newest revision is gone"
        }
        if world.isCorrected, world.copies[0].creates > 0 { return "(3) the first person still has it" }
        return world.entries.indices.lazy.compactMap { world.unsettled($0, configuration) }.first
    }

    /// Why a person's record is not in its proper place after a calm period.
    private func unsettled(_ person: Int, _ configuration: ModelConfiguration) -> String? {
        guard let entry = entries[person] else { return nil }
        switch entry.state {
        // No destination accepts it, and it is kept in its newest revision.
        case .pending where configuration.isSilent(UInt8(person)): return nil
        case .leased where configuration.isSilent(UInt8(person)): return nil
        case .submitted: return entry.waitingRevision == nil ? nil : "(1) the newest revision waits for nothing"
        case .rejected: return configuration.mayRefuse ? nil : "(1) given up, although the destination refused nothing"
        case .ended where person == ending && hasNext: return "(1) it does not go on under the next session"
        case .ended(let isUnknown):
            let isThere = copies[person].revision == UInt8(clamping: entry.revision)
            return isThere && !isUnknown ? "(1) it is there, and called unsent" : nil
        case .withdrawn where copies[person].creates == 0: return nil
        case .pending, .leased, .withdrawn: return "(1) the reading goes no further: \(entry.state)"
        }
    }

    private mutating func calmDown(_ configuration: ModelConfiguration) -> String? {
        for step in [ProtocolStep.crash(worker: 0), .crash(worker: 1), .tick, .tick] { _ = take(step, configuration) }
        for hub in hubs.indices {
            for revision in 1...hubs[hub].committed {
                if let fault = take(.submit(hub: hub, revision: revision), configuration) { return fault }
            }
            _ = take(.removeRow(hub: hub), configuration)
        }
        for _ in 0..<60 {
            let before = self
            for step in calmSteps(configuration) {
                if let fault = take(step, configuration) { return fault }
            }
            if self == before { _ = take(.tick, configuration) }
            if isSettled(configuration) { return nil }
        }
        return nil
    }

    /// Whether every delivery is complete.
    private func isSettled(_ configuration: ModelConfiguration) -> Bool {
        guard entry != nil else { return false }
        for (row, entry) in entries.enumerated() where !configuration.isSilent(UInt8(row)) {
            guard let entry else { continue }
            if entry.lease != nil || entry.waitingRevision != nil { return false }
            if case .pending = entry.state { return false }
            if hasNext, case .ended = entry.state { return false }
        }
        return grants.allSatisfy { configuration.isSilent($0.person) || ($0.ack == nil && !$0.isRunning) }
    }

    /// The steps of a calm world before time passes.
    private func calmSteps(_ configuration: ModelConfiguration) -> [ProtocolStep] {
        var steps: [ProtocolStep] = []
        for (index, grant) in grants.enumerated() {
            let number = Int64(index + 1)
            switch grant.phase {
            case .toCreate, .toUpdate, .toDelete: steps.append(.post(number: number))
            case .flying where configuration.isSilent(grant.person): steps.append(.breakOff(number: number))
            case .flying where grant.wire?.status == 0: steps.append(.arrive(number: number, .taken))
            case .flying: steps.append(.answer(number: number, list: .truth))
            case .idle where grant.ack == nil && !grant.isRecent:
                steps.append(.take(number: number, list: configuration.isSilent(grant.person) ? .nothing : .truth))
            case .idle: if let ack = grant.ack { steps.append(.settle(number: number, ack, isConfirmed: true)) }
            }
        }
        if hasNext { steps.append(.continueRecord) }
        return steps + [.expire] + (UInt8(0)...1).map { .grant(worker: 0, person: $0, pullIsOld: false) }
    }
}
