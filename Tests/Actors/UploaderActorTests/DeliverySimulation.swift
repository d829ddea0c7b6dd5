import BusContract
import DeliveryRules
import FoundationEssentials
import SeededRandom
import VitalRecords

@testable import UploaderActor

/// Simulates the delivery of records to a failing destination with the product's own rules and a clock that jumps from
/// event to event.
struct DeliverySimulation {
    /// The destination's fault.
    enum Trouble: String, CaseIterable, Sendable {
        /// It answers each record's first request with 503.
        case one503
        /// Each record's first connection breaks; every second request arrives nevertheless, up to 3 s later.
        case oneCut
        /// A proxy answers each record's first request with 502; every second one arrives nevertheless, up to 3 s
        /// later.
        case one502
        /// It answers everything within ten minutes with 503.
        case tenMinutes503
    }

    /// A record with its queue entry and its times.
    struct Record {
        var entry: QueueEntry
        let born: Int64
        var requests = 0
        /// The times at which the destination created a record from it.
        var made: [Int64] = []
        var delivered: Int64?
    }

    enum Event {
        case look
        case arrive(Int)
        case told(Int, AttemptOutcome, over: Int64?)
    }

    static let outage = Int64(600_000)
    private static let (term, timeout, roundTrip) = (Duration.seconds(60), Duration.seconds(15), Int64(100))

    let trouble: Trouble
    let repeats: RepeatPolicy
    let template: VitalRecord
    var random: SplitMix64
    var records: [Record]
    private var now = BootInstant.zero
    private var events: [(at: Int64, event: Event)] = []
    private var pulse = DestinationPulse()
    private let backoff = Backoff(cap: .seconds(900))
    private let settling = Settling(history: .seconds(300), live: .seconds(10), timeout: DeliverySimulation.timeout)

    init(_ trouble: Trouble, _ repeats: RepeatPolicy, seed: UInt64, template: VitalRecord) {
        (self.trouble, self.repeats, self.template) = (trouble, repeats, template)
        random = SplitMix64(seed: seed)
        let births =
            trouble == .tenMinutes503 ? stride(from: Int64(1_000), to: 600_000, by: 15_000).map(\.self) : [1_000]
        records = births.enumerated().map {
            Record(entry: QueueEntry(logID: "\($0.offset)", revision: 1), born: $0.element)
        }
        events = births.map { ($0, .look) }
    }

    /// Advances the time until everything is delivered, or an hour is over.
    mutating func run() {
        while records.contains(where: { $0.delivered == nil }), now.milliseconds < 3_600_000 {
            let next = [events.map(\.at).min(), pulse.next?.milliseconds].compactMap(\.self).min()
            guard let next else { return }
            now = BootInstant(milliseconds: max(now.milliseconds, next))
            follow()
            while let index = events.firstIndex(where: { $0.at <= now.milliseconds }) {
                take(events.remove(at: index).event)
            }
            grantWhatIsDue()
        }
    }

    private mutating func follow() {
        for act in pulse.due(now: now) {
            for index in records.indices where records[index].born <= now.milliseconds {
                guard records[index].entry.hasten() == [.persist] else { continue }
                if case .probe = act { break }
            }
        }
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .look: break
        case .arrive(let index): arrive(index)
        case .told(let index, let outcome, let over): settle(index, outcome, over: over)
        }
    }

    private mutating func grantWhatIsDue() {
        for index in records.indices where records[index].born <= now.milliseconds {
            _ = records[index].entry.leaseExpired(now: now)
            guard records[index].entry.grant(to: "u", now: now, term: Self.term) == [.persist] else { continue }
            deliver(index)
        }
    }

    // MARK: - The uploader

    private func item(_ entry: QueueEntry) -> UploadGrant.Item {
        let sentAgo = entry.sentAgo(now: now, bootFrom: .zero)
        return Samples.item(
            template,
            fence: entry.fence,
            possiblySent: entry.sentBeforeLease,
            sentAgoSeconds: sentAgo.map { Int($0.components.seconds) },
            underWaySeconds: Int((entry.underWay(now: now).wholeMilliseconds + 999) / 1_000)
        )
    }

    private mutating func deliver(_ index: Int) {
        let item = item(records[index].entry)
        let showsAtOnce = repeats == .versions
        let plan = AttemptPlan(
            repeats: repeats,
            revision: 1,
            fence: item.fence,
            isUpdate: false,
            possiblySent: item.possiblySent,
            hasSettled: settling.left(item, isOwnDoubt: false, showsAtOnce: showsAtOnce) == .zero,
            ledger: []
        )
        guard plan.first(canUpdate: false) == .lookUp else { return post(index, at: now.milliseconds) }
        let isShown = records[index].made.contains { $0 + (showsAtOnce ? 0 : 5_000) <= now.milliseconds }
        let seen: AttemptPlan.LookUp = isShown ? .found(serverID: "s") : .absent
        let end = now.milliseconds + 2 * Self.roundTrip
        switch plan.afterLookUp(seen, isSecond: plan.afterLookUp(seen) == .lookUp) {
        case .settleDone: tell(index, .done(serverID: "s"), at: end)
        case .settleLater:
            let wait = settling.next(item, isOwnDoubt: false, showsAtOnce: showsAtOnce).wait
            let error = DeliveryError(code: "lookupUnanswered", message: "")
            tell(index, retry(wait, possiblySent: false, error: error), at: end)
        default: post(index, at: end)
        }
    }

    private mutating func post(_ index: Int, at sent: Int64) {
        let isFirst = records[index].requests == 0
        records[index].requests += 1
        let end = sent + Self.roundTrip
        switch trouble {
        case .one503 where isFirst: answer(index, status: 503, sent: sent, at: end)
        case .tenMinutes503 where sent < Self.outage: answer(index, status: 503, sent: sent, at: end)
        case .oneCut where isFirst:
            arriveLate(index, sent)
            let error = DeliveryError(code: "connectionBroken", message: "")
            let outcome = UploadOutcome.Result.retry(after: nil, error).looked(up: repeats)
            tell(index, outcome, possiblySent: true, sent: sent, at: end)
        case .one502 where isFirst:
            arriveLate(index, sent)
            answer(index, status: 502, sent: sent, at: end)
        default:
            let isConflict = repeats == .refuses && !records[index].made.isEmpty
            events.append((sent + Self.roundTrip / 2, .arrive(index)))
            answer(index, status: isConflict ? 409 : 201, sent: sent, at: end)
        }
    }

    private mutating func arriveLate(_ index: Int, _ sent: Int64) {
        guard Bool.random(using: &random) else { return }
        events.append((sent + Int64.random(in: 50...3_000, using: &random), .arrive(index)))
    }

    private mutating func answer(_ index: Int, status: Int, sent: Int64, at end: Int64) {
        let isThere = status == 201 || status == 409
        let answer = DestinationAnswer(
            status: status,
            body: .api,
            serverID: isThere ? "s" : nil,
            conflictsWithSameLogID: status == 409
        )
        let meaning = AnswerTable.classify(answer, now: .distantPast)
        let mayBe = meaning.mayHaveArrived(status: status, wasSentOnce: true)
        let result = UploadOutcome.Result(meaning)
        tell(index, mayBe ? result.looked(up: repeats) : result, possiblySent: mayBe, sent: sent, at: end)
    }

    private mutating func tell(
        _ index: Int,
        _ result: UploadOutcome.Result,
        possiblySent: Bool,
        sent: Int64,
        at end: Int64
    ) {
        let span = RequestSpan(sent: BootInstant(milliseconds: sent), timeout: Self.timeout)
        switch result {
        case .done(let serverID): tell(index, .done(serverID: serverID), at: end)
        case .retry(let after, let error):
            tell(index, retry(after, possiblySent: possiblySent, error: error), at: end, over: span.end.milliseconds)
        default: tell(index, .released(possiblySent: possiblySent), at: end, over: span.end.milliseconds)
        }
    }

    private mutating func tell(_ index: Int, _ outcome: AttemptOutcome, at end: Int64, over: Int64? = nil) {
        events.append((end + Self.roundTrip / 2, .told(index, outcome, over: over)))
    }

    // MARK: - The owner and the destination

    /// Rounded up to the next second, and with the owner's jitter.
    private mutating func retry(_ after: Duration?, possiblySent: Bool, error: DeliveryError) -> AttemptOutcome {
        let asked = after.map { Duration.seconds(($0.wholeMilliseconds + 999) / 1_000) }
        return .retry(afterMilliseconds: asked?.wholeMilliseconds ?? 0, possiblySent: possiblySent, error: error)
    }

    private mutating func settle(_ index: Int, _ outcome: AttemptOutcome, over: Int64?) {
        let fence = records[index].entry.fence
        switch outcome {
        case .done(let serverID):
            _ = records[index].entry.done(fence: fence, serverID: serverID)
            records[index].delivered = now.milliseconds
            pulse.note(.well, of: "a", now: now)
        case .retry(let after, let sent, let error):
            let asked = after > 0 ? Duration.milliseconds(after) : nil
            let chance = Double.random(in: 0...1, using: &random)
            let delay = backoff.delay(attempt: Int(fence), random: chance, retryAfter: asked)
            let end = over.map { BootInstant(milliseconds: $0) }
            let next = now + delay
            _ = records[index].entry.retry(fence: fence, notBefore: next, possiblySent: sent, until: end, error: error)
            if sent { records[index].entry.noteArrival(by: now) }
            events.append((next.milliseconds, .look))
            if error.code != "lookupUnanswered" { pulse.note(.trouble, of: "a", now: now) }
        case .failed, .released: _ = records[index].entry.release(fence: fence, possiblySent: false)
        }
    }

    private mutating func arrive(_ index: Int) {
        guard records[index].made.isEmpty || repeats == .lookup || repeats == .blind || repeats == .versions else {
            return
        }
        records[index].made.append(now.milliseconds)
    }
}
