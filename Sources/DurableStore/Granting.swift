internal import Delivery
internal import GRDB

/// One pull being answered, inside its transaction.
struct Granting {
    private let step: QueueTransaction
    private let request: GrantRequest
    private let now: BootInstant
    private var taken: [String: SessionBudget] = [:]
    /// What has been granted so far.
    private(set) var grants: [Grant] = []

    init(step: QueueTransaction, request: GrantRequest, now: BootInstant) {
        self.step = step
        self.request = request
        self.now = now
    }

    private var room: Int { request.free - grants.count }

    /// Records that may be granted now, as far as SQL can tell; the machine decides.
    private static let eligible = """
        WHERE queue.state = 'pending' AND queue.is_history = :history AND queue.not_before <= :now
            AND (queue.lingering_until IS NULL OR queue.lingering_until <= :now
                OR queue.lingering_fence > queue.revision_base) AND sessions.ended_at IS NULL
            AND sessions.hold_until <= :now
        """

    /// Gives one record of each paused destination whose probe is due, and sets its next probe one term later.
    mutating func probeDueDestinations() throws {
        let due = try String.fetchAll(
            step.database,
            sql: "SELECT api FROM destinations WHERE next_probe <= ? ORDER BY api",
            arguments: [now.milliseconds]
        )
        for api in due where room > 0 {
            let first = try [false, true].lazy.compactMap { history in
                try candidates(history: history, limit: 1, " AND sessions.api = :api", ["api": api]).first
            }.first
            guard var (record, _) = first, try grant(&record, api: api, isProbe: true) else { continue }
            try step.database.executeCached(
                sql: "UPDATE destinations SET next_probe = ? WHERE api = ?",
                arguments: [(now + request.term).milliseconds, api]
            )
        }
    }

    /// Takes live or history records until the worker is full or nothing is left.
    mutating func take(history: Bool) throws {
        while room > 0 {
            let spent = spentSessions(history: history)
            let marks = spent.indices.map { ":spent\($0)" }.joined(separator: ", ")
            let names = Dictionary(uniqueKeysWithValues: spent.enumerated().map { ("spent\($0.offset)", $0.element) })
            let found = try candidates(
                history: history,
                limit: room,
                " AND sessions.api NOT IN (SELECT api FROM destinations) AND queue.session_id NOT IN (\(marks))",
                names
            )
            for (record, api) in found {
                guard left(record.sessionID, history: history) > 0 else {
                    // Noted as spent, so that the next look passes it over.
                    taken[record.sessionID] = taken[record.sessionID] ?? SessionBudget.none
                    continue
                }
                var record = record
                if try grant(&record, api: api, isProbe: false) { count(record.sessionID, history: history) }
            }
            // Only a session that has just used up its budget leaves room for others' records.
            if spentSessions(history: history).count == spent.count { return }
        }
    }

    private func candidates(
        history: Bool,
        limit: Int,
        _ condition: String,
        _ names: [String: String]
    ) throws -> [(StoredRecord, String)] {
        var arguments: [String: (any DatabaseValueConvertible)?] = [
            "history": history, "now": now.milliseconds, "limit": limit,
        ]
        for (name, value) in names { arguments[name] = value }
        // Its text changes with the number of spent sessions, so it is not kept.
        let rows = try Row.fetchAll(
            step.database,
            sql: StoredRecord.selection + " " + Self.eligible + condition
                + " ORDER BY queue.created_at, queue.id LIMIT :limit",
            arguments: StatementArguments(arguments)
        )
        return try rows.map { (try StoredRecord(row: $0), try $0.value("api")) }
    }

    private mutating func grant(_ record: inout StoredRecord, api: String, isProbe: Bool) throws -> Bool {
        let actions = try step.apply(to: &record) { $0.grant(to: request.worker, now: now, term: request.term) }
        guard actions.contains(.persist) else { return false }
        let entry = record.entry
        grants.append(
            Grant(
                logID: entry.logID,
                revision: entry.revision,
                fence: entry.fence,
                sessionID: record.sessionID,
                seat: record.seat,
                hub: record.hub,
                api: api,
                record: record.record,
                isDeletion: entry.isDeletion,
                isUpdate: entry.isAtDestination,
                serverID: record.destinationID,
                possiblySent: entry.sentBeforeLease,
                isHistory: record.isHistory,
                isProbe: isProbe
            )
        )
        return true
    }
}

// MARK: - Budgets

extension Granting {
    private func left(_ session: String, history: Bool) -> Int {
        let budget = request.budgets[session] ?? request.defaultBudget
        let used = taken[session] ?? SessionBudget.none
        return history ? budget.history - used.history : budget.live - used.live
    }

    private mutating func count(_ session: String, history: Bool) {
        if history { taken[session, default: SessionBudget.none].history += 1 }
        if !history { taken[session, default: SessionBudget.none].live += 1 }
    }

    private func spentSessions(history: Bool) -> [String] {
        Set(request.budgets.keys).union(taken.keys).filter { left($0, history: history) <= 0 }.sorted()
    }
}
