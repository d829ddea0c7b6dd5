internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB

extension LedgerStore {
    func fetch(_ condition: String, _ arguments: StatementArguments) async throws -> [StoredAttempt] {
        try await writer.read { database in
            try database.rowsCached(sql: "SELECT * FROM attempts " + condition, arguments: arguments)
                .map(StoredAttempt.init(row:))
        }
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
            let row = try database.rowCached(
                sql: "SELECT * FROM attempts WHERE log_id = ? AND fence = ?",
                arguments: [logID, fence]
            )
            guard let row else {
                throw StoreError(
                    code: .notFound,
                    message: "no such attempt was started",
                    path: path,
                    isRetriable: false
                )
            }
            var entry = try StoredAttempt(row: row).entry
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
    /// Reads the outcome columns; nil when there is none yet.
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
    /// Saves how far the attempt got.
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
