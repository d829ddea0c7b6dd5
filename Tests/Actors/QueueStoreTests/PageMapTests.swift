import StoreEngine
import Testing

@testable import QueueStore

@Suite struct PageMapTests {
    private func key(_ number: Int) -> RecordList.Key { RecordList.Key(time: 0, id: Int64(number)) }

    @Test func aWeighedListHasEveryPagesPlace() {
        let map = PageMap(weighed: [(key(1), 3), (key(4), 1), (key(5), 2)])
        #expect(map.total == 6 && map.pages == 3)
        #expect(map.place(of: 2) == PageMap.Place(from: key(4), skip: 0, count: 1))
        #expect(map.place(of: 4) == nil && map.place(of: 0) == nil)
        #expect(PageMap(weighed: []).pages == 1 && PageMap(weighed: []).place(of: 1) == nil)
    }

    @Test func aLongListIsReadOnFromWhatWasRead() {
        var map = PageMap(total: 100_001, size: 8)
        #expect(map.pages == 12_501)
        #expect(map.place(of: 12_501) == PageMap.Place(from: nil, skip: 100_000, count: 1))
        for page in 1...12_500 {
            let place = map.place(of: page)
            #expect(place == PageMap.Place(from: page == 1 ? nil : key(page), skip: 0, count: 8))
            map.note(page, key: key(page))
            map.note(page + 1, key: key(page + 1))
        }
        // A jump back is counted from a nearby known page.
        let back = map.place(of: 6_000)
        #expect(back?.from != nil && (back?.skip ?? .max) < 8 * 100)
    }

    @Test func aPageIsNotedOnceAndCountedFromTheNearestBefore() {
        var map = PageMap(total: 1_000, size: 10)
        for page in [7, 3, 7, 50] { map.note(page, key: key(page)) }
        #expect(map.place(of: 2) == PageMap.Place(from: nil, skip: 10, count: 10))
        #expect(map.place(of: 6) == PageMap.Place(from: key(3), skip: 30, count: 10))
        #expect(map.place(of: 49) == PageMap.Place(from: key(7), skip: 420, count: 10))
        #expect(map.place(of: 100) == PageMap.Place(from: key(50), skip: 500, count: 10))
    }

    @Test func pagesEndWithTheirNumberOrTheirRoom() {
        var limits = PageLimits(count: 3)
        (limits.bytes, limits.overhead) = (100, 10)
        var cutter = PageCutter(limits)
        let begins = [1, 1, 1, 1, 80, 500, 1, -5].map { cutter.beginsPage($0) }
        #expect(begins == [true, false, false, true, true, true, true, false])
    }
}
