internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import Synchronization
internal import VitalRecords

/// Deletes expired rows hourly, but only while the clock can be trusted.
final class RetentionService: Sendable {
    /// The setting with the latest time at which the clock was trusted.
    static let trustedTime = "clock.trusted-at"

    private let store: QueueStore
    private let environment: BusEnvironment
    private let clock: any BootClock
    private let logger: Logger
    private let signals: CommitSignals
    private let retention: QueueRetention
    /// Whether a time service keeps the machine's clock right.
    private let isClockKept: @Sendable () -> Bool
    private let watch = Mutex(RetentionWatch())
    private let deletedRows = Mutex<Int64>(0)

    init(
        store: QueueStore,
        environment: BusEnvironment,
        clock: any BootClock,
        logger: Logger,
        signals: CommitSignals,
        retention: QueueRetention,
        isClockKept: @escaping @Sendable () -> Bool
    ) {
        self.store = store
        self.environment = environment
        self.clock = clock
        self.logger = logger
        self.signals = signals
        self.retention = retention
        self.isClockKept = isClockKept
    }

    /// How many rows were deleted since the start.
    var deleted: Int64 { deletedRows.withLock(\.self) }

    /// Why nothing is deleted, for health; nil while deletions continue.
    var problem: WireFault? {
        watch.withLock { $0.waitsFor }.map {
            WireFault(code: "retentionWaits", message: "old data is not deleted: \($0)", retriable: true)
        }
    }

    /// Loads the time at which the clock was last trusted.
    ///
    /// - Parameter newest: The store's newest time, used if the clock was never trusted before.
    func begin(newest: Date?) async throws {
        let trusted = try await store.setting(Self.trustedTime).flatMap { Self.date(of: $0) }
        watch.withLock { $0.begin(trusted: trusted ?? newest) }
    }

    /// Deletes hourly until cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await deleteExpired()
            } catch {
                logger.warning("could not delete old rows; will retry", metadata: ["error": "\(error)"])
            }
            do { try await environment.clock.sleep(for: .seconds(3600)) } catch { return }
        }
    }

    private func deleteExpired() async throws {
        let now = environment.now()
        guard try await mayDelete(at: now) else { return }
        let deleted = try await store.deleteExpired(retention, at: now)
        guard deleted > 0 else { return }
        deletedRows.withLock { $0 += Int64(deleted) }
        logger.notice("deleted old rows", metadata: ["count": "\(deleted)"])
        signals.committed()
    }

    private func mayDelete(at now: Date) async throws -> Bool {
        let (isKept, boot) = (isClockKept(), clock.now)
        let verdict = watch.withLock { watch -> (may: Bool, news: String?) in
            let before = watch.waitsFor
            let may = watch.look(now: now, boot: boot, isKept: isKept)
            return (may, watch.waitsFor == before ? nil : watch.waitsFor)
        }
        if let why = verdict.news { logger.warning("old data is not deleted", metadata: ["reason": "\(why)"]) }
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
