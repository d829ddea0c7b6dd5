import ContractLiterals
import DeliveryRules
import Testing

@testable import SessionManagerActor

@Suite struct PullBookTests {
    private func at(_ seconds: Double) -> BootInstant { BootInstant(milliseconds: Int64(seconds * 1_000)) }

    private func book(_ workers: String..., free: Int = 4) -> PullBook {
        var book = PullBook()
        for worker in workers { book.pull(worker: worker, free: free, pullID: "\(worker)-1", now: at(0)) }
        return book
    }

    private func live(_ count: Int, _ api: String = "inform") -> [ReadyWork] {
        [ReadyWork(api: api, live: count, history: 0)]
    }

    /// The workers that get one record after the other, each granted before the next one arrives.
    private func takers(_ book: inout PullBook, _ count: Int, now: BootInstant) -> [String] {
        (0..<count).compactMap { _ in
            guard let share = book.shares(of: live(1), now: now).first else { return nil }
            book.granted(live: 1, history: 0, to: share.demand)
            return share.demand.worker
        }
    }

    private func sums(_ shares: [PullBook.Share]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: shares.map { ($0.demand.worker, $0.live + $0.history) })
    }

    @Test func workersTakeTurns() {
        var book = book("a", "b", "c")
        let six = takers(&book, 6, now: at(1))
        #expect(six.prefix(3) == ["a", "b", "c"])
        #expect(six.sorted() == ["a", "a", "b", "b", "c", "c"])
    }

    @Test func whatAWorkerIsFullOfGoesToOthersAndIsServed() {
        var book = PullBook()
        book.pull(worker: "a", free: 4, apis: ["fhir", "inform"], full: ["fhir"], pullID: "1", now: at(0))
        let work = live(2, "fhir") + live(2)
        #expect(book.shares(of: work, now: at(1)).map(\.live) == [2])
        #expect(book.open(now: at(1)).map(\.open) == [["inform"]])
        #expect(book.unserved(work, now: at(1)).isEmpty)
        book.pull(worker: "b", free: 4, apis: ["fhir"], pullID: "1", now: at(1))
        #expect(sums(book.shares(of: work, now: at(1))) == ["a": 2, "b": 2])
    }

    @Test func littleWorkIsSharedByCapacity() {
        var book = PullBook()
        book.pull(worker: "small", free: 4, pullID: "1", now: at(0))
        book.pull(worker: "large", free: 12, pullID: "1", now: at(0))
        #expect(sums(book.shares(of: live(8), now: at(1))) == ["small": 2, "large": 6])
        #expect(sums(book.shares(of: live(99), now: at(1))) == ["small": 4, "large": 12])
    }

    @Test func recordsThatComeOneByOneAreSharedByCapacityToo() {
        var book = PullBook()
        var got: [String: Int] = [:]
        for second in 0..<40 {
            // Each one is done before the next one arrives, so every worker is free again.
            book.pull(worker: "small", free: 2, pullID: "\(second)", now: at(Double(second)))
            book.pull(worker: "large", free: 6, pullID: "\(second)", now: at(Double(second)))
            for worker in takers(&book, 1, now: at(Double(second))) { got[worker, default: 0] += 1 }
        }
        #expect(got == ["small": 10, "large": 30])
    }

    @Test func aSatisfiedWorkerIsPassedOver() throws {
        var book = book("a", "b")
        let first = try #require(book.shares(of: live(1), now: at(1)).first)
        book.granted(live: 3, history: 0, to: first.demand)
        #expect(sums(book.shares(of: live(99), now: at(1))) == ["a": 1, "b": 4])
        book.granted(live: 1, history: 0, to: first.demand)
        #expect(sums(book.shares(of: live(99), now: at(1))) == ["b": 4])
    }

    @Test func historyLeavesThePlacesOfLiveRecords() throws {
        var book = PullBook()
        book.pull(worker: "a", free: 2, freeLive: 4, pullID: "1", now: at(0))
        let work = [ReadyWork(api: "inform", live: 1, history: 9)]
        let share = try #require(book.shares(of: work, now: at(0)).first)
        #expect(share.live == 1 && share.history == 1, "live first, and history what is left")
        book.granted(live: 1, history: 1, to: share.demand)
        #expect(book.shares(of: [ReadyWork(api: "inform", live: 0, history: 9)], now: at(0)).isEmpty)
        #expect(book.shares(of: live(9), now: at(0)).map(\.live) == [3])
        #expect(book.room(now: at(0)) == 3)
    }

    @Test func aWorkerGetsWhatItDeliversTo() {
        var book = PullBook()
        book.pull(worker: "both", free: 4, apis: ["inform", "legacy"], pullID: "1", now: at(0))
        book.pull(worker: "legacy", free: 4, apis: ["legacy"], pullID: "1", now: at(0))
        #expect(sums(book.shares(of: live(3), now: at(1))) == ["both": 3])
        #expect(sums(book.shares(of: live(8, "legacy"), now: at(1))) == ["both": 4, "legacy": 4])
        #expect(book.shares(of: live(3, "other"), now: at(1)).isEmpty)
        #expect(book.unserved(live(3, "other") + live(1), now: at(1)) == ["other"])
        // An older worker does not name destinations, and gets everything.
        book.pull(worker: "old", free: 4, pullID: "1", now: at(0))
        #expect(sums(book.shares(of: live(3, "other"), now: at(1))) == ["old": 3])
        #expect(book.unserved(live(3, "other"), now: at(1)).isEmpty)
        #expect(PullBook().unserved(live(3), now: at(1)).isEmpty, "with no worker at all presence says so")
    }

    @Test func whetherAnybodyDeliversImagesIsKnownWhereSomebodyIsThere() {
        var book = PullBook()
        #expect(!book.lacksImagePath(now: at(1)), "nobody knows")
        book.pull(worker: "a", free: 4, apis: ["inform"], pullID: "1", now: at(0))
        #expect(book.lacksImagePath(now: at(1)))
        book.pull(worker: "b", free: 4, apis: ["inform", "inform/images"], pullID: "1", now: at(0))
        #expect(!book.lacksImagePath(now: at(1)))
        #expect(!book.lacksImagePath(now: at(20)), "nobody is there any more")
    }

    @Test func aNewDemandReplacesTheOlderOne() throws {
        var book = book("a")
        let old = try #require(book.shares(of: live(1), now: at(1)).first).demand
        book.pull(worker: "a", free: 2, pullID: "a-2", now: at(2))
        // The answer to the older demand takes nothing from the newer one.
        book.granted(live: 4, history: 0, to: old)
        let new = try #require(book.shares(of: live(9), now: at(2)).first)
        #expect(new.demand.pullID == "a-2")
        #expect(new.live == 2)
    }

    @Test func anOldDemandIsNotAnswered() {
        var book = book("a")
        #expect(!book.shares(of: live(1), now: at(14.999)).isEmpty)
        #expect(book.shares(of: live(1), now: at(15)).isEmpty)
        #expect(book.room(now: at(15)) == 0)
        book.pull(worker: "a", free: 1, pullID: "a-2", now: at(20))
        #expect(book.shares(of: live(1), now: at(20)).map(\.demand.pullID) == ["a-2"])
    }

    @Test func aLastWillEndsAWorkersTurnsUntilItPullsAgain() {
        var book = book("a", "b")
        book.unavailable("a")
        #expect(takers(&book, 3, now: at(1)) == ["b", "b", "b"])
        book.unavailable("b")
        #expect(takers(&book, 1, now: at(1)).isEmpty)
        book.pull(worker: "a", free: 1, pullID: "a-2", now: at(2))
        #expect(takers(&book, 1, now: at(2)) == ["a"])
    }

    @Test(arguments: [(-5, 0), (0, 0), (256, 256), (Int.max, 256)])
    func whatIsDemandedHasBounds(asked: Int, free: Int) {
        var book = PullBook()
        book.pull(worker: "a", free: asked, freeLive: asked, pullID: "1", now: at(0))
        #expect(book.room(now: at(0)) == free)
        #expect(sums(book.shares(of: live(300), now: at(0)))["a"] ?? 0 == free)
    }

    @Test func tooManyWorkersAreNotRemembered() {
        var book = PullBook()
        for number in 0..<(PullBook.limit + 10) {
            book.pull(worker: "w\(number)", free: 1, pullID: "1", now: at(0))
        }
        #expect(book.room(now: at(0)) == PullBook.limit)
    }

    @Test func workersThatAreLongGoneMakeRoomForNewOnes() {
        var book = PullBook()
        for number in 0..<PullBook.limit { book.pull(worker: "w\(number)", free: 1, pullID: "1", now: at(0)) }
        book.pull(worker: "new", free: 1, pullID: "1", now: at(100))
        #expect(takers(&book, 1, now: at(100)) == ["new"])
    }
}
