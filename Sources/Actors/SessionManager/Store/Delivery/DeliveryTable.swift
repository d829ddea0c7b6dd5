public import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Work for uploaders: due records, leases, and outcomes.
///
/// Each call is one transaction and returns after its commit; it throws ``StoreError``, or `CancellationError` before it starts.
public struct DeliveryTable: QueueTable {
    let base: QueueBase

    /// Leases records to a worker: live before history, then oldest first, of running sessions and destinations that
    /// are not paused.
    ///
    /// A paused destination whose probe is due gives one record.
    ///
    /// - Parameters:
    ///   - request: The pull. The caller checks whether the worker may get work (`WorkerRoster`).
    ///   - now: The owner's boot clock.
    ///   - at: The wall clock.
    public func grant(_ request: GrantRequest, now: BootInstant, at: Date) async throws -> [Grant] {
        guard request.free > 0 else { return [] }
        return try await transaction(at: at) { step in
            try step.endHolds(now: now)
            if try Self.isAnyDue(step.database, now: now) {
                for kind in WorkKind.allCases { _ = try step.makeDue(kind, upTo: now.milliseconds, limit: 64) }
            }
            var granting = try Granting(step: step, request: request, now: now)
            try granting.probeDueDestinations()
            try granting.takeAll()
            try granting.finish()
            if let ledger = request.ledger, !granting.grants.isEmpty { try step.note(ledger, of: request.worker) }
            return granting.grants
        }
    }

    /// Commits workers' answers with their notifications and their effects on session and destination.
    ///
    /// The effect of an answer (``Answer/effect``) is carried out with it. Answers may repeat. A delivered record
    /// proves its session's credentials. A delivery, or a refusal in the API's own words, proves that the destination
    /// works again.
    ///
    /// - Parameters:
    ///   - answers: The workers' answers.
    ///   - rates: The limits that the attempts' requests count against; each grant has charged one already.
    ///   - now: The owner's boot clock.
    ///   - at: The wall clock.
    /// - Returns: One settlement for each answer, in order. All are committed, even those that changed nothing.
    public func settle(
        _ answers: [Answer],
        rates: RateLimit = .unlimited,
        now: BootInstant,
        at: Date
    ) async throws -> [Settlement] {
        try await transaction(at: at) { step in
            var book = RateBook(step.database, limit: rates, at: at)
            let settlements = try answers.map { answer in
                var actions: [DeliveryAction] = []
                var destination: String?
                try step.carryOut(answer)
                if var record = try StoredRecord.fetch(step.database, logID: answer.logID) {
                    if case .done(let id?) = answer.outcome, answer.fence > 0, answer.fence <= record.entry.fence {
                        // An answer for an earlier revision also provides the id; a deleted record has none.
                        record.destinationID = record.entry.isDeleted ? nil : record.destinationID ?? id
                    }
                    record.mediaURL = answer.mediaURL
                    let route = try step.sessions.route(ofSession: record.sessionID)
                    destination = record.destination
                    let isOfSession = answer.fence > record.sessionFence
                    actions = try step.apply(to: &record) {
                        $0.settle(answer.outcome, fence: answer.fence, underWay: answer.underWay, now: now)
                    }
                    try step.conclude(
                        from: answer.outcome,
                        of: record,
                        destination: destination,
                        isOfSession: isOfSession
                    )
                    // A repeat changes nothing, so it is charged once.
                    if actions.contains(.persist), let requests = answer.requests, let route {
                        try book.charge(route.rateKey, of: route.api, requests: requests - 1)
                    }
                }
                return Settlement(
                    logID: answer.logID,
                    fence: answer.fence,
                    actions: actions,
                    destination: destination
                )
            }
            try book.save()
            try step.sessions.tellFinishedEnds()
            return settlements
        }
    }

    /// Ends the expired leases, and returns how many.
    @discardableResult
    public func expireLeases(now: BootInstant, at: Date) async throws -> Int {
        try await transaction(at: at) { step in
            let overdue = try StoredRecord.overdue(step.database, now: now)
            for var record in overdue { try step.apply(to: &record) { $0.leaseExpired(now: now) } }
            try step.sessions.tellFinishedEnds()
            return overdue.count
        }
    }

    /// Returns a restarted worker's earlier grants to the queue, except those that it will still answer for.
    ///
    /// It takes effect once for each start: a late or repeated demand frees nothing.
    ///
    /// - Parameters:
    ///   - worker: The worker.
    ///   - epoch: The number of its start, which grows with each start.
    ///   - open: The grants that it will still answer for.
    ///   - ledger: How far its ledger has come; nil if it does not say.
    ///   - seen: How far it was at the worker's last report, if the caller knows that.
    ///   - now: The owner's boot clock.
    ///   - at: The wall clock.
    /// - Returns: How many records went back; nil if the ledger was replaced by another or by an older copy. It may
    ///   have lost attempts, so no record goes back before its lease ends.
    @discardableResult
    public func freeLeases(
        of worker: String,
        epoch: Int64,
        except open: Set<GrantKey>,
        ledger: LedgerMark? = nil,
        seen: LedgerMark? = nil,
        now: BootInstant,
        at: Date
    ) async throws -> Int? {
        try await transaction(at: at) { step in
            let known = try step.worker(worker)
            guard known?.epoch ?? .min < epoch else { return 0 }
            try step.save(worker, epoch: epoch, ledger: ledger ?? known?.ledger)
            if let ledger, ![known?.ledger, seen].compactMap(\.self).allSatisfy({ ledger.hasAll(of: $0) }) {
                return nil
            }
            var freed = 0
            for var record in try StoredRecord.leased(step.database, to: worker) {
                guard let lease = record.entry.lease else { continue }
                if open.contains(GrantKey(logID: record.entry.logID, fence: lease.fence)) { continue }
                try step.apply(to: &record) { $0.release(fence: lease.fence, possiblySent: false) }
                freed += 1
            }
            return freed
        }
    }

    /// Makes every lease last one term from now, because the owner has restarted.
    ///
    /// Call it before the first grant.
    ///
    /// - Parameters:
    ///   - now: The owner's boot clock.
    ///   - term: How long a lease lasts.
    ///   - bootID: The kernel's boot id; a changed id voids saved boot-clock times.
    ///   - at: The wall clock.
    public func extendAllLeases(now: BootInstant, term: Duration, bootID: String, at: Date) async throws {
        let sameBoot = try await writer.read { try OwnerBoot.isSame($0, as: bootID) }
        // The boot id is saved last, so an interrupted start repeats this.
        if !sameBoot { _ = try await makeAllDue(at: at) }
        try await transaction(at: at) { step in
            for var record in try StoredRecord.open(step.database) {
                try step.apply(to: &record) { $0.ownerRestarted(now: now, term: term, sameBoot: sameBoot) }
            }
            if !sameBoot {
                try step.database.executeCached(sql: "UPDATE destinations SET next_probe = 0")
                try step.endHolds(now: .init(milliseconds: .max))
            }
            if !sameBoot { try OwnerBoot.note(step.database, bootID: bootID, now: now) }
        }
    }

    /// When the next timed step is due: a lease's end, a delayed record, a held session or a probe; nil if there is
    /// none.
    ///
    /// - Parameter after: Steps due by then are left out, such as a probe that waits for a worker.
    public func nextDue(after: BootInstant = .zero) async throws -> BootInstant? {
        try await writer.readStatement { database in
            try Int64.fetchOne(
                database.cachedStatement(sql: Self.nextDueQuery),
                arguments: ["after": after.milliseconds]
            ).map(BootInstant.init(milliseconds:))
        }
    }

    static let nextDueQuery = """
        SELECT min(due) FROM (
            \(StoredRecord.leaseEnds)
            UNION ALL SELECT min(not_before) FROM queue
                WHERE state = 'pending' AND not_before > 0 AND kind = 0 AND not_before > :after
            UNION ALL SELECT min(not_before) FROM queue
                WHERE state = 'pending' AND not_before > 0 AND kind = 1 AND not_before > :after
            UNION ALL SELECT min(not_before) FROM queue
                WHERE state = 'pending' AND not_before > 0 AND kind = 2 AND not_before > :after
            UNION ALL SELECT min(hold_until) FROM sessions WHERE hold_until > :after
            UNION ALL SELECT min(next_probe) FROM destinations WHERE next_probe > :after)
        """
}
