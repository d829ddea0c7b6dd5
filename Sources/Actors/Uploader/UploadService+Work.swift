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
            if let outcome = knownOutcome(held) { finish(held, outcome) } else { open.append(held) }
        }
        for held in open { noteSubmission(held) }
        let attempt = attempt
        let left = await TogetherAttempt(single: attempt).deliver(open) { await self.hear($0, $1) }
        for alone in left.alone where alone.hasBegun { loners.insert(alone.held.key.logID) }
        for alone in left.alone { await carry(alone, isNoted: true) }
        guard let sent = left.sent else { return }
        let isOver = await attempt.outwait(sent)
        for (held, outcome) in left.doubtful { finish(held, isOver ? outcome : nil) }
    }

    private func carry(_ alone: TogetherLeft.Alone, isNoted: Bool = false) async {
        let held = alone.held
        if !alone.hasBegun, let outcome = knownOutcome(held) { return finish(held, outcome) }
        if !isNoted { noteSubmission(held) }
        finish(held, await deliver(alone))
    }

    /// Delivered under an earlier grant whose answer is still on its way to the owner: nothing is sent again.
    private func knownOutcome(_ held: HeldItem) -> UploadOutcome? {
        acks.knownDone(held.key.logID, revision: held.work.revision).map { done in
            var known = UploadOutcome(
                key: held.key,
                revision: held.work.revision,
                result: done.result,
                possiblySent: false,
                requests: 0
            )
            known.url = done.url
            return known
        }
    }

    private func noteSubmission(_ held: HeldItem) { context.activity.note("submission", held.work.facts) }

    /// An attempt on several records tells what came of one.
    private func hear(_ held: HeldItem, _ outcome: UploadOutcome?) async { finish(held, outcome) }

    /// Frees a record's place and settles what came of it.
    private func finish(_ held: HeldItem, _ outcome: UploadOutcome?) {
        slots.finish(held.key)
        recent.insert(held.key)
        workSignal.raise()
        if let outcome { settle(held, outcome) }
        // Not for every single place: a demand is a message, too.
        let isQuarterFree = slots.free * 4 >= settings.concurrency + settings.prefetch  // In range: its own places.
        if slots.waitingCount == 0 || isQuarterFree { pullSignal.raise() }
    }

    private func deliver(_ alone: TogetherLeft.Alone) async -> UploadOutcome? {
        var outcome: UploadOutcome?
        switch alone.held.work {
        case .record(let item):
            let attempt = attempt
            outcome = await attempt.deliver(item, held: alone.held, hasBegun: alone.hasBegun)
            outcome?.requests = attempt.http.sent.count + alone.requests  // In range: its own counts.
        case .image(let image):
            let attempt = imageAttempt
            outcome = await attempt.deliver(image, alone.held.budget)
            outcome?.requests = attempt.http.sent.count
        }
        return outcome
    }

    private var imageAttempt: ImageAttempt {
        ImageAttempt(
            destinations: settings.destinations,
            credentials: credentials,
            ledger: ledger,
            http: HTTPSender(curl: curl, timeout: settings.imageTimeout),
            source: ImageBytesReader(requests: context.requests, ownerHub: settings.ownerHub),
            clock: clock,
            now: context.environment.now,
            tell: { await self.note($0) }
        )
    }

    private var attempt: UploadAttempt {
        UploadAttempt(
            destinations: settings.destinations,
            credentials: credentials,
            ledger: ledger,
            http: HTTPSender(curl: curl, timeout: settings.requestTimeout),
            settle: settings.lookupSettle,
            clock: clock,
            now: context.environment.now,
            pause: { await self.pause($0) },
            tell: { await self.note($0) }
        )
    }

    /// Counts an outcome and puts it before the owner.
    func settle(_ held: HeldItem, _ outcome: UploadOutcome) {
        recent.insert(held.key)
        counters.count(outcome.result)
        judge(outcome.result, held.work.destination)
        let told = outcome.forOwner(now: clock.now)
        context.activity.note("answer", ["logID": held.key.logID.rawValue, "result": told.result.rawValue])
        acks.add(outcome)
        ackSignal.raise()
    }

    private func note(_ event: AttemptEvent) {
        switch event {
        case .looksUp: counters.lookups += 1
        case .found: counters.foundByLookup += 1
        case .answeredByLedger: counters.answeredByLedger += 1
        case .posts(let leftOut):
            counters.posted += 1
            counters.measurementsLeftOut += Int64(leftOut)
        case .postsMany(let leftOut):
            counters.posted += 1
            counters.postedTogether += 1
            counters.measurementsLeftOut += Int64(leftOut)
        case .postsImage: counters.images += 1
        case .resends(let blind):
            counters.resent += 1
            if blind { counters.resentBlind += 1 }
        case .ledgerFailed:
            isLedgerWritable = false
            context.logger.error("the attempt ledger failed: no new work is taken until it can be written")
        }
    }

    /// Keeps the list of problems: a destination's faults stand until it takes a record.
    private func judge(_ result: UploadOutcome.Result, _ api: String) {
        switch result {
        case .done:
            lastSuccess = context.environment.now()
            problems = problems.filter { !$0.key.hasPrefix("\(api): ") }
        case .paused(let error): addProblem("\(api): paused", error)
        case .retry(_, let error): addProblem("\(api): \(error.code)", error)
        case .failed, .release, .unauthorized: break
        }
    }

    private func addProblem(_ key: String, _ error: DeliveryError) {
        if problems[key] == nil {
            context.logger.warning("\(error.message)", metadata: ["code": "\(error.code)"])
        }
        guard problems.count < 16 || problems[key] != nil else { return }
        problems[key] = WireFault(code: error.code, message: error.message, retriable: true)
    }
}
