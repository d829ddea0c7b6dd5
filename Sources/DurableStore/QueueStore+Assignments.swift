public import FoundationEssentials
internal import GRDB

extension QueueStore {
    /// Assigns a device, or one of its own user indexes, to a seat.
    ///
    /// The present assignment ends at the same moment.
    ///
    /// - Parameters:
    ///   - device: The device's UUID.
    ///   - userIndex: The device's own user index; nil for all of them.
    ///   - seat: The seat.
    ///   - from: From which measurement time on.
    ///   - notifications: Told with it.
    ///   - at: The wall clock.
    public func setAssignment(
        device: String,
        userIndex: Int?,
        seat: String,
        from: Date,
        notifications: [NewNotification] = [],
        at: Date
    ) async throws {
        try await transaction(at: at) { step in
            try step.endAssignment(device: device, userIndex: userIndex, until: from)
            try step.database.executeCached(
                sql: "INSERT INTO assignments (device, user_index, seat, valid_from) VALUES (?, ?, ?, ?)",
                arguments: [device, userIndex, seat, StoreTime.milliseconds(from)]
            )
            for notification in notifications { try step.save(notification) }
        }
    }

    /// Ends a device's present assignment.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func endAssignment(device: String, userIndex: Int?, until: Date, at: Date) async throws -> Bool {
        try await transaction(at: at) { try $0.endAssignment(device: device, userIndex: userIndex, until: until) }
    }

    /// All assignments, past ones included, oldest first.
    public func assignments() async throws -> [DeviceAssignment] {
        try await writer.read { database in
            try database.rowsCached(sql: "SELECT * FROM assignments ORDER BY valid_from, id")
                .map(DeviceAssignment.init(row:))
        }
    }

    /// The assignments of some devices, past ones included, oldest first.
    public func assignments(devices: Set<String>) async throws -> [DeviceAssignment] {
        guard !devices.isEmpty else { return [] }
        let list = try StoreList.json(devices)
        return try await writer.read { database in
            try database.rowsCached(
                sql:
                    "SELECT * FROM assignments WHERE device IN (SELECT value FROM json_each(?)) ORDER BY valid_from, id",
                arguments: [list]
            ).map(DeviceAssignment.init(row:))
        }
    }
}

extension QueueTransaction {
    /// Ends the open assignment of a device and user index; one that would end before it began ends where it began.
    @discardableResult
    func endAssignment(device: String, userIndex: Int?, until: Date) throws -> Bool {
        try database.executeCached(
            sql: """
                UPDATE assignments SET valid_until = max(valid_from, ?)
                WHERE device = ? AND user_index IS ? AND valid_until IS NULL
                """,
            arguments: [StoreTime.milliseconds(until), device, userIndex]
        )
        return database.changesCount > 0
    }
}
