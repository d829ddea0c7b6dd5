import DeliveryRules

extension ProtocolWorld {
    /// Everything that may happen next; a step that changes nothing leads to a known state.
    func steps(_ configuration: ModelConfiguration) -> [ProtocolStep] {
        var steps: [ProtocolStep] = [.tick]
        addIntake(configuration, &steps)
        addOwner(configuration, &steps)
        for number in 1..<Int64(grants.count + 1) { addWorker(number, configuration, &steps) }
        for worker in UInt8(0)...1 where grants.contains(where: { $0.worker == worker }) {
            steps.append(.crash(worker: worker))
            if earlier(worker, configuration).contains(where: { $0 }) { steps.append(.freeEarlier(worker: worker)) }
        }
        return steps
    }

    private func addIntake(_ configuration: ModelConfiguration, _ steps: inout [ProtocolStep]) {
        if configuration.hasSecondPerson, !isFirstSessionOver { steps.append(.switchSession) }
        if configuration.hasNextSession {
            if !isEnded { steps.append(.endSession) }
            if isEnded, !hasNext { steps.append(.startNextSession) }
            if hasNext, case .ended = entries[ending]?.state { steps.append(.continueRecord) }
        }
        if newestCommitted < configuration.revisions { steps.append(.newRevision) }
        if configuration.operatorDeletes, entry != nil, !isDeletedByHand { steps.append(.deleteByHand) }
        if configuration.operatorCorrects, entry != nil, !isCorrected { steps.append(.correctPerson) }
        for (number, hub) in hubs.enumerated() {
            for revision in 1...hub.committed { steps.append(.submit(hub: number, revision: revision)) }
            let isNamed = hub.replied >= hub.row || configuration.does(.removesOnPuback)
            if hub.row > 0, isNamed { steps.append(.removeRow(hub: number)) }
        }
    }

    private func addOwner(_ configuration: ModelConfiguration, _ steps: inout [ProtocolStep]) {
        for (person, entry) in entries.enumerated() {
            let made = isTwofold ? grants.count { $0.person == UInt8(person) } : grants.count
            guard case .pending = entry?.state, made < configuration.grants else { continue }
            // The two workers are interchangeable, so the first grant goes to the first one.
            for worker in UInt8(0)...(grants.isEmpty && !configuration.tellsWorkersApart ? 0 : 1) {
                steps.append(.grant(worker: worker, person: UInt8(person), pullIsOld: false))
                guard configuration.hasOldPulls else { continue }
                steps.append(.grant(worker: worker, person: UInt8(person), pullIsOld: true))
            }
            steps.append(.grantUnheard(person: UInt8(person)))
        }
        if entries.contains(where: { $0?.lease != nil || $0?.lingering != nil }) { steps += [.expire, .restartOwner] }
        if configuration.hasLastWills { steps += [.lastWill(worker: 0), .lastWill(worker: 1)] }
        for (index, grant) in grants.enumerated() {
            for told in Told.allCases where grant.told & told.bit != 0 {
                steps.append(.settle(number: Int64(index + 1), told, isConfirmed: false))
                if grant.ack == told { steps.append(.settle(number: Int64(index + 1), told, isConfirmed: true)) }
            }
        }
    }

    private func addWorker(_ number: Int64, _ configuration: ModelConfiguration, _ steps: inout [ProtocolStep]) {
        let grant = grants[index(number)]
        let isSilent = configuration.isSilent(grant.person)
        switch grant.phase {
        case .idle:
            guard grant.ack == nil, !grant.isRecent else { break }
            if !isSilent { steps += [.take(number: number, list: .truth)] }
            if configuration.lookUpsMayFail || isSilent { steps += [.take(number: number, list: .nothing)] }
            if configuration.listsMayLag { steps += [.take(number: number, list: .absent)] }
        case .toCreate, .toUpdate, .toDelete: steps.append(.post(number: number))
        case .flying:
            steps.append(.breakOff(number: number))
            guard grant.wire?.status != 0 else { break }
            steps += [.answer(number: number, list: .truth)]
            if configuration.lookUpsMayFail { steps += [.answer(number: number, list: .nothing)] }
            if configuration.listsMayLag { steps += [.answer(number: number, list: .absent)] }
        }
        guard let wire = grant.wire, !isSilent else { return }
        guard wire.age < ModelTime.oldAge || configuration.requestsMayArriveLate else { return }
        // libcurl repeats an unanswered request on its own if the connection may be a kept one.
        let isKept = configuration.repeats(of: grant.person).toleratesRepeats || configuration.does(.keepsConnections)
        guard !wire.hasArrived || (isKept && grant.phase == .flying) else { return }
        steps.append(.arrive(number: number, .taken))
        if configuration.mayBeBusy { steps.append(.arrive(number: number, .busy)) }
        if configuration.mayRefuse, !wire.hasArrived { steps.append(.arrive(number: number, .refused)) }
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
        case .endSession: endSession()
        case .startNextSession: hasNext = true
        case .continueRecord: continueRecord(configuration)
        case .deleteByHand: deleteByHand(configuration)
        case .correctPerson: correctPerson(configuration)
        case .grant(let worker, let person, let old): grant(person, to: worker, pullIsOld: old, configuration)
        case .grantUnheard(let person): grantUnheard(person)
        case .lastWill(let worker): fault = lastWill(of: worker, configuration)
        case .expire: expire()
        case .restartOwner: restartOwner(configuration)
        case .take(let number, let list): fault = receive(number, list, configuration)
        case .post(let number): fault = post(number, grants[index(number)].phase, configuration)
        case .arrive(let number, let fate): arrive(number, fate, configuration)
        case .answer(let number, let list): fault = answer(number, list, configuration)
        case .breakOff(let number): doubt(number, configuration)
        case .crash(let worker): crash(worker, configuration)
        case .freeEarlier(let worker): freeEarlier(worker, configuration)
        case .settle(let number, let told, let isConfirmed): settle(number, told, isConfirmed, configuration)
        }
        forgetDeadRequests(configuration)
        // The modelled content of the list decides whether it must show old arrivals, so their time does not matter.
        for index in entries.indices { entries[index]?.noteArrival(by: .zero) }
        return fault
    }

    private mutating func tick() {
        for index in grants.indices {
            grants[index].pullAge = ModelTime.aged(grants[index].pullAge)
            if let age = grants[index].wire?.age { grants[index].wire?.age = ModelTime.aged(age) }
        }
        for index in entries.indices {
            if var lease = entries[index]?.lease {
                lease.until = ModelTime.aged(lease.until)
                entries[index]?.state = .leased(lease)
            }
            guard let until = entries[index]?.lingering?.until else { continue }
            entries[index]?.lingering?.until = ModelTime.aged(until)
        }
    }

    /// Forgets requests that have no further effect, so that states that differ only by them are the same.
    private mutating func forgetDeadRequests(_ configuration: ModelConfiguration) {
        for index in grants.indices {
            // A worker that is busy or done no longer needs its pull's age; one that crashes forgets it.
            if grants[index].isRecent { grants[index].pullAge = ModelTime.oldAge }
            guard grants[index].phase != .flying, let wire = grants[index].wire else { continue }
            let isDead = wire.age >= ModelTime.oldAge && !configuration.requestsMayArriveLate
            if wire.hasArrived || isDead { grants[index].wire = nil }
        }
    }
}
