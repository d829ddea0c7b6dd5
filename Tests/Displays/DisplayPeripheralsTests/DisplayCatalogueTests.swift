import DeviceCodecs
import DisplayLayouts
import DisplayPeripherals
import Testing

struct DisplayCatalogueTests {
    private let catalogue = DisplayCatalogue.standard

    @Test
    func idsAreUniqueAndShareOnlyEqualModelsWithBluetooth() {
        #expect(Set(catalogue.peripherals.map(\.id)).count == catalogue.peripherals.count)
        for peripheral in catalogue.peripherals {
            guard let known = PeripheralCatalogue.standard.peripheral(id: peripheral.id) else {
                #expect((10_500...10_999).contains(peripheral.id))
                continue
            }
            #expect(known.model == peripheral.model && known.type == peripheral.type)
        }
        #expect(!PeripheralCatalogue.standard.peripherals.contains { (10_500...10_999).contains($0.id) })
    }

    @Test(arguments: DisplayKind.allCases)
    func everyKindHasAnEntryForAnyMeter(_ kind: DisplayKind) throws {
        let generic = try #require(catalogue.generic(kind))
        #expect(generic.kind == kind && generic.model == nil)
        #expect(catalogue.peripherals(of: kind).contains(generic))
    }

    @Test
    func unitsAreChosenAtRunTime() throws {
        for meter in catalogue.peripherals(of: .glucoseMeter) {
            #expect(meter.units.map(\.name) == ["mg/dL", "mmol/L"], "\(meter.name)")
        }
        let zewa = try #require(catalogue.peripherals.first { $0.model == "11110" })
        #expect(zewa.name == "Zewa 11110" && zewa.units.map(\.name) == ["°F", "°C"] && zewa.defaultUnit == .fahrenheit)
        #expect(try #require(catalogue.generic(.pulseOximeter)).units.isEmpty)
        #expect(catalogue.peripheral(id: 51) == nil && catalogue.peripheral(id: 10_040)?.name == "A&D UA-651BLE")
    }

    @Test
    func takenIDsAreRefused() throws {
        let own = DisplayPeripheral(id: 10_500, name: "Mine", layout: .standard(.any))
        let error = #expect(throws: LayoutFileError.self) { try catalogue.adding([own]) }
        #expect(error?.message.contains("10500") == true && error?.message.contains("Mine") == true)
        let other = DisplayPeripheral(id: 50_001, name: "Mine", layout: .standard(.any))
        #expect(try catalogue.adding([other]).peripheral(id: 50_001) == other)
    }
}
