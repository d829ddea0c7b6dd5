internal import GRDB
internal import StoreEngine

/// What all seats' states show, at one moment.
public struct SessionOverview: Sendable {
    /// All running sessions of seats, and ended ones that still wait for a leased record.
    public let open: [StoredSession]
    /// What ended sessions left, by seat; a seat without an ended session is missing.
    public let leftovers: [String: SeatLeftover]
    /// The further destinations that ended while their session runs on, by session.
    public let endedDestinations: [String: [String]]
}

extension SessionTable {
    /// What all seats' states show, read in one transaction.
    public func overview() async throws -> SessionOverview {
        try await writer.read { database in
            SessionOverview(
                open: try StoredSession.open(database),
                leftovers: try SeatLeftover.fetchAll(database),
                endedDestinations: try StoredSession.endedDestinations(database)
            )
        }
    }
}

extension StoredSession {
    /// All running sessions of seats, and ended ones that still wait for a leased record.
    static func open(_ database: Database) throws -> [StoredSession] {
        try fetchAll(
            database,
            condition: "WHERE (ended_at IS NULL OR end_told = 0) AND accompanies IS NULL ORDER BY started_at, id"
        )
    }

    /// The further destinations that ended while their session runs on, by session.
    static func endedDestinations(_ database: Database) throws -> [String: [String]] {
        let rows = try database.rowsCached(
            sql: """
                SELECT sessions.id AS id, other.api AS api
                FROM sessions JOIN sessions AS other ON other.accompanies = sessions.id
                WHERE sessions.ended_at IS NULL AND other.ended_at IS NOT NULL ORDER BY other.rowid
                """
        )
        return try rows.reduce(into: [:]) { $0[try $1.value("id"), default: []].append(try $1.value("api")) }
    }
}
