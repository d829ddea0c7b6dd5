import DeliveryRules
import Foundation
import GRDB
import MessageBus
import QueueStore
import SimulatedHub
import StoreEngine
import VitalRecords

/// Puts history into a session manager's queue by SQL: what a large import leaves there, without the hours it takes.
struct QueueSeed: Sendable {
    /// Tells nothing: seeding ends and settles nothing.
    struct Silent: QueueNotifications {
        func notification(for action: DeliveryAction, record: StoredRecord, at: Date) -> NewNotification? { nil }
        func sessionEnded(_ session: StoredSession, unsynced: Int, first: [StoredRecord], at: Date) -> NewNotification?
        { nil }
    }

    private static let slice = 25_000
    private static let logIDMark = "LOG-ID"
    private static let keyMark = "reading-key"

    /// The store's file.
    let path: String

    /// Adds history, dealt to the running sessions in turn; the session manager may be at work meanwhile.
    func fill(_ count: Int, hub: HubID) async throws {
        let store = try await QueueStore.open(
            StoreConfiguration(path: path, busyTimeout: .seconds(60)),
            notifications: Silent()
        )
        let sessions = try await store.sessions.open()
        guard !sessions.isEmpty else { throw BenchError("\(path) has no session to fill") }
        for (number, session) in sessions.enumerated() {
            let share = count / sessions.count + (number < count % sessions.count ? 1 : 0)
            let record = try template(session, number, hub)
            for start in stride(from: 0, to: share, by: Self.slice) {
                let slice = Slice(
                    session: session,
                    record: record,
                    hub: hub.rawValue,
                    first: number * 10_000_000 + start,
                    count: min(Self.slice, share - start)
                )
                try await store.writer.write { try slice.insert($0) }
            }
        }
        try await store.close()
    }

    private func template(_ session: StoredSession, _ number: Int, _ hub: HubID) throws -> String {
        guard let seat = SeatID(rawValue: session.seat), let logID = LogID(rawValue: Self.logIDMark) else {
            throw BenchError("\(session.seat) is not a seat")
        }
        var reading = LineUsers.reading(number, hub: hub)
        reading.history = true
        let bytes = try WireJSON.encode(VitalRecord(reading: reading, logID: logID, seat: seat))
        return String(decoding: bytes, as: UTF8.self)
            .replacing(reading.readingKey.rawValue, with: Self.keyMark)
    }

    private struct Slice: Sendable {
        let session: StoredSession
        let record: String
        let hub: String
        let first: Int
        let count: Int

        private static let numbers = """
            WITH RECURSIVE numbers (n) AS (SELECT :first UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :end),
                ids AS (SELECT n, printf('00000000-0000-5000-8000-%012x', n) AS log, printf('seed-%d', n) AS key
                    FROM numbers)
            """

        func insert(_ database: Database) throws {
            let arguments: StatementArguments = [
                "first": first, "end": first + count, "session": session.id, "seat": session.seat, "hub": hub,
                "user": session.userID, "organization": session.organizationID,
                "now": Int64(Date.now.timeIntervalSince1970 * 1_000),
            ]
            try database.execute(
                sql: """
                    INSERT INTO keys_given (reading_key, session_id, user_id, organization_id, log_id, revision, hub, seen_at)
                    \(Self.numbers)
                    SELECT key, :session, :user, :organization, log, 1, :hub, :now FROM ids WHERE :seat <> ''
                    """,
                arguments: arguments
            )
            try database.execute(
                sql: """
                    INSERT INTO queue (log_id, session_id, seat, hub, record, kind, created_at, changed_at, state,
                        revision, is_deletion, fence, revision_base, possibly_sent, sent_before_lease, at_destination,
                        waiting_deletion, attempts)
                    \(Self.numbers)
                    SELECT log, :session, :seat, :hub,
                        CAST(replace(replace(:record, '\(QueueSeed.logIDMark)', log), '\(QueueSeed.keyMark)', key) AS BLOB),
                        1, :now + n % 1000, :now, 'pending', 1, 0, 0, 0, 0, 0, 0, 0, 0
                    FROM ids WHERE :user || :organization <> ''
                    """,
                arguments: arguments + ["record": record]
            )
        }
    }
}
