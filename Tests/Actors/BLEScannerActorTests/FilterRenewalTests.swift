import BlueZ
import DeliveryRules
import Testing

@testable import BLEScannerActor

@Suite struct FilterRenewalTests {
    private func at(_ seconds: Int) -> BootInstant { BootInstant(milliseconds: Int64(seconds) * 1_000) }

    private func address(_ number: Int = 1) throws -> BluetoothAddress {
        try #require(BluetoothAddress("00:11:22:33:44:5\(number)"))
    }

    @Test func theFilterIsSetAfterEachLink() throws {
        var renewal = FilterRenewal()
        #expect(renewal.isDue(now: at(0)) == false)
        renewal.device(try address(), isConnected: true, now: at(0))
        #expect(renewal.isDue(now: at(9)) == false)
        renewal.device(try address(), isConnected: true, now: at(9))
        #expect(renewal.isDue(now: at(10)) == true, "beside a link that stands")
        #expect(renewal.isDue(now: at(11)) == false)
        renewal.device(try address(), isConnected: false, now: at(20))
        #expect(renewal.isDue(now: at(20)) == true)
        #expect(renewal.isDue(now: at(30)) == false)
    }

    @Test func whatWasNeverLinkedIsNoReason() throws {
        var renewal = FilterRenewal()
        renewal.device(try address(), isConnected: false, now: at(0))
        renewal.gone(try address(2), now: at(0))
        #expect(renewal.isDue(now: at(100)) == false)
    }

    @Test func aDeviceThatVanishesWithItsLinkCountsToo() throws {
        var renewal = FilterRenewal()
        renewal.device(try address(), isConnected: true, now: at(0))
        renewal.gone(try address(), now: at(3))
        #expect(renewal.isDue(now: at(3)) == true)
        renewal.device(try address(), isConnected: true, now: at(4))
        renewal.clear()
        #expect(renewal.isDue(now: at(100)) == false)
    }
}
