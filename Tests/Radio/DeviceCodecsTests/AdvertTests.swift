import SeededRandom
import Testing
import VitalRecords

@testable import DeviceCodecs

/// Which adverts contain a measurement, and which do not.
struct AdvertTests {
    private func finding(_ hex: String, _ speaks: ProtocolName = .xiaomiScale) throws -> AdvertFinding {
        let decoder = try #require(AdvertTable.decoder(for: speaks))
        return try decoder.finding(try CharacteristicDecoder.bytes(hex: hex))
    }

    private func result(_ hex: String) throws -> (values: [String], isWhole: Bool)? {
        guard case .result(let measurement, let isWhole) = try finding(hex) else { return nil }
        return (measurement.measurements.map { "\($0.metric.rawValue) \($0.value) \($0.unit)" }, isWhole)
    }

    @Test("A scale's weight counts once it is stable, and waits for its impedance")
    func settled() throws {
        #expect(try finding("0200e807050a0a1e000000a038") == .measuring)
        let weight = try #require(try result("0220e807050a0a1e000000a038"))
        #expect(weight.values == ["body_weight 72.480 kg"] && !weight.isWhole)
        let whole = try #require(try result("0222e807050a0a1e000002a038"))
        #expect(whole.values == ["body_weight 72.480 kg", "body_impedance 512 Ohm"] && whole.isWhole)
        #expect(try result("02a0e807050a0a1e000000a038")?.isWhole == true)
        #expect(try result("a2a038e807050a0a1e00")?.values == ["body_weight 72.480 kg"])
    }

    @Test("A weight outside a person's range is not a measurement")
    func nothing() throws {
        for hex in [
            "0200e807050a0a1e0000000000", "0280e807050a0a1e000000a038", "60a038e807050a0a1e00", "220000e807050a0a1e00",
            // 4.2 kg and 10.5 lb are left on the scale after a person.
            "0220e807050a0a1e0000004803", "0320e807050a0a1e0000001a04",
        ] {
            #expect(try finding(hex) == .nothing, "\(hex)")
        }
        #expect(throws: CodecError.self) { try finding("0220e807050a0a1e000000") }
    }

    @Test("Parts of one weighing share a key, and the later one has the higher revision")
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

    @Test("An advert has a frame only where its decoder expects one")
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

    @Test("No bytes trap, and equal bytes give equal findings", arguments: AdvertTable.decoders.indices)
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

    @Test("Every decoder is found by its protocol, and the catalogue has a row with this protocol")
    func rows() {
        for decoder in AdvertTable.decoders {
            #expect(AdvertTable.decoder(for: decoder.speaks)?.places == decoder.places)
            #expect((2...5).contains(decoder.hold) && !decoder.places.isEmpty)
            #expect(PeripheralCatalogue.standard.peripherals.contains { $0.speaks == decoder.speaks })
        }
        #expect(AdvertTable.decoder(for: .standard) == nil)
    }
}

/// Makers' adverts whose frames the drivers' tests contain too.
struct MakerAdvertTests {
    private func options(key: String, address: String) throws -> DriverOptions {
        var options = DriverOptions()
        options.key = try CharacteristicDecoder.bytes(hex: key)
        options.address = try CharacteristicDecoder.bytes(hex: address)
        return options
    }

    private func result(
        _ decoder: AdvertDecoder,
        _ hex: String,
        options: DriverOptions = DriverOptions()
    ) throws -> DeviceMeasurement? {
        let finding = try decoder.finding(try CharacteristicDecoder.bytes(hex: hex), options: options)
        guard case .result(let measurement, _) = finding else { return nil }
        return measurement
    }

    private func values(_ measurement: DeviceMeasurement?) -> [String]? {
        measurement?.measurements.map { "\($0.metric.rawValue) \($0.value) \($0.unit)" }
    }

    /// The key and the address come from openScale's public test.
    @Test("An S400's weight is decrypted with its key, and its time is its sequence number")
    func miBeacon() throws {
        let options = try options(key: "58305740b64e4b425e518aa1f4e51339", address: "84:46:93:64:A5:E6")
        let measurement = try result(.miBeacon, "4859d53b2d3314943c58b133638c7457a4000000c3e670dc", options: options)
        #expect(values(measurement) == ["body_weight 74.2 kg", "pulse 52 /min", "body_impedance 400.9 Ohm"])
        #expect((1_700_000_000...1_800_000_000).contains(measurement?.sequence ?? 0))
        #expect(measurement?.time == nil)
        #expect(throws: CodecError.self) {
            try result(.miBeacon, "4859d53b2d3314943c58b133638c7457a4000000c3e670dc")
        }
        // It only announces the scale.
        #expect(try AdvertDecoder.miBeacon.finding([0x10, 0x59, 0xD5, 0x3B, 1, 1, 2, 3, 4, 5, 6]) == .nothing)
    }

    @Test("An S200's weight is not read as an S800's, whose object has the same number")
    func s200() throws {
        let options = try options(key: "653b1b10e1cb35e4ac5e60fa45f3bf29", address: "D0:7B:6F:27:D7:29")
        let measurement = try result(.miBeacon, "4859044c019a80a275939010f0abc4fadc0600003d29c044", options: options)
        #expect(values(measurement) == ["body_weight 62.25 kg"])
        #expect(measurement?.sequence == 1_762_728_842)
        // The same object, but not encrypted, so that anyone can send it.
        #expect(try result(.miBeacon, "4059044c07164e09018d0900008a1b1169") == nil)
    }

    @Test("A QN scale's advert counts once its weight is stable")
    func qn() throws {
        let moving = "aabb11223344556608d60000ffffff0200181a4c0903fc01"
        let bytes = try CharacteristicDecoder.bytes(hex: moving)
        #expect(try AdvertDecoder.qnScale.finding(bytes) == .measuring)
        var settled = bytes
        settled[15] |= 0x20
        guard case .result(let measurement, _) = try AdvertDecoder.qnScale.finding(settled) else {
            Issue.record("no result")
            return
        }
        #expect(values(measurement) == ["body_weight 66.80 kg"])
        #expect(try AdvertDecoder.qnScale.finding([0x01, 0x02]) == .nothing)
        #expect(throws: CodecError.self) { try AdvertDecoder.qnScale.finding([0xAA, 0xBB, 0x01]) }
    }

    @Test("BTHome's mass is a weight, and a temperature counts only in a person's range")
    func bthome() throws {
        #expect(values(try result(.bthomeScale, "40065e1f")) == ["body_weight 80.30 kg"])
        #expect(try AdvertDecoder.bthomeScale.finding([0x40, 0x06, 0, 0]) == .measuring)
        // No person weighs 653.74 kg.
        #expect(try AdvertDecoder.bthomeScale.finding([0x40, 0x06, 0x5E, 0xFF]) == .measuring)
        #expect(try AdvertDecoder.bthomeScale.finding([0x40, 0x45, 0x11, 0x01]) == .nothing)
        #expect(try AdvertDecoder.bthomeThermometer.finding([0x40, 0x45, 0x11, 0x01]) == .measuring)
        #expect(values(try result(.bthomeThermometer, "40457001")) == ["body_temperature 36.8 Cel"])
        // A room sensor that was paired as a thermometer, and the counter that numbers its adverts.
        let options = try options(key: "231d39c1d7cc1ab1aee224cd096db932", address: "54:48:E6:8F:80:A5")
        let room = try CharacteristicDecoder.bytes(hex: "41a47266c95f730011223378237214")
        #expect(try AdvertDecoder.bthomeThermometer.finding(room, options: options) == .measuring)
        #expect(throws: CodecError.self) { try AdvertDecoder.bthomeThermometer.finding(room) }
    }

    @Test("BTHome's values count behind other objects and an address, alone, and encrypted if the device has a key")
    func bthomeOthers() throws {
        // Pressure and light precede the mass, a voltage the temperature.
        #expect(values(try result(.bthomeScale, "40040c8a0105138a14065e1f")) == ["body_weight 80.30 kg"])
        #expect(values(try result(.bthomeThermometer, "400c020c457001")) == ["body_temperature 36.8 Cel"])
        // An address whose reversed bytes begin like a mass of 48.50 kg.
        #expect(values(try result(.bthomeScale, "4206f2125e1f06065e1f")) == ["body_weight 80.30 kg"])
        #expect(try AdvertDecoder.bthomeScale.finding([0x42, 0x06, 0x5E, 0x1F, 1, 2, 3]) == .nothing)
        // A room and a probe; the same value twice is one.
        let two = try CharacteristicDecoder.bytes(hex: "40456d01457001")
        #expect(throws: CodecError.self) { try AdvertDecoder.bthomeThermometer.finding(two) }
        #expect(values(try result(.bthomeThermometer, "40457001457001")) == ["body_temperature 36.8 Cel"])
        let options = try options(key: "231d39c1d7cc1ab1aee224cd096db932", address: "54:48:E6:8F:80:A5")
        #expect(throws: CodecError.self) {
            try AdvertDecoder.bthomeScale.finding([0x40, 0x06, 0x5E, 0x1F], options: options)
        }
    }
}
