package import GRDB

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
        _ weights: FastDatabaseValueCursor<Int>
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
