import FoundationEssentials
import Testing
import VitalRecords

@testable import BLEScannerActor

@Suite struct DiscoveryHoldsTests {
    private let start = Date(timeIntervalSince1970: 1_786_000_000)

    private func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    private func device(_ number: UInt8 = 1) -> DeviceID {
        DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, number)))
    }

    @Test func aHoldEndsByItselfAndTheLongerOneCounts() {
        var holds = DiscoveryHolds()
        #expect(!holds.isHeld(at: at(0)))
        #expect(holds.hold(device(), seconds: 30, at: at(0)) == at(30))
        #expect(holds.hold(device(), seconds: 5, at: at(1)) == at(30))
        #expect(holds.hold(device(), seconds: 30, at: at(20)) == at(50))
        #expect(holds.isHeld(at: at(49.9)))
        #expect(!holds.isHeld(at: at(50)))
    }

    @Test func oneDevicesEndIsNotAnothers() {
        var holds = DiscoveryHolds()
        _ = holds.hold(device(1), seconds: 30, at: at(0))
        _ = holds.hold(device(2), seconds: 30, at: at(0))
        #expect(holds.hold(device(1), seconds: 0, at: at(1)) == at(1))
        #expect(holds.isHeld(at: at(2)))
        _ = holds.hold(device(2), seconds: 0, at: at(3))
        #expect(!holds.isHeld(at: at(3)))
        _ = holds.hold(device(3), seconds: 0, at: at(4))
        #expect(!holds.isHeld(at: at(4)))
    }

    @Test func holdsAreBounded() {
        var holds = DiscoveryHolds()
        for number in 0...UInt8.max { _ = holds.hold(device(number), seconds: 30 + Int(number) % 90, at: at(0)) }
        #expect(holds.isHeld(at: at(118.9)), "the longest are kept")
        #expect(!holds.isHeld(at: at(119)))
    }

    @Test func pairingModeIsForOneDeviceOrAllAndEndsByItself() {
        var holds = DiscoveryHolds()
        #expect(!holds.isWaited(for: device(), at: at(0)))
        #expect(holds.pair(device(1), seconds: 60, at: at(0)) == at(60))
        #expect(holds.isWaited(for: device(1), at: at(59)))
        #expect(!holds.isWaited(for: device(2), at: at(59)))
        #expect(holds.isHeld(at: at(59)))
        #expect(!holds.isWaited(for: device(1), at: at(60)))
        #expect(!holds.isHeld(at: at(60)))
        _ = holds.pair(nil, seconds: 60, at: at(60))
        #expect(holds.isWaited(for: device(2), at: at(61)))
        _ = holds.pair(nil, seconds: 0, at: at(62))
        #expect(!holds.isWaited(for: device(2), at: at(62)))
    }
}
