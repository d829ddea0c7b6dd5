import FoundationEssentials
import MessageBus
import Synchronization
import TestSupport
import Testing

/// The clocks of a bus client.
@Suite struct EnvironmentTests {
    /// A clock that is set.
    private final class WallClock: Sendable {
        private let date: Mutex<Date>

        init(_ seconds: Double) { date = Mutex(Date(timeIntervalSince1970: seconds)) }

        var environment: BusEnvironment {
            BusEnvironment(
                now: { [self] in date.withLock { $0 } },
                newID: { "id" },
                clock: ManualClock()
            )
        }

        func pass(_ seconds: Double) { date.withLock { $0 += seconds } }
    }

    /// A check that held with the time in memory must also hold with the one that a message or a store returns.
    @Test(arguments: [0.000_3, 0.000_5, 0.000_7, 0.123_456, 0.999_8])
    func theTimeSurvivesTheWire(fraction: Double) {
        let now = WallClock(1_795_254_000 + fraction).environment.now()
        #expect(WireJSON.time(WireJSON.timeText(now)) == now)
        #expect(abs(now.timeIntervalSince1970 - 1_795_254_000 - fraction) < 0.000_51)
    }

    @Test func aPatienceEndsAlthoughTheClockIsSetBack() {
        let wall = WallClock(1_795_254_000)
        let environment = wall.environment
        let end = environment.steady() + 30
        wall.pass(10)
        #expect(environment.steady() < end)
        wall.pass(-86_400)
        #expect(environment.steady() < end, "the step itself takes no time")
        wall.pass(20)
        #expect(environment.steady() >= end)
        #expect(environment.now() < end, "the wall clock needs another day")
    }
}
