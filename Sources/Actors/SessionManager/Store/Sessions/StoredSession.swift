public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// A session as saved: a seat's own, or one that accompanies it at a further destination.
///
/// The session manager seals the token; the store never sees it unsealed.
public struct StoredSession: Sendable, Hashable, Identifiable {
    /// The session's id.
    public let id: String
    /// The seat of its person.
    public var seat: String
    /// The user at the destination.
    public var userID: String
    /// The user's organization at the destination.
    public var organizationID: String
    /// The destination, for example `inform`.
    public var api: String
    /// The destination's version, for example `v2`.
    public var apiVersion: String
    /// The sealed access token; nil once the session has ended and none of its records is leased.
    public var sealedToken: Data?
    /// The sample types it subscribes to, as JSON.
    public var subscriptions: Data?
    /// Whether the destination has confirmed the credentials.
    public var isValidated: Bool
    /// When it started.
    public var startedAt: Date
    /// A keyed hash of the access token, by which the rate is counted; if nil, the session counts alone.
    public var rateKey: String?
    /// The seat's session whose records also go to this destination; nil for a seat's own session.
    public package(set) var accompanies: String?
    /// When it ended.
    public package(set) var endedAt: Date?
    /// Why it ended.
    public package(set) var endReason: String?
    /// Whether `sessionEnded` was published, which happens only after the last leased record was answered.
    public package(set) var isEndTold = false

    /// Creates a new session.
    public init(
        id: String,
        seat: String,
        userID: String,
        organizationID: String,
        api: String,
        apiVersion: String,
        sealedToken: Data?,
        subscriptions: Data? = nil,
        isValidated: Bool = false,
        startedAt: Date,
        rateKey: String? = nil
    ) {
        self.id = id
        self.seat = seat
        self.userID = userID
        self.organizationID = organizationID
        self.api = api
        self.apiVersion = apiVersion
        self.sealedToken = sealedToken
        self.subscriptions = subscriptions
        self.isValidated = isValidated
        self.startedAt = startedAt
        self.rateKey = rateKey
    }
}

extension StoredSession {
    /// Whether it was running at a time.
    package func lasts(at time: Date) -> Bool { startedAt <= time && endedAt.map { time < $0 } ?? true }

    /// A session of the same person and destination that accompanies another session of the seat.
    func accompanying(_ session: String, as id: String) -> StoredSession {
        var other = StoredSession(
            id: id,
            seat: seat,
            userID: userID,
            organizationID: organizationID,
            api: api,
            apiVersion: apiVersion,
            sealedToken: nil,
            startedAt: startedAt,
            rateKey: rateKey
        )
        other.accompanies = session
        return other
    }

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
        accompanies = try row.optional("accompanies")
        endedAt = try row.optional("ended_at").map(StoreTime.date)
        endReason = try row.optional("end_reason")
        isEndTold = try row.value("end_told")
    }

    /// Loads the sessions that a condition selects.
    static func fetchAll(
        _ database: Database,
        condition: String,
        arguments: StatementArguments = []
    ) throws -> [StoredSession] {
        try database.readAllCached(
            sql: "SELECT * FROM sessions " + condition,
            arguments: arguments,
            StoredSession.init(row:)
        )
    }

    /// The session that a seat had at the time of a measurement, running or ended; nil for none.
    static func fetch(_ database: Database, seat: String, at measuredAt: Date) throws -> StoredSession? {
        let moment = StoreTime.milliseconds(measuredAt)
        return try fetchAll(
            database,
            condition:
                """
                WHERE seat = ? AND accompanies IS NULL AND started_at <= ? AND (ended_at IS NULL OR ended_at > ?)
                ORDER BY started_at DESC
                """,
            arguments: [seat, moment, moment]
        ).first
    }

    /// The session that a seat has now.
    static func present(_ database: Database, seat: String) throws -> StoredSession? {
        try fetchAll(
            database,
            condition: "WHERE seat = ? AND ended_at IS NULL AND accompanies IS NULL",
            arguments: [seat]
        ).first
    }

    /// The sessions that accompany a session at its further destinations.
    static func further(_ database: Database, of session: String) throws -> [StoredSession] {
        try fetchAll(database, condition: "WHERE accompanies = ? ORDER BY rowid", arguments: [session])
    }

    /// Saves a new session.
    func insert(_ database: Database) throws {
        try database.executeCached(
            sql: """
                INSERT INTO sessions (id, seat, user_id, organization_id, api, api_version, token_sealed,
                    subscriptions, validated, started_at, rate_key, accompanies)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, seat, userID, organizationID, api, apiVersion, sealedToken, subscriptions, isValidated,
                StoreTime.milliseconds(startedAt), rateKey, accompanies,
            ]
        )
    }
}
