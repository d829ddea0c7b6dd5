internal import GRDB

extension StorePage {
    /// Counts, then fetches one page.
    ///
    /// - Parameters:
    ///   - source: `FROM … WHERE …` of the whole list.
    ///   - page: The page's number; below 1 counts as 1.
    ///   - pageSize: Elements on a page, from 1 to 500.
    ///   - fetch: Fetches by limit and offset.
    init(
        _ database: Database,
        counting source: String,
        _ arguments: StatementArguments,
        page: Int,
        pageSize: Int,
        fetch: (Int, Int) throws -> [Element]
    ) throws {
        let size = min(max(1, pageSize), 500)
        total = try Int.fetchOne(database, sql: "SELECT count(*) " + source, arguments: arguments) ?? 0
        pages = max(1, (total + size - 1) / size)
        self.page = max(1, page)
        // A page past the end is empty; its offset must not overflow.
        elements = self.page > pages ? [] : try fetch(size, (self.page - 1) * size)
    }
}
