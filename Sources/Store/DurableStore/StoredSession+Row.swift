internal import FoundationEssentials
internal import GRDB

extension StoredSession {
    /// Reads a row of `sessions`.
    init(row: Row) throws {
        self.init(
            id: try row.value("id"),
            seat: try row.value("seat"),
            userID: try row.value("user_id"),
            organizationID: try row.value("organization_id"),
            api: try row.value("api"),
            apiVersion: try row.value("api_version"),
            sealedToken: try row.optional("token_sealed"),
            subscriptions: try row.optional("subscriptions"),
            isValidated: try row.value("validated"),
            startedAt: StoreTime.date(try row.value("started_at")),
            rateKey: try row.optional("rate_key")
        )
        endedAt = try row.optional("ended_at").map(StoreTime.date)
        endReason = try row.optional("end_reason")
        isEndTold = try row.value("end_told")
    }

    /// Loads the sessions that a condition selects.
    static func fetchAll(
        _ database: Database,
        _ condition: String,
        _ arguments: StatementArguments = []
    ) throws -> [StoredSession] {
        try database.rowsCached(sql: "SELECT * FROM sessions " + condition, arguments: arguments)
            .map(StoredSession.init(row:))
    }

    /// The session that a seat had at a measurement's time, running or ended; nil where there was none.
    static func fetch(_ database: Database, seat: String, at measuredAt: Date) throws -> StoredSession? {
        let moment = StoreTime.milliseconds(measuredAt)
        return try fetchAll(
            database,
            "WHERE seat = ? AND started_at <= ? AND (ended_at IS NULL OR ended_at > ?) ORDER BY started_at DESC",
            [seat, moment, moment]
        ).first
    }

    /// Saves a session that starts.
    func insert(_ database: Database) throws {
        try database.executeCached(
            sql: """
                INSERT INTO sessions (id, seat, user_id, organization_id, api, api_version, token_sealed,
                    subscriptions, validated, started_at, rate_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, seat, userID, organizationID, api, apiVersion, sealedToken, subscriptions, isValidated,
                StoreTime.milliseconds(startedAt), rateKey,
            ]
        )
    }
}
