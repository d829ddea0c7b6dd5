package import GRDB

/// One page of a long list.
public struct StorePage<Element: Sendable>: Sendable {
    /// The page's number, from 1.
    public let page: Int
    /// How many pages there are, at least 1.
    public let pages: Int
    /// How many elements there are on all pages.
    public let total: Int
    /// The page's elements.
    public let elements: [Element]
    /// The snapshot that the other pages can be read from; nil for a page that is read as things are.
    public package(set) var snapshot: String?

    /// Makes a page of elements that were fetched.
    package init(page: Int, pages: Int, total: Int, elements: [Element], snapshot: String? = nil) {
        self.page = page
        self.pages = pages
        self.total = total
        self.elements = elements
        self.snapshot = snapshot
    }
}

extension StorePage {
    /// Counts, then fetches one page.
    ///
    /// - Parameters:
    ///   - source: `FROM … WHERE …` of the whole list.
    ///   - weight: An SQL expression for an element's size in bytes.
    ///   - order: `ORDER BY …` of the list.
    ///   - page: The page's number; below 1 counts as 1.
    ///   - pageSize: Elements on a page at most.
    ///   - fetch: Fetches by limit and offset.
    package init(
        _ database: Database,
        source: String,
        arguments: StatementArguments,
        weight: String,
        order: String,
        page: Int,
        pageSize: Int,
        fetch: (Int, Int) throws -> [Element]
    ) throws {
        let limits = PageLimits(count: pageSize)
        total = try Int.fetchOne(database, sql: "SELECT count(*) " + source, arguments: arguments) ?? 0
        self.page = max(1, page)
        let place: (offset: Int, count: Int)
        if total > limits.weighed {
            let size = min(limits.count, limits.unweighedCount)
            pages = (total + size - 1) / size
            // A page past the end is empty; its offset must not overflow.
            place = self.page > pages ? (0, 0) : ((self.page - 1) * size, size)
        } else {
            let weights = try Int.fetchCursor(
                database,
                sql: "SELECT \(weight) \(source) \(order)",
                arguments: arguments
            )
            (pages, place) = try limits.place(of: self.page, weights: weights)
        }
        elements = place.count == 0 ? [] : try fetch(place.count, place.offset)
    }
}

/// Which elements of a long list stand on a page.
///
/// A page must fit a message of the bus, so it ends with its number of elements or with its room, whichever comes first.
package struct PageLimits {
    /// The most elements, from 1 to 500.
    package let count: Int
    /// The most bytes; one element stands on a page of its own in any case.
    package var bytes = 48_000
    /// What each element takes beside its columns.
    package var overhead = 250
    /// Longer lists are cut by number alone: to weigh their elements would read them all.
    package var weighed = 20_000
    /// The elements on a page of such a list.
    package var unweighedCount = 8

    package init(count: Int) {
        self.count = min(max(1, count), 500)
    }

    /// How many pages there are, and where one of them lies.
    package func place(
        of page: Int,
        weights: FastDatabaseValueCursor<Int>
    ) throws -> (pages: Int, place: (offset: Int, count: Int)) {
        var cutter = PageCutter(self)
        var (pages, index) = (0, 0)
        var place = (offset: 0, count: 0)
        while let weight = try weights.next() {
            if cutter.beginsPage(weight) { pages += 1 }
            if pages == page { place = place.count == 0 ? (index, 1) : (place.offset, place.count + 1) }
            index += 1
        }
        return (max(1, pages), place)
    }
}

/// Cuts a list into pages: each element's weight in, whether it begins a page out.
package struct PageCutter {
    private let limits: PageLimits
    private var taken = 0
    private var room = 0

    package init(_ limits: PageLimits) {
        self.limits = limits
    }

    /// Whether the next element begins a page; the first one does.
    package mutating func beginsPage(_ weight: Int) -> Bool {
        let size = max(0, weight) + limits.overhead
        let begins = taken == 0 || taken == limits.count || size > room
        if begins { (taken, room) = (0, limits.bytes) }
        taken += 1
        room -= min(size, room)
        return begins
    }
}
