internal import GRDB
internal import StoreEngine

/// The next step for records of ended sessions.
enum UnsavedEnd: Sendable {
    /// Records that a session with an account takes over.
    case taken(TakenRecords.Progress)
    /// Records whose person has another session.
    case followed
    /// Pending records of an ended session, by its id.
    case ended(String)

    /// The step that comes first; nil if nothing is left.
    static func next(_ database: Database) throws -> UnsavedEnd? {
        if let records = try TakenRecords.next(database) { return .taken(records) }
        if try String.fetchOne(database.cachedStatement(sql: SessionSteps.leftToNext)) != nil { return .followed }
        return try String.fetchOne(database.cachedStatement(sql: pending)).map(UnsavedEnd.ended)
    }

    private static let pending = """
        SELECT sessions.id FROM queue_counts JOIN sessions ON sessions.id = queue_counts.session_id
        WHERE queue_counts.state = 'pending' AND sessions.ended_at IS NOT NULL LIMIT 1
        """
}
