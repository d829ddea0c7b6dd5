internal import DeliveryRules
internal import Dispatch
internal import GRDB
internal import StoreEngine

/// Keeps lists of records as they were at one moment, while a client reads their pages.
///
/// Each list has its own connection with an open read transaction, which sees the state at its beginning, whatever is
/// committed since (https://www.sqlite.org/isolation.html). ``SnapshotBook`` limits their number and life.
actor QueueSnapshots {
    private struct Open {
        let connection: DatabaseSnapshot
        let list: RecordList
        var map: PageMap
    }

    private let writer: GroupCommitWriter
    private var book = SnapshotBook()
    private var open: [String: Open] = [:]
    /// How often all lists were closed at once; a list whose opening began before that is not shown.
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
        // A snapshot does not see rows that are mended after it was opened.
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
    /// - Throws: ``StoreError``; ``StoreErrorCode/snapshotExpired`` when it is closed, ``StoreErrorCode/wrongList``
    ///   when it belongs to another list.
    func page(_ number: Int, of list: RecordList, id: String, now: BootInstant) async throws -> StorePage<StoredRecord>
    {
        await close(book.expire(now: now))
        guard book.use(id, now: now), let opened = open[id] else { throw expired }
        guard opened.list == list else {
            throw StoreError(
                code: .wrongList,
                message: "the snapshot belongs to another list; repeat the request of its page 1",
                path: writer.path,
                isRetriable: false
            )
        }
        let map = opened.map
        do {
            let found = try await read(opened.connection) { try map.fetch($0, list: list, page: number) }
            // It was closed during the read, so the page may show erased records.
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

    /// Closes the lists that are no longer read.
    ///
    /// - Returns: When to call again; nil if none is open.
    func closeExpired(now: BootInstant) async -> BootInstant? {
        await close(book.expire(now: now))
        return book.nextEnd
    }

    /// Closes all lists, including those being opened.
    func closeAll() async {
        clearings += 1
        await close(book.clear())
    }

    private func close(_ ids: [String]) async {
        // Every list is removed before the first wait, so that none can be read meanwhile.
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
            message: "the snapshot of the list has expired; request page 1 again",
            path: writer.path,
            isRetriable: true
        )
    }

    /// Closes a connection on a separate thread, because it must wait for a read under way.
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
