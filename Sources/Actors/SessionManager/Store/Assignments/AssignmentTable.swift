public import FoundationEssentials
internal import GRDB
public import StoreEngine

/// Which seat each device is assigned to, and the requests that assigned it.
///
/// Each call is one transaction and returns after its commit; it throws ``StoreError``, or `CancellationError` before it starts.
public struct AssignmentTable: QueueTable {
    let base: QueueBase

    /// Assigns a device, or one of its user indexes, to a seat, starting at a measurement time.
    ///
    /// Other assignments end at that time, so no two intervals of a device and user index overlap. An identical
    /// assignment stays unchanged.
    ///
    /// - Parameters:
    ///   - device: The device's UUID.
    ///   - userIndex: The device's own user index; nil for all users.
    ///   - seat: The seat.
    ///   - from: The first measurement time.
    ///   - madeAt: When the request was made; nil to skip the check of the order.
    ///   - request: The request's name, by which a repeat is recognised.
    ///   - at: The wall clock.
    ///   - tell: Makes the notification, saved in the same transaction, from the assignment before; nil for none. It
    ///     runs on the database's queue.
    ///   - decide: Decides again about each held reading that the new assignment may affect; nil leaves it held. It
    ///     runs on the database's queue.
    /// - Returns: The assignment in effect, and how many held readings got their owner by it.
    /// - Throws: ``StoreErrorCode/outdated`` when the assignment was changed after `madeAt`.
    @discardableResult
    public func set(
        device: String,
        userIndex: Int?,
        seat: String,
        from: Date,
        madeAt: Date? = nil,
        request: RequestName? = nil,
        at: Date,
        tell: @escaping @Sendable (_ before: DeviceAssignment?) -> NewNotification? = { _ in nil },
        decide: @escaping @Sendable (HeldCase) throws -> ReadingDecision? = { _ in nil }
    ) async throws -> (assignment: DeviceAssignment, owned: Int) {
        try await transaction(at: at) { step in
            let open = try step.openAssignment(device: device, userIndex: userIndex)
            if open.map({ $0.seat != seat || $0.from > from }) ?? true {
                let changedAt = try step.changeOfAssignment(device: device, userIndex: userIndex, madeAt: madeAt)
                try step.cutAssignments(device: device, userIndex: userIndex, from: from, changedAt: changedAt)
                try step.database.executeCached(
                    sql: """
                        INSERT INTO assignments (device, user_index, seat, valid_from, changed_at)
                        VALUES (?, ?, ?, ?, ?)
                        """,
                    arguments: [device, userIndex, seat, StoreTime.milliseconds(from), changedAt]
                )
            }
            if let notification = tell(open) { try step.save(notification) }
            let owned = try step.held.decideAgain(device: device, decide)
            guard let set = try step.openAssignment(device: device, userIndex: userIndex) else {
                throw step.missing("assignment")
            }
            try step.note(request, about: String(set.id))
            return (set, owned)
        }
    }

    /// Ends a device's assignment: from a measurement time on the device is unassigned.
    ///
    /// - Parameters:
    ///   - madeAt: When the request was made; nil to skip the check of the order.
    ///   - request: The request's name, by which a repeat is recognised.
    /// - Returns: The last assignment that this shortened; nil if there was none.
    /// - Throws: ``StoreErrorCode/outdated`` when the assignment was changed after `madeAt`.
    @discardableResult
    public func end(
        device: String,
        userIndex: Int?,
        until: Date,
        madeAt: Date? = nil,
        request: RequestName? = nil,
        at: Date
    ) async throws -> DeviceAssignment? {
        try await transaction(at: at) { step in
            let moment = StoreTime.milliseconds(until)
            let last = try step.database.rowCached(
                sql: """
                    SELECT * FROM assignments WHERE device = ? AND user_index IS ?
                        AND (valid_until IS NULL OR valid_until > max(valid_from, ?))
                    ORDER BY valid_from DESC, id DESC LIMIT 1
                    """,
                arguments: [device, userIndex, moment]
            ).map(DeviceAssignment.init(row:))
            guard let last else { return nil }
            try step.note(request, about: String(last.id))
            let changedAt = try step.changeOfAssignment(device: device, userIndex: userIndex, madeAt: madeAt)
            try step.cutAssignments(device: device, userIndex: userIndex, from: until, changedAt: changedAt)
            return try step.database.rowCached(sql: "SELECT * FROM assignments WHERE id = ?", arguments: [last.id])
                .map(DeviceAssignment.init(row:))
        }
    }

    /// A page of the assignments, past ones included, newest first.
    ///
    /// - Parameters:
    ///   - seat: Only this seat's; nil for all.
    ///   - device: Only this device's; nil for all.
    ///   - reach: Only those of these seats; nil for all.
    ///   - page: From 1.
    ///   - pageSize: From 1 to 500.
    public func assignments(
        seat: String? = nil,
        device: String? = nil,
        within reach: Set<String>? = nil,
        page: Int = 1,
        pageSize: Int = 50
    ) async throws -> StorePage<DeviceAssignment> {
        let seats = try reach.map { try StoreList.json($0) }
        return try await writer.read { database in
            let source = """
                FROM assignments WHERE (? IS NULL OR device = ?) AND (? IS NULL OR seat = ?)
                    AND (? IS NULL OR seat IN (SELECT value FROM json_each(?)))
                """
            let order = "ORDER BY valid_from DESC, id DESC"
            let arguments: StatementArguments = [device, device, seat, seat, seats, seats]
            return try StorePage(
                database,
                source: source,
                arguments: arguments,
                weight: "length(seat)",
                order: order,
                page: page,
                pageSize: pageSize
            ) { limit, offset in
                try database.rowsCached(
                    sql: "SELECT * \(source) \(order) LIMIT ? OFFSET ?",
                    arguments: arguments + [limit, offset]
                ).map(DeviceAssignment.init(row:))
            }
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
    /// The assignment of a device and user index that has no end.
    func openAssignment(device: String, userIndex: Int?) throws -> DeviceAssignment? {
        try database.rowCached(
            sql: "SELECT * FROM assignments WHERE device = ? AND user_index IS ? AND valid_until IS NULL",
            arguments: [device, userIndex]
        ).map(DeviceAssignment.init(row:))
    }

    /// Ends every assignment of a device and user index that reaches past a time.
    ///
    /// An assignment that begins later becomes empty, but stays as a sign that the device was assigned.
    func cutAssignments(device: String, userIndex: Int?, from: Date, changedAt: Int64) throws {
        try database.executeCached(
            sql: """
                UPDATE assignments SET valid_until = max(valid_from, ?1), changed_at = ?4
                WHERE device = ?2 AND user_index IS ?3 AND (valid_until IS NULL OR valid_until > max(valid_from, ?1))
                """,
            arguments: [StoreTime.milliseconds(from), device, userIndex, changedAt]
        )
    }

    /// The time to save for a change of a device's assignment, in milliseconds.
    ///
    /// It is the request's time, but never later than this clock, so that one sender's changes keep their order.
    ///
    /// - Throws: ``StoreErrorCode/outdated`` when a later request has changed it: a late request must not give a device
    ///   back to its former owner.
    func changeOfAssignment(device: String, userIndex: Int?, madeAt: Date?) throws -> Int64 {
        let moment = StoreTime.milliseconds(min(madeAt ?? at, at))
        let later = try database.rowCached(
            // A change in the future was made before the clock was set back, so it is not comparable.
            sql: """
                SELECT 1 FROM assignments
                WHERE device = ? AND user_index IS ? AND changed_at > ? AND changed_at <= ? LIMIT 1
                """,
            arguments: [device, userIndex, moment, StoreTime.milliseconds(at)]
        )
        if madeAt != nil, later != nil { throw outdated("the device's assignment") }
        return moment
    }
}
