import Delivery
import Testing

@testable import SessionManagerActor

@Suite struct PullBookTests {
    private func at(_ seconds: Double) -> BootInstant { BootInstant(milliseconds: Int64(seconds * 1_000)) }

    private func book(_ workers: String...) -> PullBook {
        var book = PullBook()
        for worker in workers { book.pull(worker: worker, free: 4, pullID: "\(worker)-1", now: at(0)) }
        return book
    }

    @Test func workersTakeTurns() {
        var book = book("a", "b", "c")
        #expect((0..<6).map { _ in book.next(now: at(1))?.worker } == ["a", "b", "c", "a", "b", "c"])
    }

    @Test func aSatisfiedWorkerIsPassedOver() throws {
        var book = book("a", "b")
        let firstDemand = book.next(now: at(1))
        let first = try #require(firstDemand)
        book.granted(3, to: first)
        #expect(book.next(now: at(1))?.worker == "b")
        #expect(book.next(now: at(1))?.free == 1)
        book.granted(1, to: first)
        #expect((0..<3).map { _ in book.next(now: at(1))?.worker } == ["b", "b", "b"])
    }

    @Test func aNewDemandReplacesTheOlderOne() throws {
        var book = book("a")
        let oldDemand = book.next(now: at(1))
        let old = try #require(oldDemand)
        book.pull(worker: "a", free: 2, pullID: "a-2", now: at(2))
        // What answers the older demand takes nothing from the newer one.
        book.granted(4, to: old)
        let newDemand = book.next(now: at(2))
        let new = try #require(newDemand)
        #expect(new.pullID == "a-2")
        #expect(new.free == 2)
    }

    @Test func anOldDemandIsNotAnswered() {
        var book = book("a")
        #expect(book.next(now: at(14.999)) != nil)
        #expect(book.next(now: at(15)) == nil)
        book.pull(worker: "a", free: 1, pullID: "a-2", now: at(20))
        #expect(book.next(now: at(20))?.pullID == "a-2")
    }

    @Test func aLastWillEndsAWorkersTurnsUntilItPullsAgain() {
        var book = book("a", "b")
        book.unavailable("a")
        #expect((0..<3).map { _ in book.next(now: at(1))?.worker } == ["b", "b", "b"])
        book.unavailable("b")
        #expect(book.next(now: at(1)) == nil)
        book.pull(worker: "a", free: 1, pullID: "a-2", now: at(2))
        #expect(book.next(now: at(2))?.worker == "a")
    }

    @Test(arguments: [(-5, 0), (0, 0), (256, 256), (Int.max, 256)])
    func whatIsDemandedHasBounds(asked: Int, free: Int) {
        var book = PullBook()
        book.pull(worker: "a", free: asked, pullID: "1", now: at(0))
        #expect(book.next(now: at(0))?.free ?? 0 == free)
    }

    @Test func tooManyWorkersAreNotRemembered() {
        var book = PullBook()
        for number in 0..<(PullBook.limit + 10) {
            book.pull(worker: "w\(number)", free: 1, pullID: "1", now: at(0))
        }
        let served = Set((0..<(PullBook.limit * 2)).compactMap { _ in book.next(now: at(0))?.worker })
        #expect(served.count == PullBook.limit)
    }

    @Test func workersThatAreLongGoneMakeRoomForNewOnes() {
        var book = PullBook()
        for number in 0..<PullBook.limit { book.pull(worker: "w\(number)", free: 1, pullID: "1", now: at(0)) }
        book.pull(worker: "new", free: 1, pullID: "1", now: at(100))
        #expect(book.next(now: at(100))?.worker == "new")
    }
}
