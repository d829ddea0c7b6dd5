import BlueZ
import SiteHealth
import Testing
import VitalbusCommand

struct RadioSettingsTests {
    private func found(_ text: String) -> [Finding] { RadioSettings(text).findings }

    @Test func theStockSettingsAreWell() {
        #expect(found("").isEmpty)
        #expect(found("[General]\n#ControllerMode = bredr\nControllerMode = dual\n[GATT]\n#Cache = no\n").isEmpty)
        #expect(found("[General]\nTemporaryTimeout = 0\n").isEmpty, "0 keeps every device")
        #expect(found("Cache = no\n= 3\n[\n]\nTemporaryTimeout\n\u{0}").isEmpty)
    }

    @Test func whatKeepsDevicesFromBeingReadHasItsWayOut() throws {
        let text = "[General]\n  ControllerMode=bredr\nTemporaryTimeout = 5\n\n[GATT]\nCache = no\n"
        #expect(found(text).map(\.status) == [.wrong, .warning, .warning])
        for finding in found(text) {
            #expect(finding.wayOut?.contains("/etc/bluetooth/main.conf") == true)
        }
        var facts = RadioFacts()
        facts.failure = .serviceNotRunning
        facts.settings = RadioSettings(text)
        #expect(facts.findings.count == 4)
    }
}
