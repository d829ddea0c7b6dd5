public import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension DeliveryTable {
    /// The work that could be granted now, by destination, counted up to a limit.
    ///
    /// It only reads, so a check that finds no work costs no transaction.
    ///
    /// - Parameters:
    ///   - rates: How many requests an access token may make.
    ///   - limit: The highest count of one kind's records at a destination.
    ///   - now: The owner's boot clock.
    ///   - at: The wall clock.
    public func ready(_ rates: RateLimit, limit: Int, now: BootInstant, at: Date) async throws -> [ReadyWork] {
        try await writer.read { database in
            var work = try Self.dueProbes(database, now: now)
            let sessions = try ReadySession.fetchAll(database, paused: false, now: now)
            for kind in WorkKind.allCases {
                var book = RateBook(database, limit: rates, at: at)
                for session in sessions[kind] ?? [] {
                    let left = min(limit, try book.left(session.rateKey, of: session.api, history: kind != .live))
                    let known = work[session.api].map { kind == .live ? $0.live : $0.history } ?? 0
                    guard left > 0, known < limit else { continue }
                    let count = try session.readyCount(database, kind: kind, limit: left)
                    // Sessions with the same token share its remaining requests.
                    try book.charge(session.rateKey, of: session.api, requests: count)
                    var present = work[session.api] ?? ReadyWork(api: session.api, live: 0, history: 0)
                    if kind != .live { present.history += count } else { present.live += count }
                    work[session.api] = present
                }
            }
            return work.values.filter { $0.live + $0.history > 0 }.sorted { $0.api < $1.api }
        }
    }

    /// Whether any delayed record is due.
    public func isAnyDue(now: BootInstant) async throws -> Bool {
        try await writer.readStatement { try Self.isAnyDue($0, now: now) }
    }

    /// Whether any delayed record is due.
    static func isAnyDue(_ database: Database, now: BootInstant) throws -> Bool {
        let row = try database.rowCached(
            sql: """
                SELECT EXISTS (SELECT 1 FROM queue INDEXED BY queue_delayed
                        WHERE state = 'pending' AND not_before > 0 AND kind = 0 AND not_before <= :now)
                    OR EXISTS (SELECT 1 FROM queue INDEXED BY queue_delayed
                        WHERE state = 'pending' AND not_before > 0 AND kind = 1 AND not_before <= :now)
                    OR EXISTS (SELECT 1 FROM queue INDEXED BY queue_delayed
                        WHERE state = 'pending' AND not_before > 0 AND kind = 2 AND not_before <= :now)
                    AS due
                """,
            arguments: ["now": now.milliseconds]
        )
        return try row?.value("due") ?? false
    }

    /// Makes delayed records due once their time has come, live ones first.
    ///
    /// It works in slices, so that many records that fall due at once do not block other work.
    ///
    /// - Returns: Whether more records remain.
    @discardableResult
    public func promoteDue(now: BootInstant, limit: Int = 500, at: Date) async throws -> Bool {
        try await transaction(at: at) { step in
            var left = limit
            for kind in WorkKind.allCases where left > 0 {
                left -= try step.makeDue(kind, upTo: now.milliseconds, limit: left)
            }
            return left == 0
        }
    }

    private static func dueProbes(_ database: Database, now: BootInstant) throws -> [String: ReadyWork] {
        let due = try String.fetchAll(
            database.cachedStatement(sql: "SELECT api FROM destinations WHERE next_probe <= ?"),
            arguments: [now.milliseconds]
        )
        guard !due.isEmpty else { return [:] }
        let waiting = try ReadySession.fetchAll(database, paused: true, now: now).values.joined()
        let probes = Set(waiting.map(\.api)).intersection(due)
        return Dictionary(uniqueKeysWithValues: probes.map { ($0, ReadyWork(api: $0, live: 1, history: 0)) })
    }
}

extension QueueTransaction {
    /// Makes delayed records of one kind due, for one destination or all, up to a time and a number; returns how many.
    ///
    /// It does in one statement what `QueueEntry.hasten` does to each: a record past its time is granted like one
    /// without a time.
    func makeDue(_ kind: WorkKind, of api: String? = nil, upTo time: Int64, limit: Int) throws -> Int {
        try database.executeCached(
            sql: """
                UPDATE queue SET not_before = 0, changed_at = :at WHERE id IN (
                    SELECT id FROM queue INDEXED BY queue_delayed
                    WHERE state = 'pending' AND not_before > 0 AND kind = :kind AND not_before <= :time
                        AND (:api IS NULL OR (SELECT api FROM sessions WHERE sessions.id = session_id) = :api)
                    ORDER BY not_before LIMIT :limit)
                """,
            arguments: [
                "at": StoreTime.milliseconds(at), "kind": kind.rawValue, "time": time, "limit": limit, "api": api,
            ]
        )
        return database.changesCount
    }
}
