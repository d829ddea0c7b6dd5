import DeviceCaptures
import DeviceCodecs
import Foundation
import Testing
import VitalRecords

@Suite struct CaptureCheckTests {
    @Test func theFamilyThatAgreesWithTheDisplayComesFirst() throws {
        let check = CaptureCheck(SampleCapture.cuff())
        let best = try #require(check.families.first)
        #expect(best.family == "omron")
        #expect(best.source == "FFF1")
        #expect(best.agreement == 3)
        #expect(best.decoded.count == 2)
        #expect(check.characteristics.isEmpty)
        #expect(CaptureCheck(SampleCapture.cuff(shown: "200/99")).families.allSatisfy { $0.agreement == 0 })
    }

    @Test func aStandardCharacteristicIsDecodedAndNotGuessedAt() throws {
        var capture = SampleCapture.cuff()
        let frame = try CharacteristicDecoder.bytes(hex: "1e780050005d00ea0703010800004000010000")
        capture.events = [CapturedEvent(.notified, at: 1, characteristic: BluetoothUUID(0x2A35), bytes: frame)]
        let check = CaptureCheck(capture)
        #expect(check.characteristics.map(\.decoded) == [1])
        #expect(check.characteristics.first?.example?.contains("\"systolic\":120") == true)
        #expect(check.families.isEmpty)
    }

    @Test func advertsAreCheckedByTheirProtocolsAndTheCatalogue() throws {
        var capture = SampleCapture.cuff(shown: "82.3 kg")
        // A Mi scale's settled weight of 82.3 kg.
        let data = try CharacteristicDecoder.bytes(hex: "0226e307011d113518e5014c40")
        let service = BluetoothUUID(0x181B)
        let advert = CapturedAdvert(name: "MIBFS", services: [service], serviceData: [service: data])
        capture.device.name = "MIBFS"
        (capture.services, capture.events) = ([], [CapturedEvent(.advert, at: 1, advert: advert)])
        let check = CaptureCheck(capture)
        #expect(check.models.first?.name.contains("Xiaomi") == true || check.models.first?.name.contains("Mi ") == true)
        #expect(check.adverts.flatMap(\.results).contains { $0.hasPrefix("body_weight 82.3") })
        #expect(check.families.first?.agreement == 1)
    }
}

@Suite struct CaptureFixtureTests {
    private func cases(_ rows: [CaptureFixture]) throws -> [DriverCase] {
        try JSONDecoder().decode([DriverCase].self, from: Data(CaptureFixture.text(rows).utf8))
    }

    /// The decoders' own tests read the rows that the command writes, and accept them.
    @Test func rowsOfAKnownDriverPassItsTests() throws {
        let rows = try CaptureFixture.rows(of: SampleCapture.cuff(), driver: nil, shown: nil, name: "cuff")
        let cases = try cases(rows)
        #expect(cases.map(\.id) == ["cuff-1", "cuff-2"])
        #expect(cases.allSatisfy { $0.driver == "omron" && $0.origin == "captured" })
        for row in cases { #expect(JSONValue.object(try row.decoded()).contains(.object(row.expected))) }
        // The row with the display's value comes first.
        #expect(cases.first?.expected["systolic"] == .number(105))
    }

    @Test func aNewDriversRowExpectsWhatTheDisplayShowed() throws {
        let rows = try CaptureFixture.rows(of: SampleCapture.cuff(), driver: "Newmaker", shown: nil, name: "n")
        let row = try #require(try cases(rows).first)
        #expect(row.driver == "newmaker")
        #expect(row.frames.count == 2)
        #expect(row.expected == ["systolic": .number(105), "diastolic": .number(69), "pulse": .number(63)])
    }

    @Test func aDecoderThatDisagreesWithTheDisplayMakesNoTest() {
        for (driver, shown) in [(nil, "200/99"), ("omron", "200/99"), ("berry", "105/69"), (nil, nil)] {
            #expect(throws: CodecError.self) {
                try CaptureFixture.rows(of: SampleCapture.cuff(shown: nil), driver: driver, shown: shown, name: "x")
            }
        }
    }
}
