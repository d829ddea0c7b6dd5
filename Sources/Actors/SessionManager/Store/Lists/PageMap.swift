internal import GRDB
internal import StoreEngine

/// Knows where the pages of an unchanging list begin.
///
/// A short list is weighed once, so every page's place is known. A long list is cut by number: each page read shows
/// where the next begins, so sequential reading costs the same on every page. A jump is counted from the nearest known
/// page. Pure.
struct PageMap: Sendable {
    /// The place of a page.
    struct Place: Sendable, Hashable {
        /// The first element to count; nil for the list's beginning.
        let from: RecordList.Key?
        /// How many elements to skip from there.
        let skip: Int
        /// How many elements the page has.
        let count: Int
    }

    /// The most page beginnings that are remembered for a list cut by number.
    static let limit = 1_024

    /// How many elements there are.
    let total: Int
    /// How many pages there are, at least 1.
    let pages: Int
    /// The page size of a list cut by number; nil for a weighed list.
    private let size: Int?
    private var known: [(page: Int, key: RecordList.Key)] = []
    /// The distance, in pages, between the beginnings that thinning keeps.
    private var step = 1
    private var weighed: [(key: RecordList.Key, count: Int)] = []

    /// Creates the map of a list cut by number.
    init(total: Int, size: Int) {
        self.total = total
        self.size = size
        pages = max(1, (total + size - 1) / size)
    }

    /// Creates the map of a list whose elements were weighed.
    init(weighed: [(key: RecordList.Key, count: Int)]) {
        self.weighed = weighed
        size = nil
        total = weighed.reduce(0) { $0 + $1.count }
        pages = max(1, weighed.count)
    }

    /// The place of a page; nil past the end.
    func place(of page: Int) -> Place? {
        guard (1...pages).contains(page), total > 0 else { return nil }
        guard let size else {
            let entry = weighed[page - 1]
            return Place(from: entry.key, skip: 0, count: entry.count)
        }
        let count = page == pages ? total - (page - 1) * size : size
        let next = firstIndex(after: page)
        guard next > 0 else { return Place(from: nil, skip: (page - 1) * size, count: count) }
        let nearest = known[next - 1]
        return Place(from: nearest.key, skip: (page - nearest.page) * size, count: count)
    }

    /// Remembers where a page begins.
    mutating func note(_ page: Int, key: RecordList.Key) {
        guard size != nil else { return }
        let index = firstIndex(after: page)
        guard index == 0 || known[index - 1].page != page else { return }
        known.insert((page, key), at: index)
        if known.count > Self.limit { thin(keeping: page) }
    }

    /// Drops beginnings so that the rest are evenly spaced; the page being read stays.
    private mutating func thin(keeping page: Int) {
        known.removeAll { ($0.page - 1) % step != 0 && $0.page != page }
        while known.count > Self.limit / 2 {
            step *= 2
            known.removeAll { ($0.page - 1) % step != 0 && $0.page != page }
        }
    }

    private func firstIndex(after page: Int) -> Int {
        var (low, high) = (0, known.count)
        while low < high {
            let middle = (low + high) / 2
            if known[middle].page <= page { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension PageMap {
    /// Counts a list, and weighs it if it is short enough.
    init(_ database: Database, list: RecordList, limits: PageLimits) throws {
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
        list: RecordList,
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
            condition: "WHERE queue.id IN (\(ids.map { _ in "?" }.joined(separator: ", "))) \(list.order)",
            arguments: StatementArguments(ids)
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
