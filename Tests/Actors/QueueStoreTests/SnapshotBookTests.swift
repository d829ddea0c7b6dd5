import DeliveryRules
import StoreEngine
import Testing

@testable import QueueStore

@Suite struct SnapshotBookTests {
    private func at(_ seconds: Int64) -> BootInstant { BootInstant(milliseconds: seconds * 1_000) }

    @Test func fourAreOpenAndTheLongestUnusedGoesFirst() {
        var book = SnapshotBook()
        for (second, id) in ["a", "b", "c", "d"].enumerated() {
            #expect(book.open(id, now: at(Int64(second))).isEmpty)
        }
        #expect(book.use("a", now: at(5)) == true)
        #expect(book.open("e", now: at(6)) == ["b"])
        #expect(book.use("b", now: at(7)) == false)
        #expect(["a", "c", "d", "e"].allSatisfy { book.use($0, now: at(8)) })
        #expect(book.clear() == ["a", "c", "d", "e"])
        #expect(book.nextEnd == nil)
    }

    @Test func aMinuteUnusedOrFiveInAllIsTheEnd() {
        var book = SnapshotBook()
        _ = book.open("idle", now: at(0))
        _ = book.open("busy", now: at(0))
        for second in stride(from: Int64(50), to: 300, by: 50) {
            #expect(book.use("busy", now: at(second)) == true)
            #expect(book.expire(now: at(second)) == (second == 100 ? ["idle"] : []))
        }
        #expect(book.nextEnd == at(300))
        #expect(book.use("busy", now: at(300)) == false, "also before it is closed")
        #expect(book.expire(now: at(299)).isEmpty)
        #expect(book.expire(now: at(300)) == ["busy"])
    }
}
