public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension JobStore {
    /// The ended jobs whose end is not published yet, oldest first.
    public func untold(limit: Int) async throws -> [StoredJob] {
        try await writer.read {
            try StoredJob.fetchAll(
                $0,
                condition: "WHERE told = 0 AND state IN ('submitted', 'rejected', 'ended') ORDER BY id LIMIT ?",
                arguments: [limit]
            )
        }
    }

    /// Records that a job's end was published.
    public func markTold(_ id: String) async throws {
        try await writer.write {
            try $0.executeCached(sql: "UPDATE jobs SET told = 1 WHERE log_id = ?", arguments: [id])
        }
    }

    /// Deletes expired jobs whose end was published, and expired pictures no longer needed.
    ///
    /// - Returns: The number of deleted rows.
    @discardableResult
    public func deleteExpired(jobs: Date, pictures: Date) async throws -> Int {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    DELETE FROM jobs WHERE told = 1 AND state IN ('submitted', 'rejected', 'ended') AND changed_at < ?
                    """,
                arguments: [StoreTime.milliseconds(jobs)]
            )
            var count = database.changesCount
            try database.executeCached(
                sql: """
                    DELETE FROM pictures WHERE used_at < ? AND NOT EXISTS (SELECT 1 FROM jobs
                        WHERE jobs.picture = pictures.sha256 AND jobs.state IN ('pending', 'leased'))
                    """,
                arguments: [StoreTime.milliseconds(pictures)]
            )
            count += database.changesCount
            return count
        }
    }
}

extension JobStore {
    /// Permanently deletes a seat's jobs in any state, and the pictures that no other job uses.
    ///
    /// Database pages are overwritten, and the write-ahead log is emptied.
    ///
    /// - Throws: ``StoreErrorCode/locked`` if all is deleted but a reader kept the log from being emptied; a repeat
    ///   empties it.
    public func erase(seat: String) async throws -> (jobs: Int, pictures: Int) {
        let erased = try await writer.write { database in
            try database.executeCached(
                sql: """
                    DELETE FROM pictures WHERE sha256 IN (SELECT picture FROM jobs WHERE seat = ?1)
                        AND NOT EXISTS (SELECT 1 FROM jobs WHERE picture = pictures.sha256 AND seat IS NOT ?1)
                    """,
                arguments: [seat]
            )
            let pictures = database.changesCount
            try database.executeCached(sql: "DELETE FROM jobs WHERE seat = ?", arguments: [seat])
            return (jobs: database.changesCount, pictures: pictures)
        }
        try await writer.emptyLog()
        return erased
    }
}
