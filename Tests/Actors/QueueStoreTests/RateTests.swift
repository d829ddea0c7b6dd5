import DeliveryRules
import Foundation
import GRDB
import SeededRandom
import StoreEngine
import StoreSupport
import Testing

@testable import QueueStore

/// The rate limit of an access token: the bucket alone, and as the queue stores it.
@Suite struct RateTests {
    /// The most requests within any hour.
    private func worstHour(_ taken: [(at: Int64, count: Int)]) -> Int {
        var (first, sum, worst) = (0, 0, 0)
        for entry in taken {
            sum += entry.count
            while taken[first].at < entry.at - 3_600_000 {
                sum -= taken[first].count
                first += 1
            }
            worst = max(worst, sum)
        }
        return worst
    }

    @Test(arguments: [1, 2, 3, 4, 7, 60, 2_000])
    func noHourExceedsTheLimitHoweverGreedyTheWorkersAre(perHour: Int) {
        let limit = RateLimit(perHour: perHour)
        var random = SplitMix64(seed: UInt64(perHour))
        var bucket = limit.full(at: 0)
        var taken: [(at: Int64, count: Int)] = []
        var (now, total) = (Int64(0), 0)
        while now < 6 * 3_600_000 {
            bucket = limit.refilled(bucket, at: now)
            let count = limit.left(bucket, history: false)
            if count > 0 {
                bucket = limit.charged(bucket, requests: count)
                taken.append((now, count))
                total += count
            }
            // Steady use, with occasional rests in which the bucket fills.
            let isRest = Int.random(in: 0..<50, using: &random) == 0
            now += .random(in: isRest ? 0...1_800_000 : 1_000...10_000, using: &random)
        }
        #expect(worstHour(taken) <= perHour)
        // It limits without blocking: in the long run three quarters of the requests get through.
        #expect(total >= perHour * 3)
    }

    @Test func historyLeavesAShareToLiveReadings() {
        let limit = RateLimit(perHour: 2_000)
        var bucket = limit.full(at: 0)
        #expect(limit.left(bucket, history: false) == 500)
        #expect(limit.left(bucket, history: true) == 400)
        for second in 0..<2_000 {
            bucket = limit.refilled(bucket, at: Int64(second) * 1_000)
            bucket = limit.charged(bucket, requests: limit.left(bucket, history: true))
            #expect(limit.left(bucket, history: false) >= 100)
        }
    }

    @Test func aClockThatStandsOrGoesBackGivesNothing() {
        let limit = RateLimit(perHour: 2_000)
        let empty = limit.charged(limit.full(at: 5_000), requests: 500)
        for now in [5_000, 0] as [Int64] {
            #expect(limit.left(limit.refilled(empty, at: now), history: false) == 0)
        }
        // From the present time it fills as usual.
        #expect(limit.left(limit.refilled(limit.refilled(empty, at: 0), at: 24_000), history: false) == 10)
    }

    @Test func whatWasChargedTooMuchComesBackAndNoMore() {
        let limit = RateLimit(perHour: 40)
        #expect(limit.left(limit.charged(limit.full(at: 0), requests: -3), history: false) == 10)
        #expect(
            limit.left(limit.charged(limit.charged(limit.full(at: 0), requests: 4), requests: -1), history: false) == 7
        )
        // An attempt may use more than it was granted, and the next ones wait for it.
        #expect(limit.left(limit.charged(limit.full(at: 0), requests: 12), history: false) == 0)
    }

    @Test func zeroIsNoLimit() {
        #expect(RateLimit.unlimited.left(RateLimit.unlimited.full(at: 0), history: true) == .max)
        #expect(RateLimit(perHour: -1) == .unlimited)
    }

    // MARK: In the queue

    private let forty = RateLimit(perHour: 40)

    private func fill(_ queue: QueueFixture, _ session: String, _ count: Int, history: Bool = false) async throws {
        for number in 0..<count {
            try await queue.accept(queue.decision("\(session)-\(number)", session: session, history: history))
        }
    }

    @Test func aSpentSessionLetsOthersThroughAndKeepsItsShareForLive() async throws {
        let queue = try await QueueFixture(seats: ["bed", "chair"])
        defer { queue.fixture.remove() }
        try await fill(queue, "session-bed", 20, history: true)
        try await fill(queue, "session-chair", 3, history: true)
        let grants = try await queue.grant(free: 16, rates: forty)
        #expect(grants.count { $0.sessionID == "session-bed" } == 8)
        #expect(grants.count { $0.sessionID == "session-chair" } == 3)
        try await queue.accept(queue.decision("live"))
        #expect(try await queue.grant(free: 16, rates: forty).map(\.logID) == ["log-live"])
    }

    @Test func aRestartAndANewSessionOfTheSameTokenBringNoFreshBucket() async throws {
        var queue = try await QueueFixture(seats: [])
        defer { queue.fixture.remove() }
        try await queue.startSession("one", seat: "bed", user: "u", rateKey: "hash")
        try await fill(queue, "one", 12)
        #expect(try await queue.grant(free: 16, rates: forty).count == 10)
        queue = try await queue.reopened()
        #expect(try await queue.grant(free: 16, rates: forty).isEmpty)
        try await queue.startSession("two", seat: "bed", user: "u", rateKey: "hash")
        try await fill(queue, "two", 3)
        #expect(try await queue.grant(free: 16, rates: forty).isEmpty)
        // Three quarters of forty an hour are one in two minutes. The first session's remaining records come first.
        #expect(try await queue.grant(free: 16, at: 121, rates: forty).map(\.logID) == ["log-one-10"])
        try await queue.startSession("three", seat: "chair", user: "v", rateKey: "another")
        try await fill(queue, "three", 1)
        #expect(try await queue.grant(free: 16, at: 121, rates: forty).map(\.logID) == ["log-three-0"])
    }

    @Test func twoSessionsOfOneTokenShareItsRate() async throws {
        let queue = try await QueueFixture(seats: [])
        defer { queue.fixture.remove() }
        for seat in ["bed", "chair"] {
            try await queue.startSession(seat, seat: seat, user: "u", rateKey: "hash")
            try await fill(queue, seat, 8)
        }
        #expect(try await queue.grant(free: 16, rates: forty).count == 10)
    }

    @Test func requestsAreChargedOnceAndUnusedOnesComeBack() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await fill(queue, "session-bed", 12)
        let grants = try await queue.grant(free: 9, rates: forty)
        #expect(grants.count == 9)
        // One of ten is left; the first record used three requests, the second none.
        let done = Answer(logID: grants[0].logID, fence: 1, outcome: .done(serverID: "s"), requests: 3)
        for _ in 0..<3 { _ = try await queue.store.delivery.settle([done], rates: forty, now: .zero, at: queue.at) }
        #expect(try await queue.grant(free: 9, rates: forty).isEmpty)
        let back = Answer(logID: grants[1].logID, fence: 1, outcome: .released(possiblySent: false), requests: 0)
        for _ in 0..<3 { _ = try await queue.store.delivery.settle([back], rates: forty, now: .zero, at: queue.at) }
        #expect(try await queue.grant(free: 9, rates: forty).isEmpty, "minus one and one more are none")
        let again = Answer(logID: grants[2].logID, fence: 1, outcome: .released(possiblySent: false), requests: 0)
        _ = try await queue.store.delivery.settle([again], rates: forty, now: .zero, at: queue.at)
        #expect(try await queue.grant(free: 9, rates: forty).count == 1)
    }

    @Test func recordsThatWentTogetherAreOneRequest() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await fill(queue, "session-bed", 30)
        let grants = try await queue.grant(free: 16, rates: forty)
        #expect(grants.count == 10)
        let answers = grants.enumerated().map { index, grant in
            Answer(logID: grant.logID, fence: 1, outcome: .done(serverID: "s\(index)"), requests: index == 0 ? 1 : 0)
        }
        _ = try await queue.store.delivery.settle(answers, rates: forty, now: .zero, at: queue.at)
        #expect(try await queue.grant(free: 16, rates: forty).count == 9)
    }

    @Test func aFullBucketIsForgotten() async throws {
        let queue = try await QueueFixture()
        defer { queue.fixture.remove() }
        try await fill(queue, "session-bed", 1)
        _ = try await queue.grant(rates: forty)
        func rows() async throws -> Int {
            try await queue.store.writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM rates") ?? -1 }
        }
        #expect(try await rows() == 1)
        let back = Answer(logID: "log-session-bed-0", fence: 1, outcome: .released(possiblySent: false), requests: 0)
        _ = try await queue.store.delivery.settle([back], rates: forty, now: .zero, at: queue.at)
        #expect(try await rows() == 0)
    }
}
