import FoundationEssentials
import Testing

@testable import DeviceReaderActor

/// When a device whose link broke is tried again.
@Suite struct PassiveRetryTests {
    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    /// A memory of hundreds of records on a link that breaks every few of them would else take an hour.
    @Test func aLinkThatBrokeButBroughtMoreIsTriedAgainSoon() {
        var machine = PassiveMachine(peripherals: [3000], rearm: 15, longestCooling: 300)
        #expect(machine.sighted(Samples.sighting(), at: at(0)).count == 1)
        _ = machine.finished(Samples.device(), outcome: .failed, at: at(0))
        #expect(machine.tick(at: at(4)).count == 1)
        _ = machine.finished(Samples.device(), outcome: .failed, at: at(4))
        #expect(machine.tick(at: at(11.9)).isEmpty)
        #expect(machine.tick(at: at(12)).count == 1)
        var now = 12.0
        for _ in 0..<10 {
            _ = machine.finished(Samples.device(), outcome: .advanced, at: at(now))
            _ = machine.sighted(Samples.sighting(), at: at(now + 1))
            #expect(machine.tick(at: at(now + 1.9)).isEmpty)
            now += 2
            #expect(machine.tick(at: at(now)).count == 1)
        }
        // What was before counts no more.
        _ = machine.finished(Samples.device(), outcome: .failed, at: at(now))
        #expect(machine.tick(at: at(now + 3.9)).isEmpty)
        #expect(machine.tick(at: at(now + 4)).count == 1)
    }

    @Test func withoutARadioItWaitsForThat() {
        var machine = PassiveMachine(peripherals: [3000], rearm: 15, longestCooling: 300)
        _ = machine.sighted(Samples.sighting(), at: at(0))
        _ = machine.radio(isUp: false)
        #expect(machine.finished(Samples.device(), outcome: .advanced, at: at(1)).isEmpty)
        #expect(machine.phases.map(\.phase) == [.armed])
    }
}
