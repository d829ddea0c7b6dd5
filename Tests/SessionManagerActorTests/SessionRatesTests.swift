import Delivery
import DurableStore
import Testing

@testable import SessionManagerActor

@Suite struct SessionRatesTests {
    private func at(_ milliseconds: Int) -> BootInstant { BootInstant(milliseconds: Int64(milliseconds)) }

    private func budget(_ rates: inout SessionRates, _ now: BootInstant) -> SessionBudget {
        rates.budgets(now: now)["a"] ?? rates.fresh
    }

    /// The most requests within any hour.
    private func worstHour(_ taken: [(at: Int, count: Int)]) -> Int {
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
    func noHourExceedsTheLimitHoweverGreedyTheWorkersAre(limit: Int) {
        var rates = SessionRates(perHour: limit)
        var random = SplitMix(state: UInt64(limit))
        var taken: [(at: Int, count: Int)] = []
        var (now, total) = (0, 0)
        while now < 6 * 3_600_000 {
            let free = budget(&rates, at(now))
            let count = free.live + free.history
            if count > 0 {
                rates.take(count, session: "a", now: at(now))
                taken.append((now, count))
                total += count
            }
            // Steady draining, and now and then a rest in which the bucket fills.
            now += random.below(50) == 0 ? random.below(1_800_000) : 1_000 + random.below(9_000)
        }
        #expect(worstHour(taken) <= limit)
        // It is a limit and no standstill: three quarters of it go through in the long run.
        #expect(total >= limit * 3)
    }

    @Test func historyLeavesAShareToLiveReadings() {
        var rates = SessionRates(perHour: 2_000)
        #expect(rates.fresh == SessionBudget(live: 100, history: 400))
        var now = 0
        for _ in 0..<2_000 {
            let free = budget(&rates, at(now))
            rates.take(free.history, session: "a", now: at(now))
            now += 1_000
            #expect(budget(&rates, at(now)).live == 100)
        }
    }

    @Test func sessionsDoNotShareABudget() {
        var rates = SessionRates(perHour: 2_000)
        rates.take(500, session: "a", now: at(0))
        #expect(rates.budgets(now: at(0)) == ["a": .none])
        #expect(rates.fresh.live + rates.fresh.history == 500)
    }

    @Test func aFullBucketIsForgotten() {
        var rates = SessionRates(perHour: 2_000)
        rates.take(1, session: "a", now: at(0))
        #expect(rates.budgets(now: at(1_000)).count == 1)
        #expect(rates.budgets(now: at(10_000)).isEmpty)
    }

    @Test func zeroIsNoLimit() {
        var rates = SessionRates(perHour: 0)
        rates.take(1_000_000, session: "a", now: at(0))
        #expect(rates.fresh == .unlimited)
        #expect(rates.budgets(now: at(0)).isEmpty)
    }

    @Test func aClockThatStandsStillGivesNothing() {
        var rates = SessionRates(perHour: 2_000)
        rates.take(500, session: "a", now: at(5_000))
        #expect(rates.budgets(now: at(5_000)) == ["a": .none])
        #expect(rates.budgets(now: at(0)) == ["a": .none])
    }
}

/// A small generator with a seed, so that a failure can be repeated.
struct SplitMix {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((word ^ (word >> 31)) % UInt64(max(1, limit)))
    }
}
