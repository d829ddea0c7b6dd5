internal import DeliveryRules
internal import FoundationEssentials
internal import HealthConnect
internal import ImportStore
internal import Logging
internal import MessageBus

/// Deletes what killed imports left, and what is kept of days for too long.
@ImporterIsolation final class Housekeeping {
    /// When it was looked last for what is kept too long.
    private var lastPruned: Date?
    private let store: ImportStore
    private let retention: RetentionGate
    /// Where copies of databases are made.
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

    /// Deletes what a killed import left of a database, and what is kept too long.
    func begin() async {
        let copies = copies
        // Cleanup: what is left is swept at the next start.
        _ = try? await Blocking.onThread {
            // Nobody but this process makes any there, so the youngest is dead too.
            DeadCopies.sweep(copies, olderThan: 0)
            DeadCopies.sweep()
        }
        await pruneKept()
    }

    /// Forgets once an hour what is kept of days longer than is needed.
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
                "kept days past their time could not be deleted; it is tried again: check the disk",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
