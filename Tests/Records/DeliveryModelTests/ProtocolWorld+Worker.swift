import DeliveryRules
import FoundationEssentials

extension ProtocolWorld {
    /// A grant reaches its worker, for the first time or again.
    mutating func receive(_ number: Int64, _ list: ProtocolStep.List, _ configuration: ModelConfiguration) -> String? {
        let grant = grants[index(number)]
        guard fits(grant, configuration) else {
            giveBack(number)
            return nil
        }
        let mine = grants.filter { $0.worker == grant.worker && $0.person == grant.person }
        // Other grants of the same record run first; until then this one waits, as if it arrived later.
        guard !mine.contains(where: \.isRunning) else { return nil }
        if mine.contains(where: { $0.ack == .done && $0.revision == grant.revision }) {
            grants[index(number)].tell(.done)
            return nil
        }
        let plan = plan(number, list, configuration)
        // The owner knows the id of a reported record; a change is modelled without the id, which is harder.
        let first = plan.first(canUpdate: grant.isDeletion && grant.isUpdate)
        if case .lookUp = first { return lookUp(number, plan, list) }
        let next: GrantCopy.Phase = if case .delete = first { .toDelete } else { .toCreate }
        guard !configuration.mayStallBeforeRequest else {
            grants[index(number)].phase = next
            return nil
        }
        return post(number, next, configuration)
    }

    private func fits(_ grant: GrantCopy, _ configuration: ModelConfiguration) -> Bool {
        if configuration.does(.ignoresLeaseBudget) { return true }
        guard grant.pullAge < ModelTime.oldAge else { return false }
        let sent = ModelTime.ago(grant.pullAge)
        return LeaseBudget(term: ModelTime.term, pullSent: sent, margin: ModelTime.margin)
            .mayStart(now: ModelTime.now, requestTimeout: ModelTime.timeout)
    }

    /// Returns a grant that arrived too late, unless an attempt in the ledger accounts for it.
    private mutating func giveBack(_ number: Int64) {
        guard grants[index(number)].ledger?.isPossiblySent != true else { return }
        grants[index(number)].tell(.unsent)
    }

    /// The attempt's plan; a list is conclusive only if it must show earlier arrivals by now and no request can still
    /// arrive.
    private func plan(_ number: Int64, _ list: ProtocolStep.List, _ configuration: ModelConfiguration) -> AttemptPlan {
        let grant = grants[index(number)]
        let mine = grants.filter { $0.worker == grant.worker && $0.person == grant.person }
        let isCareless = configuration.does(.ignoresDoubt)
        return AttemptPlan(
            repeats: configuration.repeats(of: grant.person),
            revision: Int(grant.revision),
            fence: grant.fence,
            isUpdate: grant.isUpdate,
            isDeletion: grant.isDeletion,
            possiblySent: grant.possiblySent && !isCareless,
            hasSettled: (list != .absent || configuration.does(.believesYoungLists))
                && (!grant.hasEarlierUnderWay || configuration.does(.believesListsBesideDoubt)),
            ledger: isCareless ? [] : mine.compactMap(\.ledger)
        )
    }

    /// Queries the destination; the answer is true now, and used later.
    private mutating func lookUp(_ number: Int64, _ plan: AttemptPlan, _ list: ProtocolStep.List) -> String? {
        let found = found(number, list, plan.repeats)
        var step = plan.afterLookUp(found)
        if step == .lookUp { step = plan.afterLookUp(found, isSecond: true) }
        switch step {
        case .settleDone, .settleDeleted: grants[index(number)].tell(.done)
        case .update: grants[index(number)].phase = .toUpdate
        case .delete: grants[index(number)].phase = .toDelete
        case .settleLater:
            let isNews = plan.isInDoubt && !grants[index(number)].possiblySent
            grants[index(number)].tell(isNews ? .doubtful : .unsent)
        case .create, .lookUp, .settleUndeletable, .settle, .keepAnswer:
            grants[index(number)].phase = .toCreate
        }
        return nil
    }

    private func found(_ number: Int64, _ list: ProtocolStep.List, _ repeats: RepeatPolicy) -> AttemptPlan.LookUp {
        guard list != .nothing else { return .unanswered }
        let (grant, copy) = (grants[index(number)], copies[Int(grants[index(number)].person)])
        let isThere = repeats == .versions ? copy.revision == grant.revision : copy.creates > 0
        return list == .truth && isThere ? .found(serverID: "s") : .absent
    }

    /// Commits the attempt, checks the clock once more, and sends.
    mutating func post(_ number: Int64, _ phase: GrantCopy.Phase, _ configuration: ModelConfiguration) -> String? {
        let grant = grants[index(number)]
        // The ledger has one row for each grant: an attempt from before a restart is not repeated.
        guard grant.ledger == nil else {
            grants[index(number)].phase = .idle
            grants[index(number)].isRecent = true
            return nil
        }
        var row = AttemptLedgerEntry(logID: "\(grant.person)", revision: Int(grant.revision), fence: grant.fence)
        guard fits(grant, configuration) || configuration.mayStallBeforeRequest else {
            _ = row.answer(Told.unsent.outcome)
            grants[index(number)].ledger = row
            grants[index(number)].tell(.unsent)
            return nil
        }
        grants[index(number)].ledger = row
        return send(number, isUpdate: phase == .toUpdate, isDeletion: phase == .toDelete)
    }

    private mutating func send(_ number: Int64, isUpdate: Bool, isDeletion: Bool = false) -> String? {
        grants[index(number)].phase = .flying
        grants[index(number)].wire = GrantCopy.Wire(isUpdate: isUpdate, isDeletion: isDeletion)
        let grant = grants[index(number)]
        guard let entry = entries[Int(grant.person)], entry.fence > grant.fence else { return nil }
        return "(4) a request leaves under grant \(grant.fence) although grant \(entry.fence) was made"
    }

    /// The destination's answer reaches the worker, which settles the grant or sends a second request.
    mutating func answer(_ number: Int64, _ list: ProtocolStep.List, _ configuration: ModelConfiguration)
        -> String?
    {
        guard let wire = grants[index(number)].wire else { return nil }
        let reply = Self.reply(wire.status)
        let plan = plan(number, list, configuration)
        var step = plan.afterAnswer(reply, wasUpdate: wire.isUpdate || wire.isDeletion)
        if step == .lookUp {
            step = plan.afterSecondLookUp(found(number, list, plan.repeats), answer: reply)
        }
        switch step {
        case .settleLater where !configuration.does(.takesSilenceForRefusal):
            note(number, .unsent)
            return nil
        // A change needs the destination's id.
        case .settleLater, .update(serverID: nil):
            note(number, .failed)
            return nil
        case .settleDeleted:
            note(number, .done)
            return nil
        case .create, .update, .delete:
            guard fits(grants[index(number)], configuration) else {
                note(number, .unsent)
                return nil
            }
            if case .update = step { return send(number, isUpdate: true) }
            if case .delete = step { return send(number, isUpdate: false, isDeletion: true) }
            return send(number, isUpdate: false)
        case .keepAnswer, .lookUp, .settleDone, .settleUndeletable, .settle: break
        }
        let meaning =
            wire.isDeletion
            ? AnswerTable.classifyDeletion(reply, now: .distantPast)
            : AnswerTable.classify(reply, now: .distantPast)
        switch meaning {
        case .submitted: note(number, .done)
        case .rejected: note(number, .failed)
        case .sessionUnauthorized, .destinationPaused, .retry:
            let wasSentOnce = !wire.wasRepeated || configuration.does(.believesSecondBusy)
            let mayHave = meaning.mayHaveArrived(status: reply.status, wasSentOnce: wasSentOnce)
            note(number, mayHave ? .doubtful : .unsent)
        }
        return nil
    }

    /// Commits an outcome to the ledger and reports it.
    private mutating func note(_ number: Int64, _ told: Told) {
        _ = grants[index(number)].ledger?.answer(told.outcome)
        grants[index(number)].tell(told)
    }

    /// The request gets no answer, or one from a proxy that gave up waiting (500, 502, 504).
    ///
    /// It may have arrived, or may still arrive until its timeout. The worker reports the doubt at once.
    mutating func doubt(_ number: Int64, _ configuration: ModelConfiguration) {
        note(number, configuration.does(.takesErrorForRefusal) ? .unsent : .doubtful)
    }

    /// The worker dies at any point and restarts with only its ledger.
    mutating func crash(_ worker: UInt8, _ configuration: ModelConfiguration) {
        for index in grants.indices where grants[index].worker == worker {
            grants[index].phase = .idle
            grants[index].isRecent = false
            grants[index].ack = nil
            grants[index].isOfEarlierStart = true
            // The worker forgets its pulls, so the grants that answer them have no known age.
            grants[index].pullAge = ModelTime.oldAge
            if configuration.does(.forgetsLedger) { grants[index].ledger = nil }
            if let outcome = grants[index].ledger?.outcomeAfterRestart { _ = grants[index].ledger?.answer(outcome) }
            guard let outcome = grants[index].ledger?.unconfirmedOutcome else { continue }
            grants[index].tell(Told(outcome))
        }
    }
}
