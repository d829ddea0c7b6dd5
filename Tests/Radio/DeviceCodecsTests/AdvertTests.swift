import SeededRandom
import Testing
import VitalRecords

@testable import DeviceCodecs

/// What adverts say: measurements, and what is none.
struct AdvertTests {
    private func finding(_ hex: String, _ speaks: ProtocolName = .xiaomiScale) throws -> AdvertFinding {
        let decoder = try #require(AdvertTable.decoder(for: speaks))
        return try decoder.finding(try CharacteristicDecoder.bytes(hex: hex))
    }

    private func result(_ hex: String) throws -> (values: [String], isWhole: Bool)? {
        guard case .result(let measurement, let isWhole) = try finding(hex) else { return nil }
        return (measurement.measurements.map { "\($0.metric.rawValue) \($0.value) \($0.unit)" }, isWhole)
    }

    @Test("A scale's weight counts once it has settled, and waits for its impedance")
    func settled() throws {
        #expect(try finding("0200e807050a0a1e000000a038") == .measuring)
        let weight = try #require(try result("0220e807050a0a1e000000a038"))
        #expect(weight.values == ["body_weight 72.480 kg"] && !weight.isWhole)
        let whole = try #require(try result("0222e807050a0a1e000002a038"))
        #expect(whole.values == ["body_weight 72.480 kg", "body_impedance 512 Ohm"] && whole.isWhole)
        #expect(try result("02a0e807050a0a1e000000a038")?.isWhole == true)
        #expect(try result("a2a038e807050a0a1e00")?.values == ["body_weight 72.480 kg"])
    }

    @Test("No weight of a person is no measurement")
    func nothing() throws {
        for hex in [
            "0200e807050a0a1e0000000000", "0280e807050a0a1e000000a038", "60a038e807050a0a1e00", "220000e807050a0a1e00",
        ] {
            #expect(try finding(hex) == .nothing, "\(hex)")
        }
        #expect(throws: CodecError.self) { try finding("0220e807050a0a1e000000") }
    }

    @Test("Parts of one weighing have one key, and the later one the higher revision")
    func parts() throws {
        guard case .result(let first, _) = try finding("0220e807050a0a1e000000a038"),
            case .result(let second, _) = try finding("0222e807050a0a1e000002a038")
        else {
            Issue.record("no result")
            return
        }
        #expect(first.keyBytes == second.keyBytes && first.revision < second.revision)
        #expect(first.joined(withPart: second) == second)
        #expect(second.joined(withPart: first) == second)
    }

    @Test("An advert holds a frame in its decoder's places only")
    func places() {
        let place = AdvertPlace.serviceData(.bodyCompositionService)
        let service = BluetoothUUID.bodyCompositionService.description
        #expect(place.frame(serviceData: [service: "0220"], manufacturerData: [:]) == [2, 0x20])
        #expect(place.frame(serviceData: ["x": "0220"], manufacturerData: ["6171": "01"]) == nil)
        #expect(place.frame(serviceData: [service: "02z"], manufacturerData: [:]) == nil)
        #expect(place.frame(serviceData: [service: ""], manufacturerData: [:]) == nil)
        let company = AdvertPlace.manufacturerData(0xFFFF)
        #expect(company.frame(serviceData: [:], manufacturerData: ["65535": "aabb"]) == [0xAA, 0xBB])
    }

    @Test("No bytes trap, and equal bytes are found equal", arguments: AdvertTable.decoders.indices)
    func anyBytes(_ index: Int) {
        let decoder = AdvertTable.decoders[index]
        var random = SplitMix64(seed: 51)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let found = (0..<2).map { _ in try? decoder.finding(bytes) }
            #expect(found[0] == found[1])
        }
    }

    @Test("Every row is found by its protocol, which a row of the catalogue speaks")
    func rows() {
        for decoder in AdvertTable.decoders {
            #expect(AdvertTable.decoder(for: decoder.speaks)?.places == decoder.places)
            #expect((2...5).contains(decoder.hold) && !decoder.places.isEmpty)
            #expect(PeripheralCatalogue.standard.peripherals.contains { $0.speaks == decoder.speaks })
        }
        #expect(AdvertTable.decoder(for: .standard) == nil)
    }
}
