public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The person of a session: a user of an organization, whatever the destination.
public struct SessionPerson: Sendable, Hashable {
    /// The user at the destination.
    public let userID: String
    /// The user's organization; nil for a user of that name in any organization.
    public let organizationID: String?

    /// Names a person.
    public init(userID: String, organizationID: String? = nil) {
        self.userID = userID
        self.organizationID = organizationID
    }

    /// The sessions of a person, as a list for `IN`; takes ``arguments``.
    static let sessions =
        "(SELECT id FROM sessions WHERE user_id = ? AND organization_id = coalesce(?, organization_id))"

    var arguments: StatementArguments { [userID, organizationID] }
}

extension StoredSession {
    /// The person who has the session.
    public var holder: SessionPerson { SessionPerson(userID: userID, organizationID: organizationID) }
}

extension SessionTable {
    /// Since when a running session's person has the seat, across consecutive sessions of that person.
    public func start(ofPersonOf session: StoredSession) async throws -> Date {
        let person = session.holder.arguments
        let found = try await writer.read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT min(started_at) FROM sessions
                    WHERE seat = ? AND accompanies IS NULL AND id IN \(SessionPerson.sessions)
                        AND started_at > coalesce((SELECT max(started_at) FROM sessions
                            WHERE seat = ? AND accompanies IS NULL AND id NOT IN \(SessionPerson.sessions)), -1)
                    """,
                arguments: [session.seat] + person + [session.seat] + person
            )
        }
        // Absent is its own start: two sessions that began in the same millisecond have no order.
        return found.map(StoreTime.date) ?? session.startedAt
    }

    /// Whether anyone except a person has records at a seat; anyone at all if the person is nil.
    public func hasRecordsOfOthers(seat: String, than person: SessionPerson?) async throws -> Bool {
        // No user has an empty name.
        let person = person ?? SessionPerson(userID: "")
        return try await writer.read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM queue_counts WHERE seat = ? AND kind < 2 AND n > 0
                        AND session_id IN (SELECT id FROM sessions WHERE accompanies IS NULL)
                        AND session_id NOT IN \(SessionPerson.sessions))
                    """,
                arguments: [seat] + person.arguments
            ) ?? false
        }
    }

    /// The persons of sessions, by session id.
    public func people(ofSessions ids: Set<String>) async throws -> [String: SessionPerson] {
        let names = try StoreList.json(ids.sorted())
        let found = try await writer.read {
            try StoredSession.fetchAll(
                $0,
                condition: "WHERE id IN (SELECT value FROM json_each(?))",
                arguments: [names]
            )
        }
        return Dictionary(found.map { ($0.id, $0.holder) }) { first, _ in first }
    }
}
