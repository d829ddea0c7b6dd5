import DeviceCodecs
import Foundation
import Testing

@Suite struct PeripheralCatalogueTests {
    private let catalogue = PeripheralCatalogue.standard

    @Test func aBloodPressureAdvertMatchesTheGenericEntry() {
        let match = catalogue.match(services: [BluetoothUUID(0x1810)], name: "BM85", manufacturerData: [:])
        #expect(match?.id == 3000)
    }

    @Test func otherAdvertsMatchNothing() {
        #expect(catalogue.match(services: [], name: "Blood pressure", manufacturerData: [0x01: [1]]) == nil)
        #expect(catalogue.match(services: [BluetoothUUID(0x180F)], name: nil, manufacturerData: [:]) == nil)
    }

    @Test func aDisabledPeripheralStaysAndMatchesNothing() throws {
        let changed = try catalogue.applying([PeripheralOverride(id: 3000, name: "Cuff", disabled: true)])
        #expect(changed.peripheral(id: 3000)?.name == "Cuff")
        #expect(changed.match(services: [BluetoothUUID(0x1810)], name: nil, manufacturerData: [:]) == nil)
    }

    @Test func anOverrideOfAnUnknownIDIsRefused() {
        #expect(throws: CodecError.self) { try catalogue.applying([PeripheralOverride(id: 4711)]) }
    }

    @Test func idsAreUniqueAndInOrder() {
        let ids = catalogue.peripherals.map(\.id)
        #expect(ids == Set(ids).sorted())
    }

    @Test func entriesSurviveJSON() throws {
        let data = try JSONEncoder().encode(catalogue.peripherals)
        #expect(try JSONDecoder().decode([Peripheral].self, from: data) == catalogue.peripherals)
    }

    @Test(arguments: ["2a35", "0x2A35", "00002A35", "00002a35-0000-1000-8000-00805F9B34FB"])
    func allFormsOfAUUIDAreEqual(text: String) {
        #expect(BluetoothUUID(text) == .bloodPressureMeasurement)
        #expect(BluetoothUUID(text)?.assigned == "2A35")
    }
}
