internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import Logging
internal import MessageBus
internal import VitalRecords

extension UploadService {
    /// Starts what fits when woken, until cancelled; what is on its way then is cut off and noted.
    func work() async {
        await withDiscardingTaskGroup { tasks in
            for await _ in workSignal.stream {
                let groups = slots.start(now: clock.now) { self.together($0) }
                for group in groups { tasks.addTask { await self.carry(group) } }
            }
        }
    }

    /// How many records may go with one into a request.
    private func together(_ held: HeldItem) -> Int {
        guard let item = held.record, held.group != nil, !loners.contains(held.key.logID) else { return 1 }
        return settings.destinations[item.apiVersion.rawValue]?.many?.records ?? 1
    }

    /// Carries what has one place: a record, or several of one group.
    private func carry(_ group: [HeldItem]) async {
        guard group.count > 1 else {
            for held in group { await carry(TogetherLeft.Alone(held: held)) }
            return
        }
        var open: [HeldItem] = []
        for held in group {
            if let outcome = answers.known(held) { finish(held, outcome: outcome) } else { open.append(held) }
        }
        for held in open { noteSubmission(held) }
        let attempt = attempts.record
        let left = await TogetherAttempt(single: attempt).deliver(open) { self.finish($0, outcome: $1) }
        for alone in left.alone where alone.hasBegun { loners.insert(alone.held.key.logID) }
        for alone in left.alone { await carry(alone, isNoted: true) }
        guard let sent = left.sent else { return }
        let isOver = await attempt.outwait(sent)
        for (held, outcome) in left.doubtful { finish(held, outcome: isOver ? outcome : nil) }
    }

    private func carry(_ alone: TogetherLeft.Alone, isNoted: Bool = false) async {
        let held = alone.held
        if !alone.hasBegun, let outcome = answers.known(held) { return finish(held, outcome: outcome) }
        if !isNoted { noteSubmission(held) }
        finish(held, outcome: await attempts.deliver(alone))
    }

    private func noteSubmission(_ held: HeldItem) { context.activity.note("submission", held.work.facts) }

    /// Frees a record's place and settles what came of it.
    private func finish(_ held: HeldItem, outcome: UploadOutcome?) {
        slots.finish(held.key)
        answers.remember(held.key)
        workSignal.raise()
        if let outcome { settle(held, outcome: outcome) }
        // Not for every single place: a demand is a message, too.
        let isQuarterFree = slots.free * 4 >= settings.concurrency + settings.prefetch  // In range: its own places.
        if slots.waitingCount == 0 || isQuarterFree { pullSignal.raise() }
    }

    private var attempts: AttemptMaker {
        AttemptMaker(
            settings: settings,
            credentials: credentials,
            ledger: ledger,
            curl: curl,
            requests: context.requests,
            clock: clock,
            now: context.environment.now,
            pause: { await self.pause($0) },
            tell: { await self.note($0) }
        )
    }

    private func note(_ event: AttemptEvent) { condition.note(event) }

    /// Counts an outcome and puts it before the owner.
    func settle(_ held: HeldItem, outcome: UploadOutcome) {
        condition.counters.count(outcome.result)
        condition.judge(outcome.result, of: held.work.destination, at: context.environment.now())
        let told = outcome.forOwner(now: clock.now)
        context.activity.note("answer", ["logID": held.key.logID.rawValue, "result": told.result.rawValue])
        answers.add(outcome)
        ackSignal.raise()
    }
}
