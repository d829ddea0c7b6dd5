/// Where the pages of a list begin that does not change.
///
/// A short list is weighed once, and every page's place is known. A long one is cut by number: what was read tells where
/// the next page begins, so that reading on costs the same on every page; a jump is counted from the nearest known page.
/// Pure.
struct PageMap: Sendable {
    /// Where a page lies.
    struct Place: Sendable, Hashable {
        /// The element to count from, itself included; nil for the list's beginning.
        let from: RecordList.Key?
        /// How many to pass over from there.
        let skip: Int
        /// How many the page has.
        let count: Int
    }

    /// The most beginnings that are remembered of a list that is cut by number.
    static let limit = 1_024

    /// How many elements there are.
    let total: Int
    /// How many pages there are, at least 1.
    let pages: Int
    /// The elements on each page of a list that is cut by number; nil for one that was weighed.
    private let size: Int?
    private var known: [(page: Int, key: RecordList.Key)] = []
    /// How many pages apart those beginnings are that stay when others are forgotten.
    private var step = 1
    private var weighed: [(key: RecordList.Key, count: Int)] = []

    /// The map of a list that is cut by number.
    init(total: Int, size: Int) {
        self.total = total
        self.size = size
        pages = max(1, (total + size - 1) / size)
    }

    /// The map of a list whose elements were weighed.
    init(weighed: [(key: RecordList.Key, count: Int)]) {
        self.weighed = weighed
        size = nil
        total = weighed.reduce(0) { $0 + $1.count }
        pages = max(1, weighed.count)
    }

    /// Where a page lies; nil past the end.
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
    mutating func note(_ page: Int, _ key: RecordList.Key) {
        guard size != nil else { return }
        let index = firstIndex(after: page)
        guard index == 0 || known[index - 1].page != page else { return }
        known.insert((page, key), at: index)
        if known.count > Self.limit { thin(keeping: page) }
    }

    /// Forgets beginnings so that those left lie evenly, and the one that is read on from stays.
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
