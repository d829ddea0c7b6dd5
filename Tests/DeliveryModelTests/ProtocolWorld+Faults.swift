import Delivery

extension ProtocolWorld {
    /// The promise that this state breaks.
    func fault() -> String? {
        for hub in hubs where hub.row < hub.committed {
            guard case .given(_, let newest, _) = known, newest >= hub.committed else {
                return "(1) a committed reading is in no outbox and not with the owner"
            }
        }
        if copies.contains(where: { $0.creates > 1 }) { return "(2) one log id has two records" }
        if copies.allSatisfy({ $0.creates > 0 }) { return "(3) one reading stands with two persons" }
        if copies[1 - Int(person)].creates > 0 {
            return "(3) the reading stands with a person who does not have its key"
        }
        if let entry, case .submitted = entry.state {
            let copy = copies[Int(person)]
            if entry.isDeletion { return copy.creates == 0 ? nil : "(1) told as deleted, but it is there" }
            if copy.creates == 0 { return "(1) told as submitted, but it is not there" }
            if copy.revision != entry.revision { return "(1) an older revision was written over the newest" }
        }
        return nil
    }

    /// What is still wrong after a calm time: everything is started again, every message comes, time passes.
    func faultAfterCalm(_ configuration: ModelConfiguration) -> String? {
        var world = self
        if let fault = world.calmDown(configuration) { return fault }
        if let fault = world.fault() { return fault }
        guard let entry = world.entry else { return "(1) the owner never got the reading" }
        if world.hubs.contains(where: { $0.row > 0 }) { return "(1) an outbox is never emptied" }
        if UInt8(clamping: entry.newestRevision) < world.newestCommitted { return "(1) the newest revision is gone" }
        switch entry.state {
        case .submitted: return entry.waitingRevision == nil ? nil : "(1) the newest revision waits for nothing"
        case .rejected: return nil
        case .ended(let isUnknown):
            let isThere = world.copies[Int(world.person)].revision == UInt8(clamping: entry.revision)
            return isThere && !isUnknown ? "(1) it is there, and called unsent" : nil
        case .withdrawn where world.copies[Int(world.person)].creates == 0: return nil
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
            for step in calmSteps() {
                if let fault = take(step, configuration) { return fault }
            }
            if self == before { _ = take(.tick, configuration) }
            if isSettled { return nil }
        }
        return nil
    }

    /// Whether nothing is left to do.
    private var isSettled: Bool {
        guard let entry, entry.lease == nil, entry.waitingRevision == nil else { return false }
        if case .pending = entry.state { return false }
        return grants.allSatisfy { $0.ack == nil && !$0.isRunning }
    }

    /// What a calm world does before time passes.
    private func calmSteps() -> [ProtocolStep] {
        var steps: [ProtocolStep] = []
        for (index, grant) in grants.enumerated() {
            let fence = Int64(index + 1)
            switch grant.phase {
            case .holding: steps.append(.tell(fence: fence))
            case .toCreate, .toUpdate, .toDelete: steps.append(.post(fence: fence))
            case .flying where grant.wire?.status == 0: steps.append(.arrive(fence: fence, refused: false))
            case .flying: steps.append(.answer(fence: fence))
            case .idle where grant.ack == nil && !grant.isRecent: steps.append(.take(fence: fence))
            case .idle: if let ack = grant.ack { steps.append(.settle(fence: fence, ack, isConfirmed: true)) }
            }
        }
        return steps + [.expire, .grant(worker: 0, pullIsOld: false)]
    }
}
