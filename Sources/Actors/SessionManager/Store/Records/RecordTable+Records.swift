public import DeliveryRules
internal import GRDB
public import StoreEngine

extension RecordTable {
    /// A record by its log id, an image by its own, or a further delivery by its name.
    public func record(logID: String) async throws -> StoredRecord? {
        try await writer.read { try StoredRecord.fetch($0, logID: logID) }
    }

    /// The records' deliveries to further destinations, by the records' log ids.
    public func further(of logIDs: [String]) async throws -> [String: [StoredRecord]] {
        let names = try StoreList.json(logIDs)
        let found = try await writer.read {
            try StoredRecord.fetchAll(
                $0,
                condition: "WHERE queue.record_log_id IN (SELECT value FROM json_each(?)) ORDER BY queue.id",
                arguments: [names]
            )
        }
        return Dictionary(grouping: found, by: \.logID)
    }

    /// A page of a list as it is now, oldest first.
    ///
    /// - Parameters:
    ///   - list: Which records.
    ///   - page: From 1.
    ///   - pageSize: From 1 to 500.
    public func records(_ list: RecordList, page: Int = 1, pageSize: Int = 50) async throws
        -> StorePage<StoredRecord>
    {
        let limits = PageLimits(count: pageSize)
        return try await writer.read { database in
            let map = try PageMap(database, list: list, limits: limits)
            let records = try map.fetch(database, list: list, page: page).records
            return StorePage(page: max(1, page), pages: map.pages, total: map.total, elements: records)
        }
    }

    /// The newest record of each metric in a seat's history, latest first; deleted records do not count.
    ///
    /// A single walk along the seat's index reads each live record of the list and the newest of the others.
    ///
    /// - Parameters:
    ///   - list: A history.
    ///   - limit: The most records.
    ///   - walk: How many of the records that are not live are searched.
    public func newest(_ list: RecordList, limit: Int, walk: Int = RecordList.newestWalk) async throws -> [StoredRecord]
    {
        try await writer.read { database in
            let (source, arguments) = try list.source
            let ids = try database.rowsCached(
                sql: RecordList.newest(of: list.table, source: source, walk: walk),
                arguments: arguments + arguments + [limit]
            ).map { try $0.value("id") as Int64 }
            guard !ids.isEmpty else { return [] }
            return try StoredRecord.fetchAll(
                database,
                condition: "WHERE queue.id IN (\(ids.map { _ in "?" }.joined(separator: ", "))) \(list.order)",
                arguments: StatementArguments(ids)
            )
        }
    }

    /// The first page of a list; a list with more pages is kept as an immutable snapshot.
    ///
    /// - Parameters:
    ///   - list: Which records.
    ///   - pageSize: From 1 to 500.
    ///   - snapshot: The snapshot's new, unguessable name.
    ///   - now: The boot clock, by which snapshots expire.
    /// - Throws: ``StoreErrorCode/snapshotExpired`` when a seat was erased meanwhile.
    public func firstPage(
        _ list: RecordList,
        pageSize: Int = 50,
        snapshot: String,
        now: BootInstant
    ) async throws -> StorePage<StoredRecord> {
        try await snapshots.first(of: list, pageSize: pageSize, id: snapshot, now: now)
    }

    /// A page of a list, from the snapshot that its first page opened.
    ///
    /// - Throws: ``StoreErrorCode/snapshotExpired`` when the snapshot is closed: unused for a minute, open for five,
    ///   pushed out by newer ones, or a seat was erased; ``StoreErrorCode/wrongList`` when it belongs to another list.
    public func page(
        _ page: Int,
        of list: RecordList,
        snapshot: String,
        now: BootInstant
    ) async throws -> StorePage<StoredRecord> {
        try await snapshots.page(page, of: list, id: snapshot, now: now)
    }

    /// Closes the expired snapshots: while one is open, the write-ahead log only grows.
    ///
    /// - Returns: When to call again; nil if none is open.
    public func closeExpiredSnapshots(now: BootInstant) async -> BootInstant? {
        await snapshots.closeExpired(now: now)
    }

    /// The first of a session's unsynced records, in the list's order.
    public func firstUnsynced(sessionID: String) async throws -> [StoredRecord] {
        try await writer.read { try RecordList.firstUnsynced($0, sessionID: sessionID) }
    }

    /// How many of a session's records are not certainly at the destination: waiting, leased, or cut off by its end.
    public func openCount(sessionID: String) async throws -> Int {
        try await Self.openCount(base, sessionID: sessionID)
    }

    static func openCount(_ base: QueueBase, sessionID: String) async throws -> Int {
        try await base.writer.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT sum(n) FROM queue_counts
                    WHERE session_id = ? AND state IN ('pending', 'leased', 'ended') AND kind < 2
                    """,
                arguments: [sessionID]
            ) ?? 0
        }
    }
}

extension StoredRecord {
    /// Loads a record from its first row; nil for images, further deliveries and unknown ids.
    static func fetchFirst(_ database: Database, logID: String) throws -> StoredRecord? {
        try fetch(database, logID: logID).flatMap { $0.isImage || $0.isFurther ? nil : $0 }
    }
}

extension QueueTransaction {
    /// Sends a refused record again to each destination that refused it.
    ///
    /// - Returns: The actions of the first delivery that is sent again; those of the first delivery if none is.
    func resubmit(_ record: inout StoredRecord) throws -> [DeliveryAction] {
        var said = [try apply(to: &record) { $0.operatorResubmit() }]
        for var other in try further.fetch(of: record.entry.logID) {
            said.append(try apply(to: &other) { $0.operatorResubmit() })
        }
        return said.first { $0.contains(.persist) } ?? said[0]
    }
}
