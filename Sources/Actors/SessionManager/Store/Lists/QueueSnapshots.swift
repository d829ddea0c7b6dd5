internal import DeliveryRules
internal import Dispatch
internal import GRDB
internal import StoreEngine

/// Lists of records as they were at one moment, for as long as somebody turns their pages.
///
/// Each is a connection of its own with an open read transaction: SQLite shows it the state of its beginning, whatever is
/// committed since (https://www.sqlite.org/isolation.html). ``SnapshotBook`` says how many and how long.
actor QueueSnapshots {
    private struct Open {
        let connection: DatabaseSnapshot
        let list: RecordList
        var map: PageMap
    }

    private let writer: GroupCommitWriter
    private var book = SnapshotBook()
    private var open: [String: Open] = [:]
    /// How often all were closed at once; what began before that shows nothing any more.
    private var clearings = 0

    init(_ writer: GroupCommitWriter) {
        self.writer = writer
    }

    /// Opens a list and reads its first page; a list of one page is not kept open.
    ///
    /// - Throws: ``StoreError``; ``StoreErrorCode/snapshotExpired`` when a seat was erased meanwhile.
    func first(
        of list: RecordList,
        pageSize: Int,
        id: String,
        now: BootInstant
    ) async throws -> StorePage<StoredRecord> {
        // A snapshot does not see what is mended after it was opened.
        try await writer.mendingRows { try await self.openList(list, pageSize: pageSize, id: id, now: now) }
    }

    private func openList(
        _ list: RecordList,
        pageSize: Int,
        id: String,
        now: BootInstant
    ) async throws -> StorePage<StoredRecord> {
        await close(book.expire(now: now))
        let before = clearings
        let connection = try await writer.makeSnapshot()
        do {
            let limits = PageLimits(count: pageSize)
            let (map, found) = try await read(connection) { database in
                let map = try PageMap(database, list: list, limits: limits)
                return (map, try map.fetch(database, list: list, page: 1))
            }
            guard before == clearings else { throw expired }
            var page = StorePage(page: 1, pages: map.pages, total: map.total, elements: found.records)
            guard map.pages > 1 else {
                await Self.close(connection)
                return page
            }
            page.snapshot = id
            open[id] = Open(connection: connection, list: list, map: map)
            for begin in found.begins { open[id]?.map.note(begin.page, key: begin.key) }
            await close(book.open(id, now: now))
            return page
        } catch {
            await Self.close(connection)
            throw error
        }
    }

    /// A page of an open list.
    ///
    /// - Throws: ``StoreError``; ``StoreErrorCode/snapshotExpired`` when it is closed, ``StoreErrorCode/wrongList`` when it
    ///   is of another list.
    func page(_ number: Int, of list: RecordList, id: String, now: BootInstant) async throws -> StorePage<StoredRecord>
    {
        await close(book.expire(now: now))
        guard book.use(id, now: now), let opened = open[id] else { throw expired }
        guard opened.list == list else {
            throw StoreError(
                code: .wrongList,
                message: "the snapshot is of another list; ask for what its page 1 asked for",
                path: writer.path,
                isRetriable: false
            )
        }
        let map = opened.map
        do {
            let found = try await read(opened.connection) { try map.fetch($0, list: list, page: number) }
            // Closed while it was read: what it shows may have been erased.
            guard open[id] != nil else { throw expired }
            for begin in found.begins { open[id]?.map.note(begin.page, key: begin.key) }
            var page = StorePage(page: max(1, number), pages: map.pages, total: map.total, elements: found.records)
            page.snapshot = id
            return page
        } catch {
            guard open[id] != nil else { throw expired }
            throw error
        }
    }

    /// Closes what nobody reads from any more.
    ///
    /// - Returns: When to ask again; nil when none is open.
    func closeExpired(now: BootInstant) async -> BootInstant? {
        await close(book.expire(now: now))
        return book.nextEnd
    }

    /// Closes all, also those that are just being opened.
    func closeAll() async {
        clearings += 1
        await close(book.clear())
    }

    private func close(_ ids: [String]) async {
        // All are out of reach before the first one is waited for.
        let connections = ids.compactMap { open.removeValue(forKey: $0)?.connection }
        for connection in connections { await Self.close(connection) }
    }

    private func read<Value: Sendable>(
        _ connection: DatabaseSnapshot,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await connection.read(body)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw StoreError(error, path: writer.path)
        }
    }

    private var expired: StoreError {
        StoreError(
            code: .snapshotExpired,
            message: "the snapshot of the list is closed; ask for page 1 again",
            path: writer.path,
            isRetriable: true
        )
    }

    /// Closes a connection on a thread of its own, because a read under way has to end first.
    private static func close(_ connection: DatabaseSnapshot) async {
        connection.interrupt()
        await withCheckedContinuation { done in
            DispatchQueue(label: "vitalbus.store.snapshot").async {
                try? connection.close()
                done.resume()
            }
        }
    }
}
