internal import DeliveryRules
internal import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension GivenKey {
    /// Loads a key; nil if it was not given.
    static func fetch(_ database: Database, _ readingKey: String) throws -> GivenKey? {
        try database.rowCached(sql: "SELECT * FROM keys_given WHERE reading_key = ?", arguments: [readingKey])
            .map(GivenKey.init(row:))
    }

    private init(row: Row) throws {
        readingKey = try row.value("reading_key")
        sessionID = try row.optional("session_id")
        userID = try row.optional("user_id")
        organizationID = try row.optional("organization_id")
        logID = try row.optional("log_id")
        revision = try row.value("revision")
        producerRevision = try row.value("producer_revision")
        destinationID = try row.optional("destination_id")
        mergedInto = try row.optional("merged_into")
        hub = try row.value("hub")
        seenAt = StoreTime.date(try row.value("seen_at"))
        isChangedByHand = try row.value("changed_by_hand")
        lastFence = try row.value("last_fence")
    }
}

extension HeldReading {
    /// Loads a held reading; nil if there is none.
    static func fetch(_ database: Database, _ readingKey: String) throws -> HeldReading? {
        try database.rowCached(sql: "SELECT * FROM held WHERE reading_key = ?", arguments: [readingKey])
            .map(HeldReading.init(row:))
    }

    /// Reads a row of `held`.
    init(row: Row) throws {
        readingKey = try row.value("reading_key")
        revision = try row.value("revision")
        reading = try row.value("reading")
        reason = try row.value("reason")
        device = try row.optional("device")
        seat = try row.optional("seat")
        awaitsPerson = try row.value("awaits_person")
        hub = try row.value("hub")
        mergeKey = try row.optional("merge_key")
        seenAt = StoreTime.date(try row.value("seen_at"))
        receivedAt = StoreTime.date(try row.value("received_at"))
    }
}

extension DeviceAssignment {
    /// Loads a device's assignments, past ones included, oldest first.
    static func fetchAll(_ database: Database, of device: String) throws -> [DeviceAssignment] {
        try database.rowsCached(
            sql: "SELECT * FROM assignments WHERE device = ? ORDER BY valid_from, id",
            arguments: [device]
        ).map(DeviceAssignment.init(row:))
    }

    /// Reads a row of `assignments`.
    init(row: Row) throws {
        id = try row.value("id")
        device = try row.value("device")
        userIndex = try row.optional("user_index")
        seat = try row.value("seat")
        from = StoreTime.date(try row.value("valid_from"))
        until = try row.optional("valid_until").map(StoreTime.date)
    }
}

extension StoredNotification {
    /// Reads a row of `notifications`.
    init(row: Row) throws {
        cursor = try row.value("cursor")
        notification = NewNotification(
            id: try row.value("id"),
            type: try row.value("type"),
            hub: try row.value("hub"),
            seat: try row.optional("seat"),
            data: try row.value("data"),
            time: StoreTime.date(try row.value("time"))
        )
    }
}

extension PausedDestination {
    /// Reads a row of `destinations`.
    init(row: Row) throws {
        api = try row.value("api")
        reason = try row.value("reason")
        pausedAt = StoreTime.date(try row.value("paused_at"))
        nextProbe = BootInstant(milliseconds: try row.value("next_probe"))
    }
}
