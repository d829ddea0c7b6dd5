import BlueZ
import BusContract
import ContractLiterals
import DBus
import SiteHealth
import Testing
import VitalbusCommand

@Suite struct RadioFactsTests {
    private func adapter(_ address: String, isPowered: Bool = true) throws -> AdapterInfo {
        let properties: [String: DBusValue] = ["Address": .string(address), "Powered": .boolean(isPowered)]
        return try #require(AdapterInfo(path: "/org/bluez/hci0", properties: properties))
    }

    private func words(_ change: (inout RadioFacts) throws -> Void) rethrows -> [String] {
        var facts = RadioFacts()
        try change(&facts)
        return facts.findings.map { "\($0.status.rawValue) \($0.words)" }
    }

    @Test func eachStateOfTheServiceHasItsWords() throws {
        #expect(words { $0.failure = .busUnavailable }.isEmpty)
        #expect(words { $0.failure = .accessDenied } == ["wrong D-Bus does not allow this user to reach it"])
        #expect(words { $0.failure = .timeout } == ["wrong is running but does not answer"])
        #expect(words { $0.failure = .serviceNotRunning } == ["warning is not running"])
        #expect(words { _ in } == ["warning is running, but has no adapter"])
        let two = try words {
            $0.adapters = [try adapter("00:11:22:33:44:55"), try adapter("00:11:22:33:44:66", isPowered: false)]
        }
        #expect(two.count == 1)
        #expect(two.first?.contains("00:11:22:33:44:55, 00:11:22:33:44:66 (off)") == true)
    }

    @Test func everyTroubleHasAWayOut() {
        for failure in [BlueZError.Code.accessDenied, .timeout, .serviceNotRunning] {
            var facts = RadioFacts()
            facts.failure = failure
            facts.blocked = ["hci0": false, "hp-bluetooth": true]
            #expect(facts.findings.allSatisfy { $0.wayOut?.isEmpty == false })
            #expect(facts.findings.filter { $0.check == "rfkill" }.count == 2)
        }
    }
}
