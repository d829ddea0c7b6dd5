package import FoundationEssentials
internal import GRDB

extension GroupCommitWriter {
    /// Commits one row to see whether writes work.
    ///
    /// Its failure stands in the health that is returned.
    package func probe(at: Date) async -> StoreHealth {
        do {
            try await write { database in
                try database.executeCached(
                    sql: "INSERT OR REPLACE INTO probe (id, at) VALUES (1, ?)",
                    arguments: [StoreTime.milliseconds(at)]
                )
            }
        } catch {
            // The failed commit has put its error into the health; being cancelled says nothing about the disk.
        }
        return health
    }
}
