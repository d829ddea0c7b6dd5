import DeliveryRules
import Testing

struct TimingTests {
    @Test func backoffDoublesUpToTheCap() {
        let backoff = Backoff(base: .seconds(1), cap: .seconds(10))
        #expect((1...6).map { backoff.ceiling(attempt: $0) } == [1, 2, 4, 8, 10, 10].map { Duration.seconds($0) })
        #expect(backoff.ceiling(attempt: .max) == .seconds(10))
        #expect(backoff.ceiling(attempt: .min) == .seconds(1))
    }

    @Test func jitterIsFullAndRetryAfterAFloor() {
        let backoff = Backoff(base: .seconds(4), cap: .seconds(10), longestRetryAfter: .seconds(100))
        #expect(backoff.delay(attempt: 1, random: 0) == .zero)
        #expect(backoff.delay(attempt: 1, random: 0.5) == .seconds(2))
        #expect(backoff.delay(attempt: 1, random: 0.5, retryAfter: .seconds(60)) == .seconds(62))
        #expect(backoff.delay(attempt: 1, random: 0, retryAfter: .seconds(5_000)) == .seconds(100))
        #expect(backoff.delay(attempt: 1, random: .nan) == .seconds(4))
        #expect(backoff.delay(attempt: 1, random: 7, retryAfter: .seconds(-5)) == .seconds(4))
    }

    @Test func noRequestStartsUnlessItsWholeTimeoutFits() {
        let budget = LeaseBudget(
            term: .seconds(30),
            pullSent: BootInstant(milliseconds: 1_000),
            margin: .milliseconds(500)
        )
        func may(_ now: Int64, _ timeout: Duration) -> Bool {
            budget.mayStart(now: BootInstant(milliseconds: now), requestTimeout: timeout)
        }
        #expect(may(1_000, .milliseconds(29_500)))
        #expect(!may(1_001, .milliseconds(29_500)))
        #expect(may(20_500, .seconds(10)))
        #expect(!may(20_501, .seconds(10)))
        #expect(!may(999, .seconds(1)), "the machine started again")
        #expect(!may(1_000, .seconds(-1)))
        #expect(!may(.max, .seconds(1)))
    }

    @Test func instantsDoNotOverflow() {
        #expect(BootInstant(milliseconds: .max) + .seconds(1) == BootInstant(milliseconds: .max))
        #expect(BootInstant(milliseconds: .min) + .seconds(-1) == BootInstant(milliseconds: .min))
        #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
        #expect(Duration.milliseconds(-1_500).wholeMilliseconds == -1_500)
    }

    @Test func bootClockRuns() {
        let (first, second) = (SystemBootClock().now, SystemBootClock().now)
        #expect(first > .zero)
        #expect(second >= first)
    }

    @Test func lastWillStopsGrantsOnly() {
        var roster = WorkerRoster()
        #expect(roster.mayGrant(to: "one"))
        roster.unavailable("one")
        #expect(!roster.mayGrant(to: "one"))
        #expect(roster.mayGrant(to: "two"))
        roster.online("one")
        #expect(roster.mayGrant(to: "one"))
    }
}
