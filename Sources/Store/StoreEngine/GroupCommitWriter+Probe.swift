package import FoundationEssentials
internal import GRDB

extension GroupCommitWriter {
    /// Commits one row to see whether writes work.
    ///
    /// The returned health shows a failure.
    package func probe(at: Date) async -> StoreHealth {
        do {
            try await write { database in
                try database.executeCached(
                    sql: "INSERT OR REPLACE INTO probe (id, at) VALUES (1, ?)",
                    arguments: [StoreTime.milliseconds(at)]
                )
            }
        } catch {
            // A failed commit has put its error into the health; a cancellation does not concern the disk.
        }
        return health
    }
}
