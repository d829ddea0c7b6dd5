public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// The durable store of a worker's photos: the pictures, and the jobs to read them.
///
/// Each call is one transaction and returns after its commit. Calls throw ``StoreError``, or `CancellationError` before
/// they start.
public struct JobStore: Sendable {
    let writer: GroupCommitWriter

    /// Opens or creates the file.
    public static func open(_ configuration: StoreConfiguration) async throws -> JobStore {
        JobStore(writer: try await StoreFile.open(configuration, kind: .jobs))
    }

    /// Saves a job, unless its id exists.
    ///
    /// - Returns: The stored job; nil if its picture no longer exists.
    public func accept(_ job: StoredJob, at: Date) async throws -> StoredJob? {
        try await writer.write { database in
            if let known = try StoredJob.fetch(database, id: job.id) { return known }
            try database.executeCached(
                sql: "UPDATE pictures SET used_at = ? WHERE sha256 = ?",
                arguments: [StoreTime.milliseconds(at), job.picture]
            )
            guard database.changesCount > 0 else { return nil }
            let now = StoreTime.milliseconds(at)
            try database.executeCached(
                sql: """
                    INSERT INTO jobs (log_id, reading_key, picture, body, seat, state, created_at, changed_at)
                        VALUES (?, ?, ?, ?, ?, 'pending', ?, ?)
                    """,
                arguments: [job.id, job.readingKey, job.picture, job.body, job.seat, now, now]
            )
            return job
        }
    }

    /// The job with an id.
    public func job(_ id: String) async throws -> StoredJob? {
        try await writer.read { try StoredJob.fetch($0, id: id) }
    }

    /// The numbers of jobs waiting and being read.
    public func depths() async throws -> (waiting: Int, reading: Int) {
        try await writer.read { database in
            (
                try Int.fetchOne(database, sql: "SELECT count(*) FROM jobs WHERE state = 'pending'") ?? 0,
                try Int.fetchOne(database, sql: "SELECT count(*) FROM jobs WHERE state = 'leased'") ?? 0
            )
        }
    }

    /// The seat of the job that has waited longest, and since when; nil if none waits.
    public func oldestWaiting() async throws -> (seat: String?, since: Date)? {
        try await writer.read { database in
            let sql = "SELECT seat, created_at FROM jobs WHERE state = 'pending' ORDER BY id LIMIT 1"
            return try database.rowCached(sql: sql).map { row in
                (try row.optional("seat"), StoreTime.date(try row.value("created_at")))
            }
        }
    }

    /// Cancels jobs that wait or are being read; later results for them are ignored.
    ///
    /// - Parameter id: The job; nil for all.
    /// - Returns: The ids of the cancelled jobs.
    public func cancel(_ id: String?, at: Date) async throws -> [String] {
        try await writer.write { database in
            let open = "state IN ('pending', 'leased') AND (?1 IS NULL OR log_id = ?1)"
            let ids = try StoredJob.fetchAll(database, condition: "WHERE \(open) ORDER BY id", arguments: [id]).map(
                \.id
            )
            try database.executeCached(
                sql: "UPDATE jobs SET state = 'ended', told = 0, changed_at = ?2 WHERE \(open)",
                arguments: [id, StoreTime.milliseconds(at)]
            )
            return ids
        }
    }

    /// The store's health.
    public var health: StoreHealth {
        get async { await writer.health }
    }

    /// Registers a callback for each unreadable row, including earlier ones.
    public func onMended(_ tell: @escaping @Sendable (MendedRow) -> Void) async { await writer.onMended(tell) }

    /// Closes the file.
    public func close() async throws { try await writer.close() }
}
