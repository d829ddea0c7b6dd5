public import DeliveryRules
public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// An uploader's attempt ledger.
///
/// An attempt is committed here before its request leaves.
///
/// Each call but ``confirm(_:at:finished:)`` is one transaction and returns after its commit. Calls throw ``StoreError``, or `CancellationError` before
/// they start.
public struct LedgerStore: Sendable {
    package let writer: GroupCommitWriter

    /// Opens or makes the file.
    public static func open(_ configuration: StoreConfiguration) async throws -> LedgerStore {
        LedgerStore(writer: try await StoreFile.open(configuration, kind: .ledger))
    }

    /// Commits that an attempt starts.
    ///
    /// Only after this returns may the request leave.
    ///
    /// - Parameter digest: A digest of the content, so that ``finishedAttempt(logID:revision:digest:)`` recognises it.
    /// - Throws: ``StoreErrorCode/constraint`` when this grant has an attempt already: it must not start twice.
    public func beginAttempt(
        logID: String,
        revision: Int,
        fence: Int64,
        sessionID: String,
        digest: Data? = nil,
        at: Date
    ) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT INTO attempts (log_id, revision, fence, session_id, digest, started_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [logID, revision, fence, sessionID, digest, StoreTime.milliseconds(at)]
            )
            try database.executeCached(sql: "UPDATE ledger_mark SET attempts = attempts + 1")
        }
    }

    /// Commits that an attempt starts, if the ledger has none of the record.
    ///
    /// One commit in place of two looks and a commit: most records are sent once.
    ///
    /// - Parameter digest: A digest of the content, so that ``finishedAttempt(logID:revision:digest:)`` recognises it.
    /// - Returns: Whether it does; otherwise nothing is changed, and the ledger's attempt decides.
    public func beginFirstAttempt(
        logID: String,
        revision: Int,
        fence: Int64,
        sessionID: String,
        digest: Data,
        at: Date
    ) async throws -> Bool {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT INTO attempts (log_id, revision, fence, session_id, digest, started_at)
                    SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM attempts WHERE log_id = ?1)
                    """,
                arguments: [logID, revision, fence, sessionID, digest, StoreTime.milliseconds(at)]
            )
            guard database.changesCount == 1 else { return false }
            try database.executeCached(sql: "UPDATE ledger_mark SET attempts = attempts + 1")
            return true
        }
    }

    /// The ledger's position.
    public func mark() async throws -> LedgerMark {
        try await writer.readStatement { database in
            guard let row = try database.rowCached(sql: "SELECT id, attempts FROM ledger_mark") else {
                return LedgerMark(id: "", attempts: 0)
            }
            return LedgerMark(id: try row.value("id"), attempts: try row.value("attempts"))
        }
    }

    /// The attempt with which the destination accepted this revision; nil if the ledger has none, or a later one of
    /// the record was begun.
    public func finishedAttempt(logID: String, revision: Int, digest: Data) async throws -> StoredAttempt? {
        try await fetch(
            """
            WHERE log_id = ?1 AND revision = ?2 AND digest = ?3 AND outcome = 'done'
                AND NOT EXISTS (SELECT 1 FROM attempts AS later WHERE later.log_id = ?1 AND later.revision > ?2)
            ORDER BY fence DESC LIMIT 1
            """,
            arguments: [logID, revision, digest]
        ).first
    }

    /// Commits an attempt's outcome, which then is unconfirmed until the owner answers.
    ///
    /// - Parameter mediaURL: The address of the image at the destination.
    /// - Returns: Whether anything changed; a sure outcome is not taken back.
    /// - Throws: ``StoreErrorCode/notFound`` for an attempt that never started.
    @discardableResult
    public func recordOutcome(
        logID: String,
        fence: Int64,
        outcome: AttemptOutcome,
        mediaURL: String? = nil,
        at: Date
    ) async throws -> Bool {
        try await change(logID: logID, fence: fence, at: at, mediaURL: mediaURL) { $0.answer(outcome) }
    }

    /// The owner has committed outcomes; the ledger notes it with its next commit.
    ///
    /// An outcome without its note is reported again after a restart, which changes nothing. Attempts that never
    /// started are left out.
    ///
    /// - Parameter finished: Called with nil after the commit, or with the reason why there was none.
    public func confirm(
        _ attempts: [(logID: String, fence: Int64)],
        at: Date,
        finished: @escaping @Sendable (StoreError?) -> Void = { _ in }
    ) async {
        guard !attempts.isEmpty else { return finished(nil) }
        await writer.join { database in
            for attempt in attempts {
                guard var entry = try Self.entry(database, logID: attempt.logID, fence: attempt.fence) else { continue }
                if entry.confirm() { try entry.save(database, answeredAt: at) }
            }
        } finished: {
            finished($0)
        }
    }

    /// Outcomes that the owner has not confirmed, oldest first, to be reported again.
    public func unconfirmedOutcomes(limit: Int) async throws -> [StoredAttempt] {
        try await fetch(
            "WHERE confirmed = 0 AND outcome IS NOT NULL ORDER BY answered_at, rowid LIMIT ?",
            arguments: [limit]
        )
    }

    /// Attempts that may have reached the destination without an answer here: look the record up, or send it again with
    /// the same log id.
    public func unansweredAttempts(logID: String) async throws -> [StoredAttempt] {
        try await fetch(
            "WHERE log_id = ? AND (outcome IS NULL OR possibly_sent = 1) ORDER BY fence",
            arguments: [logID]
        )
    }

    /// All attempts without an outcome; right after the start these are the ones that a crash cut off.
    public func interruptedAttempts(limit: Int) async throws -> [StoredAttempt] {
        try await fetch("WHERE outcome IS NULL ORDER BY started_at, rowid LIMIT ?", arguments: [limit])
    }

    /// Deletes confirmed attempts that started before a date, and returns how many.
    @discardableResult
    public func deleteConfirmed(before: Date) async throws -> Int {
        try await writer.write { database in
            try database.executeCached(
                sql: "DELETE FROM attempts WHERE confirmed = 1 AND started_at < ?",
                arguments: [StoreTime.milliseconds(before)]
            )
            return database.changesCount
        }
    }
}

extension LedgerStore {
    /// How the store fares.
    ///
    /// Cheap: reads no file.
    public var health: StoreHealth {
        get async { await writer.health }
    }

    /// Commits one small row to see whether writes work, and returns the health after it.
    ///
    /// A store that could not write becomes writable again by this, or by any other write that works.
    public func probe(at: Date) async -> StoreHealth {
        await writer.probe(at: at)
    }

    /// Finishes the writes that were taken in and closes the file.
    public func close() async throws {
        try await writer.close()
    }
}

extension LedgerStore {
    func fetch(_ condition: String, arguments: StatementArguments) async throws -> [StoredAttempt] {
        try await writer.readStatement { database in
            try database.readAllCached(
                sql: "SELECT * FROM attempts " + condition,
                arguments: arguments,
                StoredAttempt.init(row:)
            )
        }
    }

    /// Loads an attempt; nil for one that never started.
    private static func entry(_ database: Database, logID: String, fence: Int64) throws -> AttemptLedgerEntry? {
        try database.readFirstCached(
            sql: "SELECT * FROM attempts WHERE log_id = ? AND fence = ?",
            arguments: [logID, fence],
            StoredAttempt.init(row:)
        )?.entry
    }

    /// Loads an attempt, changes it, and saves it if it changed.
    func change(
        logID: String,
        fence: Int64,
        at: Date,
        mediaURL: String? = nil,
        _ body: @escaping @Sendable (inout AttemptLedgerEntry) -> Bool
    ) async throws -> Bool {
        let path = writer.path
        return try await writer.write { database in
            guard var entry = try Self.entry(database, logID: logID, fence: fence) else {
                throw StoreError(
                    code: .notFound,
                    message: "no such attempt was started",
                    path: path,
                    isRetriable: false
                )
            }
            guard body(&entry) else { return false }
            try entry.save(database, answeredAt: at)
            if let mediaURL {
                try database.executeCached(
                    sql: "UPDATE attempts SET media_url = ? WHERE log_id = ? AND fence = ?",
                    arguments: [mediaURL, logID, fence]
                )
            }
            return true
        }
    }
}

extension StoredAttempt {
    /// Reads a row of `attempts`.
    init(row: Row) throws {
        sessionID = try row.value("session_id")
        startedAt = StoreTime.date(try row.value("started_at"))
        mediaURL = try row.optional("media_url")
        let isConfirmed: Bool = try row.value("confirmed")
        let outcome = try AttemptOutcome(row: row)
        let state: AttemptLedgerEntry.State =
            if let outcome { isConfirmed ? .confirmedByOwner(outcome) : .answered(outcome) } else { .started }
        entry = AttemptLedgerEntry(
            logID: try row.value("log_id"),
            revision: try row.value("revision"),
            fence: try row.value("fence"),
            state: state
        )
    }
}

extension AttemptOutcome {
    /// Reads the outcome columns; nil without an outcome.
    fileprivate init?(row: Row) throws {
        guard let word = try row.optional("outcome", as: String.self) else { return nil }
        let possiblySent = try row.optional("possibly_sent", as: Bool.self) ?? true
        let error = DeliveryError(
            code: try row.optional("error_code", as: String.self) ?? "unknown",
            message: try row.optional("error_message", as: String.self) ?? ""
        )
        switch word {
        case "done": self = .done(serverID: try row.optional("server_id"))
        case "failed": self = .failed(error)
        case "retry":
            self = .retry(
                afterMilliseconds: try row.optional("retry_after", as: Int64.self) ?? 0,
                possiblySent: possiblySent,
                error: error
            )
        default: self = .released(possiblySent: possiblySent)
        }
    }
}

extension AttemptLedgerEntry {
    /// Saves the attempt's progress.
    fileprivate func save(_ database: Database, answeredAt: Date) throws {
        let (outcome, isConfirmed): (AttemptOutcome?, Bool) =
            switch state {
            case .started: (nil, false)
            case .answered(let outcome): (outcome, false)
            case .confirmedByOwner(let outcome): (outcome, true)
            }
        try database.executeCached(
            sql: """
                UPDATE attempts SET outcome = ?, server_id = ?, retry_after = ?, possibly_sent = ?, error_code = ?,
                    error_message = ?, confirmed = ?, answered_at = coalesce(answered_at, ?)
                WHERE log_id = ? AND fence = ?
                """,
            arguments: (outcome?.columns ?? [nil, nil, nil, nil, nil, nil])
                + [isConfirmed, StoreTime.milliseconds(answeredAt), logID, fence]
        )
    }
}

extension AttemptOutcome {
    /// The outcome columns in their order in the statement above.
    fileprivate var columns: StatementArguments {
        switch self {
        case .done(let serverID): ["done", serverID, nil, false, nil, nil]
        case .failed(let error): ["failed", nil, nil, false, error.code, error.message]
        case .retry(let after, let sent, let error): ["retry", nil, after, sent, error.code, error.message]
        case .released(let sent): ["released", nil, nil, sent, nil, nil]
        }
    }
}

/// One attempt as the ledger has it.
public struct StoredAttempt: Sendable, Hashable {
    /// An attempt and its progress.
    public let entry: AttemptLedgerEntry
    /// The session under which it was sent.
    public let sessionID: String
    /// When it started.
    public let startedAt: Date
    /// The address of the image at the destination.
    public let mediaURL: String?
}
