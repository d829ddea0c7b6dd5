import BlueZ
import DeviceCodecs
import DeviceDrivers
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct PassiveOutcomeTests {
    private func outcome(_ error: any Error, isStopped: Bool = false) -> PassiveOutcome {
        PassiveOutcome(.failure(error), isStopped: isStopped)
    }

    private func outcome(_ link: LinkResult, isStopped: Bool = false) -> PassiveOutcome {
        PassiveOutcome(.success(link), isStopped: isStopped)
    }

    private func link(_ end: ProcedureEnd, failure: (any Error)? = nil) -> LinkResult {
        LinkResult(end: end, failure: failure)
    }

    @Test func nothingReadIsNoSuccess() {
        #expect(outcome(link(.noReading)) == .noReading)
        #expect(outcome(link(.done)) == .noReading)
        #expect(outcome(link(.stopped), isStopped: true) == .stopped)
        #expect(outcome(link(.empty)) == .empty)
    }

    @Test func aLinkThatBrokeIsTriedAgain() {
        #expect(outcome(link(.partial(.linkLost))) == .failed)
        #expect(outcome(link(.partial(.tooLong)), isStopped: true) == .stopped)
        #expect(outcome(link(.failed(.notPaired))) == .notPaired)
        var further = link(.partial(.linkLost))
        further.hasMovedOn = true
        #expect(outcome(further) == .advanced)
        #expect(outcome(further, isStopped: true) == .stopped)
        further.failure = BusError(.storeUnavailable, message: "")
        #expect(outcome(further) == .failed)
        #expect(outcome(link(.failed(.linkLost))) == .failed)
    }

    @Test func whatCouldNotBeKeptOrDecodedIsNoSuccess() throws {
        #expect(outcome(link(.empty, failure: BusError(.storeUnavailable, message: ""))) == .failed)
        var garbled = link(.done)
        let error = CodecError(.truncated, message: "short")
        garbled.unreadable = [.init(row: 1, characteristic: .bloodPressureMeasurement, length: 1, error: error)]
        #expect(outcome(garbled) == .failed)
    }

    @Test func errorsAreToldApart() {
        #expect(outcome(BlueZError(.notPaired, message: "")) == .notPaired)
        #expect(outcome(BlueZError(.notPaired, message: ""), isStopped: true) == .notPaired)
        #expect(outcome(BlueZError(.connectFailed, message: "")) == .failed)
        #expect(outcome(BlueZError(.connectFailed, message: ""), isStopped: true) == .stopped)
        #expect(outcome(BusError(.storeUnavailable, message: "")) == .failed)
        #expect(outcome(CancellationError()) == .stopped)
        #expect(outcome(MissingPart.driver(.agamatrix)) == .missingPart)
    }

    @Test func whatWasReadBeforeItWasStoppedIsRead() throws {
        let built = try Samples.builder().bloodPressure(Samples.bytes(Samples.timed), receivedAt: Samples.start)
        var link = link(.done)
        link.add([try #require(built)])
        #expect(outcome(link, isStopped: true) == .done)
    }
}
