public import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension JobStore {
    /// How many jobs could be granted now.
    public func ready(now: BootInstant) async throws -> Int {
        try await writer.read { database in
            try Int.fetchOne(
                database.cachedStatement(
                    sql: "SELECT count(*) FROM jobs WHERE state = 'pending' AND not_before <= ?"
                ),
                arguments: [now.milliseconds]
            ) ?? 0
        }
    }

    /// Leases jobs to a worker, oldest first.
    ///
    /// - Parameters:
    ///   - worker: Who gets them.
    ///   - count: The most.
    ///   - now: The owner's boot clock.
    ///   - term: How long a lease lasts.
    ///   - at: The wall clock.
    public func grant(
        to worker: String,
        count: Int,
        now: BootInstant,
        term: Duration,
        at: Date
    ) async throws -> [StoredJob] {
        try await writer.write { database in
            let due = try StoredJob.fetchAll(
                database,
                condition: "WHERE state = 'pending' AND not_before <= ? ORDER BY id LIMIT ?",
                arguments: [now.milliseconds, count]
            )
            var granted: [StoredJob] = []
            for var job in due where job.entry.grant(to: worker, now: now, term: term).contains(.persist) {
                try job.update(database, at: at)
                granted.append(job)
            }
            return granted
        }
    }

    /// Commits workers' answers; of those of an old lease only that it was read changes anything, and no repeat does.
    ///
    /// - Returns: Whether anything changed.
    public func settle(_ answers: [JobAnswer], now: BootInstant, at: Date) async throws -> Bool {
        try await writer.write { database in
            var isChanged = false
            for answer in answers {
                guard var job = try StoredJob.fetch(database, logID: answer.id), job.settle(answer, now: now) else {
                    continue
                }
                try job.update(database, at: at)
                isChanged = true
            }
            return isChanged
        }
    }

    /// Ends the leases that have run out, and gives up what too many workers were lost over.
    ///
    /// - Returns: How many leases ended.
    @discardableResult
    public func expireLeases(now: BootInstant, at: Date) async throws -> Int {
        try await writer.write { database in
            let overdue = try StoredJob.overdue(database, now: now)
            for var job in overdue {
                job.expireLease(now: now)
                try job.update(database, at: at)
            }
            return overdue.count
        }
    }

    /// The owner has started: every lease lasts one term from now.
    ///
    /// To be called before the first grant.
    ///
    /// - Parameters:
    ///   - now: The owner's boot clock.
    ///   - term: How long a lease lasts.
    ///   - bootID: The kernel's boot id; another one than last time voids saved boot-clock times.
    ///   - at: The wall clock.
    public func extendAllLeases(now: BootInstant, term: Duration, bootID: String, at: Date) async throws {
        try await writer.write { database in
            let sameBoot = try OwnerBoot.isSame(database, as: bootID)
            for var job in try StoredJob.open(database) {
                let actions = job.entry.ownerRestarted(now: now, term: term, sameBoot: sameBoot)
                if actions.contains(.persist) { try job.update(database, at: at) }
            }
            guard !sameBoot else { return }
            // As the machine does with each that waits.
            try database.executeCached(sql: "UPDATE jobs SET not_before = 0 WHERE state = 'pending' AND not_before > 0")
            try OwnerBoot.note(database, bootID: bootID, now: now)
        }
    }

    /// When something is due next by itself: a lease's end or a delayed job; nil if nothing is.
    public func nextDue(after: BootInstant) async throws -> BootInstant? {
        try await writer.read { database in
            try Int64.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT min(due) FROM (
                            \(StoredJob.leaseEnds)
                            UNION ALL SELECT min(not_before) FROM jobs WHERE state = 'pending' AND not_before > :after)
                        """
                ),
                arguments: ["after": after.milliseconds]
            ).map(BootInstant.init(milliseconds:))
        }
    }
}
