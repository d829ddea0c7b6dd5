internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import Synchronization
internal import VitalRecords

/// Watches the wall clock for steps: a reading measured in a span that the clock repeats may be anyone's.
final class ClockService: Sendable {
    /// How long health reports that the clock was set ahead, in milliseconds.
    private static let aheadReported: Int64 = 3_600_000
    /// The setting with the clock's steps ahead.
    private static let skipsName = "clock/skips"
    /// The setting with both clocks at the last start or step.
    private static let anchorName = "clock/anchor"

    /// Both clocks at one moment, which tells at the next start of the same boot by how much the clock was set since.
    private struct Anchor: Codable {
        let bootID: String
        let wall: Date
        let boot: BootInstant
    }

    private let store: QueueStore
    private let environment: BusEnvironment
    private let clock: any BootClock
    private let logger: Logger
    private let watch = Mutex(ClockWatch())
    private let stepCount = Mutex<Int64>(0)
    /// By how much the clock was set ahead last, and when.
    private let setAhead = Mutex<(seconds: TimeInterval, boot: BootInstant)?>(nil)

    init(store: QueueStore, environment: BusEnvironment, clock: any BootClock, logger: Logger) {
        self.store = store
        self.environment = environment
        self.clock = clock
        self.logger = logger
    }

    /// How often the clock was set since the start.
    var steps: Int64 { stepCount.withLock(\.self) }

    /// Compares the clock with the store's newest time: it may have been set back while the process was not running.
    ///
    /// - Returns: The store's newest time; nil for an empty store.
    func begin() async throws -> Date? {
        let (known, newest) = (try await store.clockSteps(), try await store.newestTime())
        let (now, boot) = (environment.now(), clock.now)
        let saved = try await store.setting(Self.skipsName)
        let skips = try saved.map { try WireJSON.decode([ClockSkip].self, from: Array($0)) }
        let span = watch.withLock { $0.begin(known, skips: skips ?? [], newest: newest, now: now, boot: boot) }
        if let span { try await note(span, at: now) }
        if let anchor = try await anchor(),
            let seconds = watch.withLock({ $0.skip(since: (anchor.wall, anchor.boot), now: now, boot: boot) })
        {
            try await saveSkips(at: now)
            noteAhead(seconds)
        }
        try await saveAnchor(now, boot: boot)
        return newest
    }

    /// The anchor of this boot; nil after another boot.
    private func anchor() async throws -> Anchor? {
        guard let saved = try await store.setting(Self.anchorName) else { return nil }
        let anchor = try WireJSON.decode(Anchor.self, from: Array(saved))
        return anchor.bootID == BootIdentity.current ? anchor : nil
    }

    private func saveAnchor(_ now: Date, boot: BootInstant) async throws {
        let anchor = Anchor(bootID: BootIdentity.current, wall: now, boot: boot)
        try await store.set(Data(try WireJSON.encode(anchor)), for: Self.anchorName, at: now)
    }

    private func saveSkips(at now: Date) async throws {
        let skips = watch.withLock(\.skips)
        try await store.set(Data(try WireJSON.encode(skips)), for: Self.skipsName, at: now)
    }

    /// Checks the clock every few seconds until cancelled, because a step must be noted even when no request comes.
    func run() async {
        while !Task.isCancelled {
            do {
                try await look()
            } catch {
                logger.warning(
                    "could not save a clock step; will retry",
                    metadata: ["error": "\(error)"]
                )
            }
            do { try await environment.clock.sleep(for: .seconds(5)) } catch { return }
        }
    }

    /// Notes a step of the clock; callers run this before they make a decision that depends on the time.
    func look() async throws {
        let (now, boot) = (environment.now(), clock.now)
        guard let step = watch.withLock({ $0.look(now: now, boot: boot) }) else { return }
        try await saveSkips(at: now)
        try await saveAnchor(now, boot: boot)
        switch step {
        case .back(let span): try await note(span, at: now)
        case .ahead(let seconds): noteAhead(seconds)
        }
    }

    /// Whether a reading may have been measured before a session or an assignment that seems to have begun at `start`.
    func mayPrecede(_ start: Date, reading: Reading) -> Bool {
        watch.withLock { $0.mayPrecede(start, measuredAt: reading.timestamp) }
    }

    /// Whether a reading was measured in a span that the clock passed twice.
    func isDoubtful(_ reading: Reading) -> Bool { watch.withLock { $0.isDoubtful(reading.timestamp) } }

    /// The clock's problems for the health report.
    var problems: [WireFault] {
        let now = environment.now()
        var problems: [WireFault] = []
        if watch.withLock({ $0.isDoubtful(now) }) {
            problems.append(
                WireFault(
                    code: "clockSetBack",
                    message: "the clock was set back: readings are held (clockUnknown) until it has caught up; "
                        + "check the hub's time, and the owners of the held readings",
                    retriable: true
                )
            )
        }
        if let step = setAhead.withLock(\.self),
            clock.now.milliseconds - step.boot.milliseconds < Self.aheadReported
        {
            problems.append(
                WireFault(
                    code: "clockSetAhead",
                    message:
                        "the clock was set ahead by \(Int(clamping: step.seconds)) s: readings taken before that may have "
                        + "a wrong time; check the hub's time",
                    retriable: true
                )
            )
        }
        return problems
    }

    /// Notes a forward step: no time repeats, and the seats' sessions stay in order.
    private func noteAhead(_ seconds: TimeInterval) {
        stepCount.withLock { $0 += 1 }
        setAhead.withLock { $0 = (seconds, clock.now) }
        logger.warning(
            "the clock was set ahead: readings taken before that may have a time that is wrong by as much",
            metadata: ["seconds": "\(Int(clamping: seconds))"]
        )
    }

    private func note(_ span: ClosedRange<Date>, at now: Date) async throws {
        let seconds = Int(clamping: span.upperBound.timeIntervalSince(span.lowerBound))
        logger.error(
            "the clock was set back: readings measured in the repeated span are held",
            metadata: ["seconds": "\(seconds)", "until": "\(span.upperBound)"]
        )
        stepCount.withLock { $0 += 1 }
        try await store.noteClockStep(span, at: now)
    }
}
