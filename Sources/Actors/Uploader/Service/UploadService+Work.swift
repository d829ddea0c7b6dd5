internal import ActorRuntime
internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import Logging
internal import MessageBus
internal import VitalRecords

extension UploadService {
    /// How many records may go with one into a request, itself included.
    func together(_ held: HeldItem) -> Int {
        guard let item = held.record, held.work.group != nil, !loners.contains(held.key.logID) else { return 1 }
        return settings.destinations[item.apiVersion.rawValue]?.many?.records ?? 1
    }

    /// Delivers the work of one place: a record, or several of one group.
    func carry(_ group: [HeldItem]) async {
        guard group.count > 1 else {
            for held in group { await carry(TogetherLeft.Alone(held: held)) }
            return
        }
        var open: [HeldItem] = []
        for held in group {
            if let outcome = desk.answers.known(held) { finish(held, outcome: outcome) } else { open.append(held) }
        }
        for held in open { noteSubmission(held) }
        let left = await TogetherAttempt(single: attempts.record).deliver(open) { self.finish($0, outcome: $1) }
        for alone in left.alone where alone.hasBegun { loners.insert(alone.held.key.logID) }
        for alone in left.alone { await carry(alone, isNoted: true) }
    }

    private func carry(_ alone: TogetherLeft.Alone, isNoted: Bool = false) async {
        let held = alone.held
        if !alone.hasBegun, let outcome = desk.answers.known(held) { return finish(held, outcome: outcome) }
        if !isNoted { noteSubmission(held) }
        finish(held, outcome: await attempts.deliver(alone))
    }

    private func noteSubmission(_ held: HeldItem) {
        context.activity.note("submission", held.work.facts)
        if context.client.tracer != nil { submissions.begin(held.key, at: context.environment.now()) }
    }

    private var attempts: AttemptMaker {
        AttemptMaker(
            settings: settings,
            credentials: credentials,
            ledger: ledger,
            transports: transports,
            requests: context.requests,
            clock: clock,
            now: context.environment.now,
            tell: { await self.note($0) }
        )
    }

    private func note(_ event: AttemptEvent) { condition.note(event) }

    /// Counts an outcome that is put before the owner.
    func note(_ outcome: UploadOutcome, of work: GrantedWork) {
        condition.counters.count(outcome.result)
        condition.judge(outcome.result, of: work.destination, at: context.environment.now())
        let told = outcome.forOwner(now: clock.now)
        context.activity.note("answer", ["logID": work.key.logID.rawValue, "result": told.result.rawValue])
        guard let tracer = context.client.tracer, case .record(let item) = work else { return }
        guard let span = submissions.end(item, of: work, result: told.result, at: context.environment.now()) else {
            return
        }
        tracer.record(span)
    }

    /// Requests that exceed the time limit are cut off and reported as possibly sent.
    func endWork() async {
        let end = clock.now + settings.drainGrace
        while desk.slots.runningCount > 0, clock.now < end, !Task.isCancelled {
            await desk.endWake.wait(atMost: .milliseconds(250), clock: context.environment.clock)
        }
        await curl.shutDown()
    }
}

/// When submissions began that are traced.
struct SubmissionTimes: Sendable {
    /// More at once are not traced: an uploader holds fewer.
    private static let limit = 4_096
    private var began: [WorkKey: Date] = [:]

    mutating func begin(_ key: WorkKey, at time: Date) {
        // Work that the ledger answered for is never ended here.
        if began.count >= Self.limit { began = [:] }
        began[key] = time
    }

    /// The span of a submission that has ended; nil if its beginning is not known.
    mutating func end(_ item: UploadGrant.Item, of work: GrantedWork, result: UploadAck.Result, at time: Date)
        -> TraceSpan?
    {
        began.removeValue(forKey: work.key).map { begin in
            ReadingTrace(item.record.readingKey.rawValue).span(
                .post,
                from: begin,
                to: time,
                attributes: ["vitalbus.destination": work.destination, "vitalbus.result": result.rawValue],
                hasFailed: result != .done
            )
        }
    }
}
