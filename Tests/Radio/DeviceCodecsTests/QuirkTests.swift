import DeviceCodecs
import Testing
import VitalRecords

@Suite struct QuirkTests {
    @Test(arguments: DeviceQuirk.allCases)
    func everyQuirkHasARuleASourceAndAFrame(quirk: DeviceQuirk) throws {
        let rule = try #require(QuirkBook.rule(for: quirk))
        #expect(rule.rule.hasSuffix("."))
        #expect(rule.source.count > 10)
        #expect(QuirkBook.rules.filter { $0.quirk == quirk }.count == 1)
        let cases = try QuirkCase.all().filter { $0.quirk == quirk.rawValue }
        #expect(!cases.isEmpty)
        for row in cases { try check(row, rule) }
    }

    private func check(_ row: QuirkCase, _ rule: QuirkRule) throws {
        let outcome = try row.outcome(row.device)
        for (name, value) in row.expected {
            #expect(outcome[name] == value, "\(row.testDescription) \(name): \(String(describing: outcome[name]))")
        }
        // Without models, a frame itself shows the quirk.
        if rule.models.isEmpty {
            #expect(try row.measurement(DeviceIdentity()).quirks.contains(rule.quirk), "\(row.testDescription)")
            return
        }
        #expect(QuirkBook.quirks(for: row.device).contains(rule.quirk), "\(row.testDescription)")
        guard row.everyDevice != true else { return }
        // Without the model the frame gives another result, or none, so the rule makes the difference.
        let plain = (try? row.outcome(DeviceIdentity())) ?? [:]
        #expect(row.expected.contains { plain[$0.key] != $0.value }, "\(row.testDescription)")
    }

    @Test func everyFrameIsOfAQuirk() throws {
        #expect(Set(try QuirkCase.all().map(\.quirk)) == Set(DeviceQuirk.allCases.map(\.rawValue)))
    }

    @Test func anUnknownDeviceHasNoQuirks() {
        #expect(QuirkBook.quirks(for: DeviceIdentity()).isEmpty)
        #expect(QuirkBook.quirks(for: DeviceIdentity(name: "Cuff", manufacturer: "Acme", model: "1")).isEmpty)
    }

    @Test func modelsAreToldInAnyCase() {
        #expect(QuirkBook.quirks(for: DeviceIdentity(name: "ACCU-CHEK GUIDE")).contains(.range10To600))
        #expect(!QuirkBook.quirks(for: DeviceIdentity(name: "My Accu-Chek")).contains(.range10To600))
    }

    /// Roche does not only make glucose meters.
    @Test func allPartsOfAMatchMustHold() {
        let other = DeviceIdentity(manufacturer: "Roche", services: [.bloodPressureService])
        #expect(QuirkBook.quirks(for: other).isEmpty)
    }

    @Test func aVendorLengthUnderAStandardUUIDIsNotEnough() throws {
        let bytes = try CharacteristicDecoder.bytes(hex: "0226e307011d113518e5014c40")
        // An unknown model's frame is read by the standard, whatever it gives, and never in the vendor's layout.
        let frame = try? DeviceFrame(characteristic: .bodyCompositionMeasurement, bytes: bytes)
        if case .measurement(let measurement) = frame {
            #expect(!measurement.quirks.contains(.xiaomiVendorPayload))
            #expect(!measurement.measurements.contains { $0.value.description == "82.300" })
        }
    }
}
