import Foundation
import RadioAccess
import TestSupport
import Testing

@Suite struct RadioSwitchesTests {
    @Test func theKernelsSwitchesAreRead() throws {
        let folder = try TemporaryFolder()
        func add(_ name: String, _ files: [String: String]) throws {
            let url = folder.url.appending(path: name)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            for (file, text) in files { try Data("\(text)\n".utf8).write(to: url.appending(path: file)) }
        }
        try add("rfkill0", ["type": "wlan", "soft": "1", "hard": "0", "name": "phy0"])
        try add("rfkill1", ["type": "bluetooth", "soft": "1", "hard": "0", "name": "hci0"])
        try add("rfkill2", ["type": "bluetooth", "soft": "0", "hard": "1", "name": "hci1"])
        try add("rfkill3", ["type": "bluetooth", "soft": "0", "hard": "0", "name": "hci2"])
        #expect(RadioSwitches(folder.url.path).blocked == ["hci0": false, "hci1": true])
        #expect(RadioSwitches(folder.url.path + "/nothing").blocked.isEmpty)
    }
}
