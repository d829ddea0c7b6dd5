internal import DeliveryRules
internal import FoundationEssentials
internal import HealthConnect
internal import ImportStore
internal import Logging
internal import MessageBus

/// Deletes leftovers of killed imports, and daily data stored for too long.
@ImporterIsolation final class Housekeeping {
    /// When daily data was last pruned.
    private var lastPruned: Date?
    private let store: ImportStore
    private let retention: RetentionGate
    /// The folder for copies of databases.
    private let copies: URL
    private let environment: BusEnvironment
    private let logger: Logger

    init(store: ImportStore, retention: RetentionGate, copies: URL, environment: BusEnvironment, logger: Logger) {
        self.store = store
        self.retention = retention
        self.copies = copies
        self.environment = environment
        self.logger = logger
    }

    /// Deletes database copies left by a killed import, and prunes daily data.
    func begin() async {
        let copies = copies
        // Cleanup: the next start deletes the rest.
        _ = try? await Blocking.onThread {
            // Only this process creates copies there, so even the youngest is stale.
            DeadCopies.sweep(copies, olderThan: 0)
            DeadCopies.sweep()
        }
        await pruneKept()
    }

    /// Once an hour, deletes daily data stored for longer than needed.
    func pruneKept() async {
        let now = environment.now()
        guard lastPruned.map({ abs(now.timeIntervalSince($0)) >= 3_600 }) ?? true, retention.mayDelete(at: now) else {
            return
        }
        do {
            try await store.pruneKept(now: now)
            lastPruned = now
        } catch {
            logger.warning(
                "could not delete old stored days; will retry: check the disk",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
