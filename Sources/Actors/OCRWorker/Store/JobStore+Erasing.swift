internal import GRDB
internal import StoreEngine

extension JobStore {
    /// Deletes a seat's jobs for good, whatever their state, and the pictures that no other job is about; pages are
    /// overwritten, and the write-ahead log is emptied.
    ///
    /// - Throws: ``StoreErrorCode/locked`` when all is deleted but the log could not be emptied, because somebody reads; a
    ///   repeat empties it.
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
