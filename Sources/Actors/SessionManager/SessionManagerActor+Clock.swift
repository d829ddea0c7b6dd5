internal import ActorRuntime
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import Synchronization
internal import VitalRecords

extension SessionManagerActor {
    /// Looks at the clock every few seconds until cancelled: a step must be noted also where nothing is asked.
    func watchClock() async {
        while !Task.isCancelled {
            do {
                try await lookAtClock()
            } catch {
                context.logger.warning("the clock's step waits to be noted", metadata: ["error": "\(error)"])
            }
            do { try await context.environment.clock.sleep(for: .seconds(5)) } catch { return }
        }
    }

    /// Notes a step of the clock before anything is decided by its time.
    func lookAtClock() async throws {
        let (now, boot) = (context.environment.now(), clock.now)
        switch clockWatch.withLock({ $0.look(now: now, boot: boot) }) {
        case .back(let span): try await note(span, at: now)
        case .ahead(let seconds): noteAhead(seconds, at: now)
        case nil: break
        }
    }

    /// Compares the clock with the store's newest time: it may have been set back while nobody looked.
    func beginClockWatch() async throws {
        let (known, newest) = (try await store.clockSteps(), try await store.newestTime())
        let (now, boot) = (context.environment.now(), clock.now)
        let span = clockWatch.withLock { $0.begin(known, newest: newest, now: now, boot: boot) }
        if let span { try await note(span, at: now) }
        let trusted = try await store.setting(Self.trustedTime).flatMap { Self.date(of: $0) }
        retentionWatch.withLock { $0.begin(trusted: trusted ?? newest) }
    }

    /// Whether a reading was measured in a time that the clock passed twice.
    func isDoubtful(_ reading: Reading) -> Bool { clockWatch.withLock { $0.isDoubtful(reading.timestamp) } }

    /// Nothing is measured twice then, and who had which seat stays in order; what came before may have a wrong time.
    private func noteAhead(_ seconds: TimeInterval, at now: Date) {
        clockSteps.withLock { $0 += 1 }
        setAhead.withLock { $0 = (seconds, clock.now) }
        context.logger.warning(
            "the clock was set ahead: times of what was measured before may be wrong by as much",
            metadata: ["seconds": "\(Int(clamping: seconds))"]
        )
    }

    private func note(_ span: ClosedRange<Date>, at now: Date) async throws {
        let seconds = Int(clamping: span.upperBound.timeIntervalSince(span.lowerBound))
        context.logger.error(
            "the clock was set back: what is measured in the time that it passes again is held",
            metadata: ["seconds": "\(seconds)", "until": "\(span.upperBound)"]
        )
        clockSteps.withLock { $0 += 1 }
        try await store.noteClockStep(span, at: now)
    }

    /// What health says of the clock.
    var clockProblems: [WireFault] {
        let now = context.environment.now()
        var problems: [WireFault] = []
        if clockWatch.withLock({ $0.isDoubtful(now) }) {
            problems.append(
                WireFault(
                    code: "clockSetBack",
                    message: "the clock was set back: readings are held (clockUnknown) until it has caught up; "
                        + "check the hub's time, and whose the held readings are",
                    retriable: true
                )
            )
        }
        if let step = setAhead.withLock(\.self), clock.now.milliseconds - step.boot.milliseconds < Self.aheadTold {
            problems.append(
                WireFault(
                    code: "clockSetAhead",
                    message:
                        "the clock was set ahead by \(Int(clamping: step.seconds)) s: what was measured before may have "
                        + "a wrong time; check the hub's time",
                    retriable: true
                )
            )
        }
        if let why = retentionWatch.withLock({ $0.waitsFor }) {
            problems.append(
                WireFault(code: "retentionWaits", message: "nothing old is deleted: \(why)", retriable: true)
            )
        }
        return problems
    }

    /// How long health tells that the clock was set ahead, in milliseconds.
    private static let aheadTold: Int64 = 3_600_000

    /// The setting that has the latest time at which the clock was trusted.
    static let trustedTime = "clock.trusted-at"

    /// Whether old rows may be deleted now; says why not.
    func mayDelete(at now: Date) async throws -> Bool {
        let isKept = try context.configuration.bool("clock.trusted") || isClockKept()
        let boot = clock.now
        let verdict = retentionWatch.withLock { watch -> (may: Bool, news: String?) in
            let before = watch.waitsFor
            let may = watch.look(now: now, boot: boot, isKept: isKept)
            return (may, watch.waitsFor == before ? nil : watch.waitsFor)
        }
        if let why = verdict.news { context.logger.warning("nothing old is deleted", metadata: ["reason": "\(why)"]) }
        if verdict.may {
            let text = String(now.millisecondsSince1970)
            try await store.set(Data(text.utf8), for: Self.trustedTime, at: now)
        }
        return verdict.may
    }

    private static func date(of setting: Data) -> Date? {
        Double(String(decoding: setting, as: UTF8.self)).map { Date(timeIntervalSince1970: $0 / 1_000) }
    }
}
