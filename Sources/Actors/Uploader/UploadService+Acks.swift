internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import LedgerStore
internal import Logging
internal import MessageBus
internal import VitalRecords

extension UploadService {
    /// The most outcomes taken over from the ledger at the start; more than were ever granted at a time.
    private static let recoveryLimit = 4_096
    /// The most grants of earlier starts that a demand names.
    private static let openGrantLimit = 64

    /// Takes over from an earlier start: outcomes are told again, cut-off attempts are told as possibly sent.
    ///
    /// - Returns: What is told only when its request can no longer arrive; which destination it is for is not known.
    func recover() async throws -> [UploadOutcome] {
        for stored in try await ledger.interruptedAttempts(limit: Self.recoveryLimit) {
            guard let outcome = stored.entry.outcomeAfterRestart else { continue }
            try await ledger.recordOutcome(
                logID: stored.entry.logID,
                fence: stored.entry.fence,
                outcome: outcome,
                at: context.environment.now()
            )
        }
        let outwaits = settings.destinations.values.contains { $0.repeats.outwaitsDoubt }
        var later: [UploadOutcome] = []
        for stored in try await ledger.unconfirmedOutcomes(limit: Self.recoveryLimit) {
            guard var outcome = UploadOutcome(stored) else { continue }
            outcome.over =
                RequestSpan(sent: clock.now, timeout: settings.requestTimeout).end
            recent.insert(outcome.key)
            if outcome.possiblySent, outwaits { later.append(outcome) } else { acks.add(outcome) }
        }
        let open = (later + acks.all).map { WorkPull.OpenGrant(logID: $0.key.logID, fence: $0.key.fence) }
        if open.count <= Self.openGrantLimit { openGrants = open }
        ackSignal.raise()
        return later
    }

    /// Tells what an earlier start left in doubt, when its requests can no longer arrive.
    func tellLater(_ outcomes: [UploadOutcome]) async {
        guard !outcomes.isEmpty else { return }
        let span = RequestSpan(sent: clock.now, timeout: settings.requestTimeout)
        while !span.isOver(now: clock.now), !Task.isCancelled {
            await pause(.milliseconds(max(1, span.end.milliseconds - clock.now.milliseconds)))
        }
        guard !Task.isCancelled else { return }
        for outcome in outcomes { acks.add(outcome) }
        ackSignal.raise()
    }

    /// Tells the owner the outcomes when woken, again and again until it confirms them.
    func tellOwner() async {
        var failures = 0
        for await _ in ackSignal.stream {
            while !acks.isEmpty, !Task.isCancelled {
                let told = acks.next
                let wasFull = !acks.hasRoom
                let settled = acks.settle(told: told, confirmed: await confirmations(told))
                await confirm(settled)
                if wasFull, acks.hasRoom { pullSignal.raise() }
                guard settled.count < told.count else {
                    failures = 0
                    problems["ack"] = nil
                    continue
                }
                failures += 1
                counters.acksRepeated += 1
                await pause(settings.ackBackoff.delay(attempt: failures, random: .random(in: 0.5...1)))
            }
        }
    }

    /// What the owner confirms of outcomes; nothing when it does not answer.
    private func confirmations(_ told: [UploadOutcome]) async -> [WorkKey] {
        let ack = UploadAck(worker: context.address.client, outcomes: told.map { $0.forOwner(now: clock.now) })
        do {
            let bytes = try await context.requests.callRaw(
                UploadWork.ack,
                hub: settings.ownerHub,
                ack,
                timeout: settings.ackTimeout
            )
            let reply = try Envelope<ReplyPayload<UploadConfirmed>>.decode(bytes).data
            if let fault = reply.error { throw fault.error }
            return reply.ok?.confirmed.map { WorkKey(logID: $0.logID, fence: $0.fence) } ?? []
        } catch let error as BusError {
            problems["ack"] = WireFault(
                code: error.code.rawValue,
                message: "outcomes wait for the session manager: \(error.message)",
                retriable: true
            )
        } catch {
            problems["ack"] = WireFault(
                code: "internalError",
                message: "outcomes cannot be told: \(type(of: error))",
                retriable: true
            )
        }
        return []
    }

    /// Notes confirmed outcomes; one that cannot be noted is told once more after a restart, which changes nothing.
    private func confirm(_ settled: [UploadOutcome]) async {
        let (ledger, now) = (ledger, context.environment.now())
        let failed = await withTaskGroup(of: Bool.self) { group in
            for outcome in settled where outcome.isInLedger {
                group.addTask {
                    do {
                        try await ledger.confirm(logID: outcome.key.logID.rawValue, fence: outcome.key.fence, at: now)
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        guard failed > 0 else { return }
        isLedgerWritable = false
        context.logger.warning("confirmed outcomes were not noted", metadata: ["count": "\(failed)"])
    }
}
