import Delivery

extension ProtocolWorld {
    /// Everything that may happen next; a step that changes nothing leads to a state that is known.
    func steps(_ configuration: ModelConfiguration) -> [ProtocolStep] {
        var steps: [ProtocolStep] = [.tick]
        addIntake(configuration, &steps)
        addOwner(configuration, &steps)
        for fence in 1..<Int64(grants.count + 1) { addWorker(fence, configuration, &steps) }
        for worker in UInt8(0)...1 where grants.contains(where: { $0.worker == worker }) {
            steps.append(.crash(worker: worker))
        }
        return steps
    }

    private func addIntake(_ configuration: ModelConfiguration, _ steps: inout [ProtocolStep]) {
        if configuration.hasSecondPerson, !isFirstSessionOver { steps.append(.switchSession) }
        if newestCommitted < configuration.revisions { steps.append(.newRevision) }
        for (number, hub) in hubs.enumerated() {
            for revision in 1...hub.committed { steps.append(.submit(hub: number, revision: revision)) }
            let isNamed = hub.replied >= hub.row || configuration.does(.removesOnPuback)
            if hub.row > 0, isNamed { steps.append(.removeRow(hub: number)) }
        }
    }

    private func addOwner(_ configuration: ModelConfiguration, _ steps: inout [ProtocolStep]) {
        guard let entry else { return }
        if case .pending = entry.state, grants.count < configuration.grants {
            // The two workers are alike, so the first grant goes to the first.
            for worker in UInt8(0)...(grants.isEmpty ? 0 : 1) {
                steps.append(.grant(worker: worker, pullIsOld: false))
                if configuration.hasOldPulls { steps.append(.grant(worker: worker, pullIsOld: true)) }
            }
            steps.append(.grantUnheard)
        }
        if entry.lease != nil || entry.lingering != nil { steps += [.expire, .restartOwner] }
        if configuration.hasLastWills { steps += [.lastWill(worker: 0), .lastWill(worker: 1)] }
        for (index, grant) in grants.enumerated() {
            for told in Told.allCases where grant.told & told.bit != 0 {
                steps.append(.settle(fence: Int64(index + 1), told, isConfirmed: false))
                if grant.ack == told { steps.append(.settle(fence: Int64(index + 1), told, isConfirmed: true)) }
            }
        }
    }

    private func addWorker(_ fence: Int64, _ configuration: ModelConfiguration, _ steps: inout [ProtocolStep]) {
        let grant = grants[index(fence)]
        switch grant.phase {
        case .idle: if grant.ack == nil, !grant.isRecent { steps.append(.take(fence: fence)) }
        case .toCreate, .toUpdate, .toDelete: steps.append(.post(fence: fence))
        case .holding: steps.append(.tell(fence: fence))
        case .flying:
            steps.append(.breakOff(fence: fence))
            if grant.wire?.status != 0 { steps.append(.answer(fence: fence)) }
        }
        guard let wire = grant.wire else { return }
        guard wire.age < ModelTime.oldAge || configuration.requestsMayArriveLate else { return }
        // libcurl sends an unanswered request again by itself where the connection may be a kept one.
        let isKept = configuration.repeats.toleratesRepeats || configuration.does(.keepsConnections)
        guard !wire.hasArrived || (isKept && grant.phase == .flying) else { return }
        steps.append(.arrive(fence: fence, refused: false))
        if configuration.mayRefuse, !wire.hasArrived { steps.append(.arrive(fence: fence, refused: true)) }
    }

    /// Takes a step.
    ///
    /// - Returns: The promise that the step itself breaks.
    mutating func take(_ step: ProtocolStep, _ configuration: ModelConfiguration) -> String? {
        var fault: String?
        switch step {
        case .tick: tick()
        case .submit(let hub, let revision): fault = submit(revision, of: hub, configuration)
        case .removeRow(let hub): hubs[hub].row = 0
        case .newRevision: newRevision(configuration)
        case .switchSession: switchSession()
        case .grant(let worker, let old): grant(to: worker, pullIsOld: old)
        case .grantUnheard: grantUnheard()
        case .lastWill(let worker): fault = lastWill(of: worker, configuration)
        case .expire: _ = entry?.leaseExpired(now: ModelTime.now)
        case .restartOwner: restartOwner(configuration)
        case .take(let fence): fault = receive(fence, configuration)
        case .post(let fence): fault = post(fence, grants[index(fence)].phase, configuration)
        case .arrive(let fence, let refused): arrive(fence, refused: refused, configuration)
        case .answer(let fence): fault = answer(fence, configuration)
        case .breakOff(let fence): doubt(fence, configuration)
        case .tell(let fence): tellHeld(fence)
        case .crash(let worker): crash(worker, configuration)
        case .settle(let fence, let told, let isConfirmed): settle(fence, told, isConfirmed, configuration)
        }
        forgetDeadRequests(configuration)
        return fault
    }

    private mutating func tick() {
        for index in grants.indices {
            grants[index].pullAge = ModelTime.aged(grants[index].pullAge)
            if grants[index].phase == .holding { grants[index].holdAge = ModelTime.aged(grants[index].holdAge) }
            if let age = grants[index].wire?.age { grants[index].wire?.age = ModelTime.aged(age) }
        }
        if var lease = entry?.lease {
            lease.until = ModelTime.aged(lease.until)
            entry?.state = .leased(lease)
        }
        if let until = entry?.lingering?.until { entry?.lingering?.until = ModelTime.aged(until) }
    }

    /// What can do nothing any more is forgotten, so that states that differ only by it are one.
    private mutating func forgetDeadRequests(_ configuration: ModelConfiguration) {
        for index in grants.indices {
            if grants[index].phase != .holding { grants[index].holdAge = 0 }
            // A worker that is busy or through asks nothing of its pull any more; one that crashes forgets it.
            if grants[index].isRecent { grants[index].pullAge = ModelTime.oldAge }
            guard grants[index].phase != .flying, let wire = grants[index].wire else { continue }
            let isDead = wire.age >= ModelTime.oldAge && !configuration.requestsMayArriveLate
            if wire.hasArrived || isDead { grants[index].wire = nil }
        }
    }
}
