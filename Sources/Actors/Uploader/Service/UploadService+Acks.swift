internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import LedgerStore
internal import Logging
internal import MessageBus

extension UploadService {
    /// Takes over from an earlier start: outcomes are told again, cut-off attempts are told as possibly sent.
    ///
    /// - Returns: What is told only when its request can no longer arrive.
    func recover() async throws -> [UploadOutcome] {
        let earlier = EarlierStart(ledger: ledger, settings: settings, clock: clock, now: context.environment.now)
        var later: [UploadOutcome] = []
        for outcome in try await earlier.outcomes() {
            guard earlier.isToldLater(outcome) else {
                answers.add(outcome)
                continue
            }
            answers.remember(outcome.key)
            later.append(outcome)
        }
        openGrants = earlier.openGrants(of: later + answers.acks.all)
        ackSignal.raise()
        return later
    }

    /// Tells what an earlier start left in doubt, when its requests can no longer arrive.
    func tellLater(_ outcomes: [UploadOutcome]) async {
        guard !outcomes.isEmpty else { return }
        let span = RequestSpan(sent: clock.now, timeout: settings.requestTimeout)
        _ = await span.outwait(clock: clock) { await self.pause($0) }
        guard !Task.isCancelled else { return }
        for outcome in outcomes { answers.acks.add(outcome) }
        ackSignal.raise()
    }

    /// Tells the owner the outcomes when woken, again and again until it confirms them.
    func tellOwner() async {
        var failures = 0
        for await _ in ackSignal.stream {
            while !answers.acks.isEmpty, !Task.isCancelled {
                if await tellNext() {
                    failures = 0
                    condition.problems["ack"] = nil
                    continue
                }
                failures += 1
                condition.counters.acksRepeated += 1
                await pause(settings.ackBackoff.delay(attempt: failures, random: .random(in: 0.5...1)))
            }
        }
    }

    /// Tells the oldest outcomes, and notes what the owner confirms; false where it does not confirm all.
    private func tellNext() async -> Bool {
        let told = answers.acks.next
        let wasFull = !answers.acks.hasRoom
        let (confirmed, fault) = await owner.tell(told)
        if let fault { condition.problems["ack"] = fault }
        let settled = answers.acks.settle(told: told, confirmed: confirmed)
        let failed = await ledger.confirm(settled, at: context.environment.now())
        if failed > 0 {
            condition.isLedgerWritable = false
            context.logger.warning("confirmed outcomes were not noted", metadata: ["count": "\(failed)"])
        }
        if wasFull, answers.acks.hasRoom { pullSignal.raise() }
        return settled.count == told.count
    }

    /// Takes checks.
    func take(_ checks: [UploadGrant.Check]) {
        guard !checks.isEmpty, !slots.isDraining else { return }
        waitingChecks.take(checks)
        checkSignal.raise()
    }

    /// Asks destinations about sessions' credentials when woken, until cancelled.
    func checkCredentials() async {
        for await _ in checkSignal.stream {
            while !waitingChecks.isEmpty, !slots.isDraining, !Task.isCancelled {
                let answers = await checker.answers(to: waitingChecks.next())
                await owner.tell(answers) { await self.pause($0) }
            }
        }
    }
}
