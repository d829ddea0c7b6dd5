internal import ActorRuntime
internal import DeliveryRules
internal import FoundationEssentials
internal import HealthConnect
internal import ImportStore
internal import Logging
internal import MessageBus

/// Deletes leftovers of killed imports, and daily data stored for too long.
@ImporterIsolation final class ImporterUpkeep: ImporterPart {
    /// When daily data was last pruned.
    private var lastPruned: Date?
    let parts: ImporterParts

    init(_ parts: ImporterParts) { self.parts = parts }

    /// Deletes database copies left by a killed import, and prunes daily data.
    func begin() async {
        let copies = parts.context.stateDirectory
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
