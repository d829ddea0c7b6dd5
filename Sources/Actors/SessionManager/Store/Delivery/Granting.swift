internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Answers one pull, inside its transaction.
struct Granting {
    private let step: QueueTransaction
    private let request: GrantRequest
    private let now: BootInstant
    private let bootFrom: BootInstant
    private var rates: RateBook
    /// The grants so far.
    private(set) var grants: [Grant] = []

    init(step: QueueTransaction, request: GrantRequest, now: BootInstant) throws {
        self.step = step
        self.request = request
        self.now = now
        bootFrom = try OwnerBoot.from(step.database) ?? now
        rates = RateBook(step.database, limit: request.rates, at: step.at)
    }

    private func room(_ kind: WorkKind) -> Int {
        let all = request.free - grants.count
        return kind == .live ? all : min(all, request.history - grants.count { $0.isHistory })
    }

    /// Grants one record of each paused destination whose probe is due, and schedules its next probe one term later.
    mutating func probeDueDestinations() throws {
        let due = try String.fetchAll(
            step.database.cachedStatement(sql: "SELECT api FROM destinations WHERE next_probe <= ? ORDER BY api"),
            arguments: [now.milliseconds]
        )
        guard !due.isEmpty else { return }
        let paused = try ReadySession.fetchAll(step.database, paused: true, now: now)
        for api in due where room(.live) > 0 && accepts(api) {
            // A probe is one record of any kind.
            for kind in WorkKind.allCases where room(.live) > 0 {
                let sessions = (paused[kind] ?? []).filter { $0.api == api }
                guard
                    let head = try heads(sessions, kind: kind, limit: 1, isWide: true).heads.first,
                    try grant(head, isProbe: true)
                else { continue }
                try step.database.executeCached(
                    sql: "UPDATE destinations SET next_probe = ?, probes = probes + 1 WHERE api = ?",
                    arguments: [(now + request.term).milliseconds, api]
                )
                break
            }
        }
    }

    /// Takes work until the worker is full or nothing is left, live records first.
    mutating func takeAll() throws {
        // Grants give no session new work, so one look suffices.
        let sessions = try ReadySession.fetchAll(step.database, paused: false, now: now)
        for kind in WorkKind.allCases { try take(kind, of: (sessions[kind] ?? []).filter { accepts($0.api) }) }
    }

    private mutating func take(_ kind: WorkKind, of sessions: [ReadySession]) throws {
        var isWide = false
        while !sessions.isEmpty, room(kind) > 0 {
            let before = grants.count
            let (heads, isAll) = try heads(sessions, kind: kind, limit: room(kind), isWide: isWide)
            for head in heads {
                // Two sessions may share a token, so each record checks the rate again.
                let (key, api) = (head.session.rateKey, head.session.api)
                guard try rates.left(key, of: api, history: kind != .live) > 0 else { continue }
                _ = try grant(head, isProbe: false)
            }
            let granted = grants.count - before
            // When a session exhausts its rate, another round fills its places with other sessions' records.
            if isAll, granted == 0 || granted == heads.count { break }
            isWide = granted == 0
        }
    }

    /// Saves the charged requests.
    func finish() throws { try rates.save() }

    private func accepts(_ api: String) -> Bool { ImageDestination.isTaken(by: request.apis, name: api) }

    /// The oldest records that may be granted now, as far as SQL can tell; the state machine decides.
    ///
    /// Each session is read through its own index, so a session that may not send costs nothing, however long its queue
    /// is.
    ///
    /// - Parameter isWide: Whether to read all records that a session may send. Otherwise it reads twice each session's
    ///   share, and cuts the result where unread records might be older.
    /// - Returns: The records, and whether no session has more of them within its rate.
    private mutating func heads(
        _ sessions: [ReadySession],
        kind: WorkKind,
        limit: Int,
        isWide: Bool
    ) throws -> (heads: [QueueHead], isAll: Bool) {
        var heads: [QueueHead] = []
        var end: QueueHead?
        let share = isWide ? limit : max(2, 2 * limit / max(1, sessions.count))  // In range: a pull takes 256 at most.
        for session in sessions {
            let count = min(limit, try rates.left(session.rateKey, of: session.api, history: kind != .live))
            guard count > 0 else { continue }
            let found = try session.heads(step.database, kind: kind, now: now, limit: min(count, share))
            heads += found
            if found.count == share, share < count, let last = found.last { end = min(end ?? last, last) }
        }
        let sorted = heads.sorted()
        let known = if let end { sorted.prefix { $0 <= end } } else { sorted[...] }
        return (Array(known.prefix(limit)), end == nil)
    }

    private mutating func grant(_ head: QueueHead, isProbe: Bool) throws -> Bool {
        let found = try StoredRecord.fetchAll(step.database, condition: "WHERE queue.id = ?", arguments: [head.id])
        guard var record = found.first else { return false }
        let actions = try step.apply(to: &record) { $0.grant(to: request.worker, now: now, term: request.term) }
        guard actions.contains(.persist) else { return false }
        try rates.charge(head.session.rateKey, of: head.session.api, requests: 1)
        let entry = record.entry
        grants.append(
            Grant(
                logID: entry.logID,
                recordLogID: record.recordLogID,
                revision: entry.revision,
                fence: entry.fence,
                sessionID: record.sessionID,
                seat: record.seat,
                hub: record.hub,
                api: head.session.api,
                record: record.record,
                isDeletion: entry.isDeletion,
                isUpdate: entry.isAtDestination,
                serverID: record.destinationID,
                possiblySent: entry.sentBeforeLease,
                sentAgo: entry.sentAgo(now: now, bootFrom: bootFrom),
                underWay: entry.underWay(now: now),
                isHistory: record.kind != .live,
                isImage: record.isImage,
                image: record.isImage ? try ImageJob.fetch(step.database, image: entry.logID) : nil,
                isProbe: isProbe
            )
        )
        return true
    }
}
