public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// What was erased of a seat.
public struct ErasedSeat: Sendable, Hashable {
    /// Records, at whatever stage of their delivery.
    public var records = 0
    /// Sessions.
    public var sessions = 0
    /// Assignments of devices.
    public var assignments = 0
    /// Held readings that were made for the seat, or by a device that was nobody else's.
    public var heldReadings = 0
    /// Held readings of devices that were other seats' too: whose they are nobody knows, so they stay.
    public var sharedHeldReadings = 0
    /// Images, sent or not; the files of those that waited are to be removed.
    public var images = 0
    /// The devices that were assigned to the seat, a thousand at most: hubs may still have raw frames of them.
    public var devices: [String] = []
}

/// Erases what a seat's persons left.
struct SeatErasure: QueueStep {
    let step: QueueTransaction

    func requireNoOpenSession(_ seat: String) throws {
        let open = try StoredSession.fetchAll(
            database,
            condition: "WHERE seat = ? AND (ended_at IS NULL OR end_told = 0)",
            arguments: [seat]
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
        // Neither images nor further deliveries are records.
        _ = try step.deleteRecords("(kind = 2 OR record_log_id IS NOT NULL) AND \(mine)", arguments: [seat])
        erased.records = try step.deleteRecords(mine, arguments: [seat])
        try database.executeCached(
            sql: """
                UPDATE keys_given SET session_id = NULL, user_id = NULL, organization_id = NULL, log_id = NULL,
                    destination_id = NULL
                WHERE session_id IN (SELECT id FROM sessions WHERE seat = ?)
                """,
            arguments: [seat]
        )
        _ = try delete("images", of: seat, and: "delivery IS NOT NULL")
        erased.images = try delete("images", of: seat)
        try ErasedSpan.add(ofSessionsAt: seat, to: database, at: at)
        _ = try delete("sessions", of: seat, and: "accompanies IS NOT NULL")
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

    private func delete(_ table: String, of seat: String, and condition: String = "TRUE") throws -> Int {
        try database.executeCached(sql: "DELETE FROM \(table) WHERE seat = ? AND \(condition)", arguments: [seat])
        return database.changesCount
    }
}

extension QueueStore {
    /// Looks whether a seat may be erased; changes nothing.
    ///
    /// - Throws: ``StoreErrorCode/constraint`` while the seat has a session that runs or still ends.
    public func checkErasable(_ seat: String, at: Date) async throws {
        try await transaction(at: at) { try $0.erasure.requireNoOpenSession(seat) }
    }

    /// Erases what a seat's persons left here: records, sessions, notifications, assignments, held readings.
    ///
    /// Keys stay without the person, so that the same readings do not come back. So does the time during which somebody was
    /// there, so that what is of that time does not become the next person's. The pages are overwritten, and the
    /// write-ahead log, which still has what was committed lately, is emptied.
    ///
    /// - Returns: What was erased. A repeat erases what is left, and empties the log again.
    /// - Throws: ``StoreErrorCode/constraint`` while the seat has a session that runs or still ends;
    ///   ``StoreErrorCode/locked`` when all is erased but the log could not be emptied, because somebody reads.
    @discardableResult
    public func eraseSeat(_ seat: String, at: Date) async throws -> ErasedSeat {
        let erased = try await transaction(at: at) { step in
            try step.erasure.requireNoOpenSession(seat)
            return try step.erasure.erase(seat)
        }
        // A list that somebody turns the pages of would show the erased, and keep them in the log.
        await snapshots.closeAll()
        try await writer.emptyLog()
        return erased
    }
}
