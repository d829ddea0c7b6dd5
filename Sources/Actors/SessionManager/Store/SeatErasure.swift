internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Erases what a seat's persons left.
struct SeatErasure: QueueStep {
    let step: QueueTransaction

    func requireNoOpenSession(_ seat: String) throws {
        let open = try StoredSession.fetchAll(
            database,
            "WHERE seat = ? AND (ended_at IS NULL OR end_told = 0)",
            [seat]
        )
        guard open.isEmpty else {
            throw StoreError(
                code: .constraint,
                message: "seat \(seat) has a session; end it before erasing",
                path: path,
                isRetriable: false
            )
        }
    }

    func erase(_ seat: String) throws -> ErasedSeat {
        var erased = ErasedSeat()
        erased.devices = try String.fetchAll(
            database,
            sql: "SELECT DISTINCT device FROM assignments WHERE seat = ? ORDER BY device LIMIT 1000",
            arguments: [seat]
        )
        // First, while the assignments still say whose the devices were.
        erased.heldReadings = try deleteHeld(of: seat)
        erased.sharedHeldReadings = try countHeld(ofDevicesOf: seat)
        // What was measured at the seat is its person's also where a later session, of another seat, has taken it over.
        let mine = """
            (session_id IN (SELECT id FROM sessions WHERE seat = ?1) OR seat = ?1
                AND session_id IN (SELECT session_id FROM queue_counts WHERE queue_counts.seat = ?1))
            """
        _ = try step.deleteRecords("kind = 2 AND \(mine)", [seat])
        erased.records = try step.deleteRecords(mine, [seat])
        try database.executeCached(
            sql: """
                UPDATE keys_given SET session_id = NULL, user_id = NULL, organization_id = NULL, log_id = NULL,
                    destination_id = NULL
                WHERE session_id IN (SELECT id FROM sessions WHERE seat = ?)
                """,
            arguments: [seat]
        )
        erased.images = try delete("images", of: seat)
        erased.sessions = try delete("sessions", of: seat)
        erased.assignments = try delete("assignments", of: seat)
        _ = try delete("notifications", of: seat)
        return erased
    }

    /// Held readings that can be nobody else's; also newer revisions of what the seat's persons had already.
    private func deleteHeld(of seat: String) throws -> Int {
        try database.executeCached(
            sql: """
                DELETE FROM held WHERE seat = ?1
                    OR reading_key IN (SELECT reading_key FROM keys_given
                        WHERE session_id IN (SELECT id FROM sessions WHERE sessions.seat = ?1))
                    OR device IN (SELECT mine.device FROM assignments mine WHERE mine.seat = ?1
                        AND NOT EXISTS (SELECT 1 FROM assignments WHERE device = mine.device AND seat <> ?1))
                """,
            arguments: [seat]
        )
        return database.changesCount
    }

    private func countHeld(ofDevicesOf seat: String) throws -> Int {
        try Int.fetchOne(
            database,
            sql:
                "SELECT count(*) FROM held WHERE device IN (SELECT device FROM assignments WHERE assignments.seat = ?)",
            arguments: [seat]
        ) ?? 0
    }

    private func delete(_ table: String, of seat: String) throws -> Int {
        try database.executeCached(sql: "DELETE FROM \(table) WHERE seat = ?", arguments: [seat])
        return database.changesCount
    }
}
