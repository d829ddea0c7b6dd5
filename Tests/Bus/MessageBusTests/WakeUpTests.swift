import MessageBus
import TestSupport
import Testing

@Suite struct WakeUpTests {
    private let clock = ManualClock()
    private let latch = WakeUp()

    private func waiting() -> Task<Void, Never> { Task { await latch.wait(atMost: .seconds(30), clock: clock) } }

    @Test func aSignalWakes() async {
        let waiter = waiting()
        await clock.sleepers(atLeast: 1)
        latch.signal()
        await waiter.value
        #expect(await eventually { clock.sleeperCount == 0 })
    }

    @Test func signalsBeforeTheWaitAreRememberedAsOne() async {
        latch.signal()
        latch.signal()
        await waiting().value
        #expect(await eventually { clock.sleeperCount == 0 })
        let second = waiting()
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(29_999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        await second.value
    }

    @Test func cancellationWakes() async {
        let waiter = waiting()
        await clock.sleepers(atLeast: 1)
        waiter.cancel()
        await waiter.value
    }
}
