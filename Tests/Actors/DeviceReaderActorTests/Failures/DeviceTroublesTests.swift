import FoundationEssentials
import MessageBus
import Testing

@testable import DeviceReaderActor

@Suite struct DeviceTroublesTests {
    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    private func fault(_ code: String) -> WireFault { WireFault(code: code, message: "words", retriable: true) }

    @Test func aDeviceIsNamedWithWhatFailedUntilItIsRead() {
        var troubles = DeviceTroubles()
        #expect(troubles.faults(at: at(0)).isEmpty)
        troubles.failed(Samples.device(), fault: fault("timeout"), at: at(0))
        troubles.failed(Samples.device(), fault: fault("connectFailed"), at: at(1))
        #expect(troubles.faults(at: at(2)).map(\.code) == ["connectFailed"])
        #expect(troubles.faults(at: at(2)).first?.message == "\(Samples.device()): words")
        #expect(troubles.faults(at: at(2)).first?.retriable == true)
        troubles.ended(Samples.device(2))
        #expect(troubles.faults(at: at(2)).count == 1)
        troubles.ended(Samples.device())
        #expect(troubles.faults(at: at(2)).isEmpty)
    }

    @Test func oldAndManyFailuresAreForgotten() {
        var troubles = DeviceTroubles()
        for number in 0..<20 {
            troubles.failed(Samples.device(number), fault: fault("f\(number)"), at: at(Double(number)))
        }
        #expect(troubles.faults(at: at(20)).map(\.code) == (12..<20).map { "f\($0)" })
        #expect(troubles.faults(at: at(618)).map(\.code) == ["f19"])
        #expect(troubles.faults(at: at(700)).isEmpty)
    }
}
