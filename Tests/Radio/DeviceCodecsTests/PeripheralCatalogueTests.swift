import DeviceCodecs
import Foundation
import Testing

@Suite struct PeripheralCatalogueTests {
    private let catalogue = PeripheralCatalogue.standard

    private func ids(_ advert: AdvertFacts) -> [Int] { catalogue.matches(advert).map(\.id) }

    @Test func anAdvertMatchesItsModelFirstAndThenTheProfile() {
        #expect(ids(AdvertFacts(services: [.bloodPressureService], name: "Cuff")) == [3000])
        #expect(ids(AdvertFacts(services: [.bloodPressureService], name: "bm85")) == [10_050, 3000])
        #expect(ids(AdvertFacts(services: [.glucoseService], name: "meter+0815")) == [10_061, 1000])
        let omron = AdvertFacts(services: [.bloodPressureService], manufacturerData: [0x020E: [1]])
        #expect(ids(omron) == [10_070, 3000])
        let named = AdvertFacts(
            services: [.bloodPressureService],
            name: "BLEsmart_0000016000000001",
            manufacturerData: [0x020E: [1]]
        )
        #expect(ids(named) == [10_072, 10_070, 3000])
        // If only the maker is known, the name states no model.
        #expect(catalogue.peripheral(id: 10_070)?.name == "Omron Blood pressure monitor")
        let x4 = AdvertFacts(services: [.bloodPressureService], name: "X4 Smart", manufacturerData: [0x020E: [1]])
        #expect(ids(x4) == [10_071, 10_070, 3000])
        #expect(ids(AdvertFacts(name: "OneTouch 1234")) == [10_030, 10_031, 10_032, 10_033])
    }

    /// A row for a maker's memory matches devices without a standard service.
    @Test func aMemoryIsKnownByItsName() {
        let rows = [
            "O2Ring 1234": 10_091, "SleepU 1234": 10_100, "BP2A 0012": 10_101, "SpO202": 10_102, "SpO208": 10_093,
            "TAIDOC TD4277": 10_103, "TAIDOC TD3128": 10_104, "TD-8255": 10_105, "TAIDOC TD1107": 10_106,
            "B6 Connect": 10_107,
        ]
        for (name, id) in rows { #expect(ids(AdvertFacts(name: name)) == [id], "\(name)") }
        #expect(ids(AdvertFacts(services: [.glucoseService], name: "TAIDOC TD4277")) == [10_065, 1000])
        #expect(ids(AdvertFacts(services: [.bloodPressureService], name: "TAIDOC TD3128")) == [3000])
        for name in ["SpO209", "T8520_0001", "S8-AW 0001"] { #expect(ids(AdvertFacts(name: name)).isEmpty, "\(name)") }
    }

    @Test func otherAdvertsMatchNothing() {
        #expect(ids(AdvertFacts(name: "Blood pressure", manufacturerData: [0x01: [1]])).isEmpty)
        #expect(ids(AdvertFacts(services: [BluetoothUUID(0x180F)])).isEmpty)
        #expect(ids(AdvertFacts()).isEmpty)
    }

    @Test func aDisabledPeripheralStaysAndIsNotReadAsAGenericOne() throws {
        let changed = try catalogue.applying([PeripheralOverride(id: 10_050, name: "Cuff", disabled: true)])
        #expect(changed.peripheral(id: 10_050)?.name == "Cuff")
        #expect(changed.matches(AdvertFacts(services: [.bloodPressureService], name: "BM85")).isEmpty)
        #expect(changed.match(AdvertFacts(services: [.bloodPressureService], name: "Other"))?.id == 3000)
    }

    /// Vendor payloads under the standard's UUIDs are never recognised by the UUID alone.
    @Test func xiaomiIsNeverAStandardScale() {
        let scale = BluetoothUUID.weightScaleService
        let composition = BluetoothUUID.bodyCompositionService
        let ten = [UInt8](repeating: 0, count: 10)
        let thirteen = [UInt8](repeating: 0, count: 13)
        #expect(ids(AdvertFacts(services: [scale], name: "MI SCALE2", serviceData: [scale: ten])) == [10_080])
        #expect(ids(AdvertFacts(services: [composition], serviceData: [composition: thirteen])) == [10_081])
        #expect(ids(AdvertFacts(services: [scale], name: "MIBFS")).isEmpty)
        #expect(ids(AdvertFacts(services: [scale], manufacturerData: [0x0157: [1]])).isEmpty)
        #expect(ids(AdvertFacts(services: [scale], name: "Libra", serviceData: [scale: [1]])) == [5000])
    }

    @Test func anOverrideOfAnUnknownIDIsRefused() {
        #expect(throws: CodecError.self) { try catalogue.applying([PeripheralOverride(id: 4711)]) }
    }

    @Test func idsAreUniqueAndInOrderAndTheSDKsAreThere() {
        let ids = catalogue.peripherals.map(\.id)
        #expect(ids == Set(ids).sorted())
        let own = ids.filter { $0 < 10_000 }
        #expect(own == [1, 2, 3, 32, 33, 51, 1000, 2000, 3000, 4000, 5000])
        #expect(ids.allSatisfy { $0 < PeripheralAddition.ids.lowerBound })
    }

    @Test func everyEntryTellsAPersonWhatToDo() {
        for peripheral in catalogue.peripherals {
            for text in [
                peripheral.name, peripheral.pairingInstructions, peripheral.startInstructions,
                peripheral.readingInstructions,
            ] {
                #expect(!text.isEmpty && !text.contains("  ") && !text.contains("\n"), "\(peripheral.id): \(text)")
            }
            #expect(PeripheralType.known.contains(peripheral.type), "\(peripheral.id)")
            #expect((peripheral.manufacturer == nil) == (peripheral.model == nil), "\(peripheral.id)")
            if let manufacturer = peripheral.manufacturer, let model = peripheral.model {
                #expect(peripheral.name == "\(manufacturer) \(model)")
            }
        }
    }

    /// A generic entry covers models with and without a memory; only a model's row can say.
    @Test func onlyARowKnowsOfAMemory() {
        for id in [2000, 3000, 4000, 5000] { #expect(catalogue.peripheral(id: id)?.knownMemory == nil, "\(id)") }
        #expect(catalogue.peripheral(id: 10_053)?.knownMemory == true)
        #expect(catalogue.peripheral(id: 10_020)?.knownMemory == false)
    }

    @Test func theLimitsOfTheCVSScaleStandInItsInstructions() throws {
        let scale = try #require(catalogue.peripheral(id: 10_020))
        #expect(scale.pairingInstructions.contains("new profile"))
        #expect(scale.readingInstructions.contains("Only body weight"))
        #expect(scale.readingInstructions.contains("no earlier readings"))
    }

    @Test func closedProtocolsSayWhatTheyNeed() {
        #expect(catalogue.peripheral(id: 32)?.needs == [.keyFile("agamatrix-authkey.json")])
        #expect(catalogue.peripheral(id: 33)?.needs == [.keyFile("cvshealth-authkey.json")])
        #expect(catalogue.peripheral(id: 51)?.needs == [.license, .encryptionKey])
        #expect(catalogue.peripheral(id: 1)?.speaks == .standard)
        for peripheral in catalogue.peripherals where !peripheral.needs.isEmpty {
            #expect(peripheral.speaks != .standard, "\(peripheral.id)")
        }
    }

    @Test func pairingIsAsTheModelWantsIt() throws {
        for id in [2000, 3000, 4000, 5000, 10_010, 10_090] {
            #expect(catalogue.peripheral(id: id)?.requiresPairing == false, "\(id)")
        }
        for id in [32, 33, 51, 1000, 10_020, 10_030, 10_040, 10_050, 10_053, 10_061, 10_070] {
            #expect(catalogue.peripheral(id: id)?.requiresPairing == true, "\(id)")
        }
        for peripheral in catalogue.peripherals {
            let rules = LinkRules(peripheral.quirks)
            if rules.connectsOnlyBonded || rules.bondsBeforeReading {
                #expect(peripheral.requiresPairing, "\(peripheral.name) is never read unpaired")
            }
        }
        let cuff = try #require(catalogue.peripheral(id: 3000))
        #expect(cuff.pairingInstructions.hasPrefix("Try it without pairing."))
        #expect(catalogue.peripheral(id: 51)?.pairingInstructions.contains("under Other > About") == true)
    }

    @Test func whatOnlyConnectsToDeliverSaysSo() {
        for id in [1000, 10_040, 10_041, 10_050, 10_061, 10_070, 10_094] {
            #expect(catalogue.peripheral(id: id)?.advertises == .afterMeasurement, "\(id)")
        }
        for id in [1, 2000, 3000, 4000, 5000, 10_052, 10_053] {
            #expect(catalogue.peripheral(id: id)?.advertises == .either, "\(id)")
        }
        #expect(catalogue.peripheral(id: 10_000)?.advertises == .beforeMeasurement)
    }

    /// The mobile SDK's examples use a peripheral 2 without naming its model, so no device is recognised as one.
    @Test func aNumberOfTheSDKsExamplesIsWhatAnOperatorSays() throws {
        #expect(try #require(catalogue.peripheral(id: 2)).advert == AdvertRule())
        let json = #"{"override": [{"id": 2, "type": "weightScale", "advert": {"namePrefixes": ["Libra"]}}]}"#
        let changed = try catalogue.applying(CatalogueFile.parse(Array(json.utf8)))
        #expect(changed.match(AdvertFacts(name: "Libra 7"))?.id == 2)
        #expect(changed.peripheral(id: 2)?.type == .weightScale)
    }

    @Test func modelsCarryTheirKnownQuirks() {
        #expect(catalogue.peripheral(id: 10_040)?.quirks.contains(.andDisconnectAfterBond) == true)
        #expect(catalogue.peripheral(id: 10_041)?.quirks.contains(.andShortIdle) == true)
        #expect(catalogue.peripheral(id: 10_061)?.quirks.contains(.range10To600) == true)
        #expect(catalogue.peripheral(id: 10_070)?.quirks.contains(.omronTimeOnNotify) == true)
        #expect(catalogue.peripheral(id: 3000)?.quirks.isEmpty == true)
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
