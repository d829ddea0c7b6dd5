import BlueZ
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct PassiveOutcomeTests {
    private func outcome(_ error: any Error, isStopped: Bool = false) -> PassiveOutcome {
        PassiveOutcome(.failure(error), isStopped: isStopped)
    }

    @Test func nothingReadIsNoSuccess() {
        #expect(PassiveOutcome(.success([]), isStopped: false) == .noReading)
        #expect(PassiveOutcome(.success([]), isStopped: true) == .stopped)
    }

    @Test func errorsAreToldApart() {
        #expect(outcome(BlueZError(.notPaired, "")) == .notPaired)
        #expect(outcome(BlueZError(.notPaired, ""), isStopped: true) == .notPaired)
        #expect(outcome(BlueZError(.connectFailed, "")) == .failed)
        #expect(outcome(BlueZError(.connectFailed, ""), isStopped: true) == .stopped)
        #expect(outcome(BusError(.storeUnavailable, "")) == .failed)
        #expect(outcome(CancellationError()) == .stopped)
    }

    @Test func whatWasReadBeforeItWasStoppedIsRead() throws {
        let built = try Samples.builder().bloodPressure(Samples.bytes(Samples.timed), receivedAt: Samples.start)
        #expect(PassiveOutcome(.success([try #require(built)]), isStopped: true) == .done)
    }
}
