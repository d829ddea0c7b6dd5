internal import GRDB

extension PageMap {
    /// Counts a list, and weighs it where it is short enough.
    init(_ database: Database, _ list: RecordList, _ limits: PageLimits) throws {
        let total = try list.total(database)
        guard total <= limits.weighed else {
            self.init(total: total, size: min(limits.count, limits.unweighedCount))
            return
        }
        let (source, arguments) = try list.source
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(list.time) AS time, queue.id AS id, \(RecordList.weight) AS weight
                FROM \(list.table) \(source) \(list.order)
                """,
            arguments: arguments
        )
        var cutter = PageCutter(limits)
        var weighed: [(key: RecordList.Key, count: Int)] = []
        while let row = try rows.next() {
            if cutter.beginsPage(try row.value("weight")) { weighed.append((try RecordList.Key(row), 0)) }
            weighed[weighed.count - 1].count += 1
        }
        self.init(weighed: weighed)
    }

    /// A page's records, and where it and the next page begin.
    func fetch(
        _ database: Database,
        _ list: RecordList,
        page: Int
    ) throws -> (records: [StoredRecord], begins: [(page: Int, key: RecordList.Key)]) {
        guard let place = place(of: page) else { return ([], []) }
        let (source, arguments) = try list.source
        let bound = source + " AND " + list.bound
        let from: StatementArguments = place.from.map { [$0.time, $0.id] } ?? []
        let keys = try database.rowsCached(
            sql: """
                SELECT \(list.time) AS time, queue.id AS id
                FROM \(list.table) \(place.from == nil ? source : bound) \(list.order) LIMIT ? OFFSET ?
                """,
            arguments: arguments + from + [place.count + 1, place.skip]
        ).map { try RecordList.Key($0) }
        guard let first = keys.first else { return ([], []) }
        let ids = keys.prefix(place.count).map(\.id)
        let records = try StoredRecord.fetchAll(
            database,
            "WHERE queue.id IN (\(ids.map { _ in "?" }.joined(separator: ", "))) \(list.order)",
            StatementArguments(ids)
        )
        var begins = [(page: page, key: first)]
        if keys.count > place.count { begins.append((page + 1, keys[place.count])) }
        return (records, begins)
    }
}

extension RecordList.Key {
    fileprivate init(_ row: Row) throws {
        self.init(time: try row.value("time"), id: try row.value("id"))
    }
}
