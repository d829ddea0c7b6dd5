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
        _ source: String,
        _ arguments: StatementArguments,
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
            (pages, place) = try limits.place(of: self.page, weights)
        }
        elements = place.count == 0 ? [] : try fetch(place.count, place.offset)
    }
}
