public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension JobStore {
    /// The result of a picture that a lane has read.
    public enum Outcome: Sendable, Hashable {
        /// It was read; the outcome to store, as JSON.
        case done(Data)
        /// It cannot be read.
        case failed(JobFailure)
        /// It waits again, which does not count as a failure.
        case again
    }

    /// Takes the next picture for a lane and marks it, so that the next start knows which picture ended the process.
    ///
    /// A picture under way when the process ended is read last and alone, so that no other one ends with it.
    ///
    /// - Returns: The job; nil if none waits, or none may be read in addition to those under way.
    public func begin(at: Date) async throws -> StoredJob? {
        try await writer.write { database in
            let reading = try Int.fetchAll(database, sql: "SELECT strain FROM jobs WHERE state = 'leased'")
            guard !reading.contains(where: { $0 > StoredJob.endStrain }) else { return nil }
            let waiting = "WHERE state = 'pending' AND (strain = 0 OR ?) ORDER BY strain > 0, id LIMIT 16"
            // Fetches some more than one, because rows may be unreadable.
            let found = try StoredJob.fetchAll(database, condition: waiting, arguments: [reading.isEmpty])
            guard var job = found.first else { return nil }
            try database.executeCached(
                sql: "UPDATE jobs SET state = 'leased', strain = strain + ?, changed_at = ? WHERE log_id = ?",
                arguments: [StoredJob.endStrain, StoreTime.milliseconds(at), job.id]
            )
            job.state = .reading
            return job
        }
    }

    /// Commits a picture's result; changes nothing if its job was cancelled or erased.
    ///
    /// - Returns: Whether anything changed.
    @discardableResult
    public func settle(_ id: String, as result: Outcome, at: Date) async throws -> Bool {
        try await writer.write { database in
            let (state, failure, outcome): (String, JobFailure?, Data?) =
                switch result {
                case .done(let content): ("submitted", nil, content)
                case .failed(let failure): ("rejected", failure, nil)
                case .again: ("pending", nil, nil)
                }
            try database.executeCached(
                sql: """
                    UPDATE jobs SET state = ?, error_code = ?, error_message = ?, outcome = ?, strain = max(0, strain - ?),
                        told = 0, changed_at = ? WHERE log_id = ? AND state = 'leased'
                    """,
                arguments: [
                    state, failure?.code, failure?.message, outcome, StoredJob.endStrain, StoreTime.milliseconds(at),
                    id,
                ]
            )
            return database.changesCount > 0
        }
    }

    /// Returns pictures that an earlier process left under way to the waiting ones, or gives them up.
    ///
    /// Must be called before the first ``begin(at:)``.
    ///
    /// - Returns: The number of pictures that were under way.
    @discardableResult
    public func takeUp(at: Date) async throws -> Int {
        try await writer.write { database in
            let failure = JobFailure.givenUp
            try database.executeCached(
                sql: """
                    UPDATE jobs SET state = 'rejected', error_code = ?, error_message = ?, told = 0, changed_at = ?
                        WHERE state = 'leased' AND strain >= ?
                    """,
                arguments: [failure.code, failure.message, StoreTime.milliseconds(at), StoredJob.strainLimit]
            )
            let givenUp = database.changesCount
            try database.executeCached(sql: "UPDATE jobs SET state = 'pending' WHERE state = 'leased'")
            return givenUp + database.changesCount
        }
    }
}
