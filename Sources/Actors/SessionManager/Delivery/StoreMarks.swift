internal import DeliveryRules
internal import Logging
internal import QueueStore
internal import StoreEngine
internal import Synchronization

/// Publishes how far the store has come, and compares it with what workers and producers have seen.
///
/// This detects an older copy of the store even if its witness is equally old.
final class StoreMarks: Sendable {
    private let store: QueueStore
    private let seal: GrantSeal
    private let witness: String
    private let backups: BackupWatch
    private let logger: Logger
    /// The last published mark; a seen mark of the same start that is not newer needs no look at the file.
    private let known = Mutex<StoreMark?>(nil)
    private let ends = AsyncStream.makeStream(of: StoreError.self, bufferingPolicy: .bufferingOldest(1))

    init(_ store: QueueStore, seal: GrantSeal, witness: String, backups: BackupWatch, logger: Logger) {
        self.backups = backups
        self.store = store
        self.seal = seal
        self.witness = witness
        self.logger = logger
    }

    /// The present mark, to be published; nil if the store has no witness and thus cannot be guarded.
    func text() async -> String? {
        do {
            // Only the count changes while this process has the file.
            let mark =
                if let known = known.withLock(\.self) { await store.mark(since: known) } else { try await store.mark() }
            guard let mark else { return nil }
            known.withLock { $0 = mark }
            return seal.text(of: mark)
        } catch {
            logger.warning("could not publish the store's progress mark", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// How many commits the last backup of this store has; nil without a backup.
    var backedUpTo: Int64? { known.withLock(\.self).flatMap(backups.commits) }

    /// Whether the store is at least as new as another process has seen it.
    ///
    /// Otherwise that is noted next to its witness, and ``waitUntilOutdated()`` ends.
    func isNewest(_ seen: String?) async -> Bool {
        guard let seen else { return true }
        if let known = known.withLock(\.self), let mark = seal.mark(seen, of: known), mark.startID == known.startID,
            known.hasAll(of: mark)
        {
            return true
        }
        do {
            guard let own = try await store.mark(), let mark = seal.mark(seen, of: own), try await !store.has(mark)
            else {
                return true
            }
            logger.critical(
                "another process has seen a newer database than this one",
                metadata: ["commits": "\(own.counter)", "seen": "\(mark.counter)"]
            )
            ends.continuation.yield(try await store.doubt(mark, witness: witness))
            return false
        } catch {
            logger.error("cannot read the database's age", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Waits until another process reports a newer store.
    ///
    /// - Throws: `StoreError` with ``StoreErrorCode/notNewest``; the process then restarts and serves no requests.
    func waitUntilOutdated() async throws {
        for await error in ends.stream { throw error }
    }
}
