package import GRDB

/// One page of a long list.
public struct StorePage<Element: Sendable>: Sendable {
    /// The page's number, from 1.
    public let page: Int
    /// How many pages there are, at least 1.
    public let pages: Int
    /// How many elements all pages have together.
    public let total: Int
    /// The page's elements.
    public let elements: [Element]
    /// The snapshot from which the other pages can be read; nil for a live page.
    public package(set) var snapshot: String?

    /// Creates a page from fetched elements.
    package init(page: Int, pages: Int, total: Int, elements: [Element], snapshot: String? = nil) {
        self.page = page
        self.pages = pages
        self.total = total
        self.elements = elements
        self.snapshot = snapshot
    }
}

extension StorePage {
    /// Counts the list, then fetches one page.
    ///
    /// - Parameters:
    ///   - source: `FROM … WHERE …` of the whole list.
    ///   - weight: An SQL expression for an element's size in bytes.
    ///   - order: `ORDER BY …` of the list.
    ///   - page: The page's number; a number below 1 counts as 1.
    ///   - pageSize: The most elements on a page.
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

/// The size limits of a long list's pages.
///
/// A page must fit into a message on the bus, so it ends at its number of elements or of bytes, whichever comes first.
package struct PageLimits {
    /// The most elements, from 1 to 500.
    package let count: Int
    /// The most bytes; a larger element gets a page for itself.
    package var bytes = 48_000
    /// The bytes that each element takes in addition to its columns.
    package var overhead = 250
    /// The longest list that is weighed; longer ones are cut by number, because weighing would read all elements.
    package var weighed = 20_000
    /// The elements on a page of a list that is not weighed.
    package var unweighedCount = 8

    package init(count: Int) {
        self.count = min(max(1, count), 500)
    }

    /// How many pages there are, and the place of one of them.
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

/// Cuts a list into pages by the weights of its elements.
package struct PageCutter {
    private let limits: PageLimits
    private var taken = 0
    private var room = 0

    package init(_ limits: PageLimits) {
        self.limits = limits
    }

    /// Whether the next element, of this weight, begins a page; the first one does.
    package mutating func beginsPage(_ weight: Int) -> Bool {
        let size = max(0, weight) + limits.overhead
        let begins = taken == 0 || taken == limits.count || size > room
        if begins { (taken, room) = (0, limits.bytes) }
        taken += 1
        room -= min(size, room)
        return begins
    }
}
