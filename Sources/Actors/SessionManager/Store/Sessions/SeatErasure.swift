public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Counts what was erased for a seat.
public struct ErasedSeat: Sendable, Hashable {
    /// Records, at whatever stage of their delivery.
    public var records = 0
    /// Sessions.
    public var sessions = 0
    /// Assignments of devices.
    public var assignments = 0
    /// Held readings made for the seat, or by a device that was never assigned to another seat.
    public var heldReadings = 0
    /// Held readings of devices that other seats had too; they stay, because their owner is unknown.
    public var sharedHeldReadings = 0
    /// Images, sent or not; the caller must remove the files of those that waited.
    public var images = 0
    /// The devices that were assigned to the seat, a thousand at most; hubs may still have their raw frames.
    public var devices: [String] = []
}

/// Erases the data of a seat's persons.
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
        // Done first, while the assignments still show whose the devices were.
        erased.heldReadings = try deleteHeld(of: seat)
        erased.sharedHeldReadings = try countHeld(ofDevicesOf: seat)
        // A record measured at the seat belongs to its person even if a later session at another seat has taken it
        // over.
        let mine = """
            (session_id IN (SELECT id FROM sessions WHERE seat = ?1) OR seat = ?1
                AND session_id IN (SELECT session_id FROM queue_counts WHERE queue_counts.seat = ?1))
            """
        // Images and further deliveries do not count as records.
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

    /// Deletes held readings that can only belong to the seat's persons, including newer revisions of readings they
    /// already had.
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
    /// Checks whether a seat may be erased; changes nothing.
    ///
    /// - Throws: ``StoreErrorCode/constraint`` while the seat has a session that runs or still ends.
    public func checkErasable(_ seat: String, at: Date) async throws {
        try await transaction(at: at) { try $0.erasure.requireNoOpenSession(seat) }
    }

    /// Erases a seat's data: records, sessions, notifications, assignments, held readings.
    ///
    /// Keys stay without the person, so that the same readings do not come back. The time during which the seat was
    /// taken stays too, so that readings of that time do not become the next person's. The pages are overwritten, and
    /// the write-ahead log, which still has recent commits, is emptied.
    ///
    /// - Returns: The counts. A repeat erases the rest, and empties the log again.
    /// - Throws: ``StoreErrorCode/constraint`` while the seat has a session that runs or still ends;
    ///   ``StoreErrorCode/locked`` when all is erased but a reader keeps the log from being emptied.
    @discardableResult
    public func eraseSeat(_ seat: String, at: Date) async throws -> ErasedSeat {
        let erased = try await transaction(at: at) { step in
            try step.erasure.requireNoOpenSession(seat)
            return try step.erasure.erase(seat)
        }
        // An open list would still show the erased records, and keep them in the log.
        await snapshots.closeAll()
        try await writer.emptyLog()
        return erased
    }
}
