import BlueZ
import DBus
import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import RadioAccess

@Suite struct HeardDevicesTests {
    private let id = DeviceID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))

    private func device(_ number: Int = 1, name: String = "Scale", rssi: Int16 = -60) throws -> DeviceInfo {
        let address = "F0:0D:00:00:" + [number >> 8, number & 0xFF].map { hex($0) }.joined(separator: ":")
        let properties: [String: DBusValue] = [
            "Address": .string(address), "Name": .string(name), "RSSI": .int16(rssi),
        ]
        return try #require(DeviceInfo(path: "/org/bluez/hci0/dev", properties: properties))
    }

    private func hex(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }

    @Test func aRepeatedAdvertIsNotMatchedAgain() throws {
        var heard = HeardDevices()
        var asked: [String?] = []
        let find = { (facts: AdvertFacts) in
            asked.append(facts.name)
            return HeardDevices.Finding(id: self.id, matches: [])
        }
        _ = heard.finding(try device(), find: find)
        _ = heard.finding(try device(rssi: -80), find: find)
        #expect(asked == ["Scale"])
        _ = heard.finding(try device(name: "Scale 2"), find: find)
        _ = heard.finding(try device(2), find: find)
        #expect(asked == ["Scale", "Scale 2", "Scale"])
    }

    @Test func theMemoryHasALimit() throws {
        var heard = HeardDevices()
        for number in 0...HeardDevices.limit {
            _ = heard.finding(try device(number)) { _ in HeardDevices.Finding(id: id, matches: []) }
        }
        #expect(heard.count == 1)
    }
}
