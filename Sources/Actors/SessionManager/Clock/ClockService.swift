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
    /// The setting with the ``Memory``.
    private static let memoryName = "clock/memory"

    /// The steps ahead, and both clocks at the last start or step.
    ///
    /// In the same boot these tell the next start by how much the clock was set since.
    private struct Memory: Codable {
        let skips: [ClockSkip]
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

    /// The steps that are not on the disk yet.
    private let unsaved = Mutex<[ClockWatch.Step]>([])

    init(store: QueueStore, environment: BusEnvironment, clock: any BootClock, logger: Logger) {
        self.store = store
        self.environment = environment
        self.clock = clock
        self.logger = logger
    }

    /// How often the clock was set since the start.
    var steps: Int64 { stepCount.withLock(\.self) }

    /// Compares the clock with its last start and the store's newest time: it may have been set while the process was
    /// not running.
    ///
    /// - Returns: The store's newest time; nil for an empty store.
    func begin() async throws -> Date? {
        let (known, newest) = (try await store.clockSteps(), try await store.newestTime())
        // Absent is nil: without a readable memory only the store's newest time tells of a step.
        let memory = try await store.setting(Self.memoryName).flatMap {
            try? WireJSON.decode(Memory.self, from: Array($0))
        }
        let last = memory.flatMap { $0.bootID == BootIdentity.current ? ($0.wall, $0.boot) : nil }
        let (now, boot) = (environment.now(), clock.now)
        let steps = watch.withLock {
            $0.begin(known, skips: memory?.skips ?? [], since: last, newest: newest, now: now, boot: boot)
        }
        steps.forEach(note)
        try await save(at: now, boot: boot)
        return newest
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
        if let step = watch.withLock({ $0.look(now: now, boot: boot) }) { note(step) }
        guard unsaved.withLock({ !$0.isEmpty }) else { return }
        try await save(at: now, boot: boot)
    }

    /// Saves the new steps and both clocks; after a failure the next look saves them.
    private func save(at now: Date, boot: BootInstant) async throws {
        let steps = unsaved.withLock { steps in
            defer { steps = [] }
            return steps
        }
        do {
            for case .back(let span) in steps { try await store.noteClockStep(span, at: now) }
            let skips = watch.withLock(\.skips)
            let memory = Memory(skips: skips, bootID: BootIdentity.current, wall: now, boot: boot)
            try await store.set(Data(try WireJSON.encode(memory)), for: Self.memoryName, at: now)
        } catch {
            unsaved.withLock { $0 = steps + $0 }
            throw error
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

    /// Counts a step, and tells of it.
    private func note(_ step: ClockWatch.Step) {
        stepCount.withLock { $0 += 1 }
        unsaved.withLock { $0.append(step) }
        switch step {
        case .ahead(let seconds):
            setAhead.withLock { $0 = (seconds, clock.now) }
            logger.warning(
                "the clock was set ahead: readings taken before that may have a time that is wrong by as much",
                metadata: ["seconds": "\(Int(clamping: seconds))"]
            )
        case .back(let span):
            let seconds = Int(clamping: span.upperBound.timeIntervalSince(span.lowerBound))
            logger.error(
                "the clock was set back: readings measured in the repeated span are held",
                metadata: ["seconds": "\(seconds)", "until": "\(span.upperBound)"]
            )
        }
    }
}
