import DevicePeers
import SeededRandom
import Testing

@testable import BlueZSimulator

/// Devices with makers' own protocols, queried byte by byte.
struct MakerProfileTests {
    private func device(_ profile: DeviceProfile, quirks: Set<DeviceQuirk> = [], users: Int = 0) -> VirtualDevice {
        var script = ScenarioDevice(address: Bench.address, profile: profile, quirks: quirks)
        script.users = (0..<users).map { ScenarioUser(consent: UInt16($0)) }
        return VirtualDevice(script, epoch: Bench.epoch, random: SplitMix64(seed: 1))
    }

    /// Connects and subscribes to everything that notifies.
    private func connect(_ device: inout VirtualDevice, at now: Duration = .zero) {
        _ = device.handle(.connected(encrypted: true), at: now)
        for characteristic in device.layout.services.flatMap(\.characteristics) where characteristic.hasCCCD {
            _ = device.handle(.subscribe(characteristic.short, true), at: now)
        }
    }

    /// The answer to a write, and everything that the device sends after it.
    private func ask(
        _ device: inout VirtualDevice,
        _ uuid: String,
        _ hex: String,
        for seconds: Int = 5
    ) throws -> [String] {
        let value = try #require([UInt8](hex: hex))
        var outputs = try device.write(GattUUID.short(uuid), value: value, at: .zero)
        while let deadline = device.profile.deadline, deadline <= .seconds(seconds) {
            outputs += device.handle(.tick, at: deadline)
        }
        return outputs.compactMap { output in
            guard case .notify(let frame) = output else { return nil }
            return frame.bytes.hex
        }
    }

    @Test("An Omron cuff with one channel is unlocked by a token, and keeps a hundred records for each user")
    func token() throws {
        var cuff = device(.omronCuff, quirks: [.omronToken])
        for place in 0..<102 {
            let values = MeasurementValues([.systolic: Double(100 + place), .diastolic: 60, .user: 1])
            _ = cuff.handle(.measure(frame: nil, values: values), at: .zero)
        }
        connect(&cuff)
        #expect(try ask(&cuff, OmronPeer.requests[0], "0800000000100018") == ["098f00000001010086"], "locked")
        let token = "1101020304" + String(repeating: "00", count: 15)
        #expect(try ask(&cuff, OmronPeer.unlocking, token) == ["910001020304"])
        #expect(try ask(&cuff, OmronPeer.requests[0], "0800000000100018").map { $0.prefix(6) } == ["088000"])
        // The index: the next place is 2, because two records were overwritten.
        let index = try #require(try ask(&cuff, OmronPeer.requests[0], "0801000010180001").first)
        #expect(index.dropFirst(12).hasPrefix("0240" + "0080" + "64"))
        #expect(cuff.profile.recordCount == 100)
        #expect((cuff.profile as? OmronCuffProfile)?.strayWrites.isEmpty == true)
    }

    @Test("A OneTouch meter acknowledges requests, waits for each acknowledgement, and keeps its records")
    func meter() throws {
        var meter = device(.oneTouch)
        for value in [221.0, 105] {
            let values = MeasurementValues([.milligramsPerDecilitre: value])
            _ = meter.handle(.measure(frame: nil, values: values), at: .zero)
        }
        connect(&meter)
        // Two records, requested with bytes like a captured request's.
        #expect(try ask(&meter, OneTouchPeer.requests, "0102090004200203f9c3").first == "81")
        let record = try ask(&meter, OneTouchPeer.requests, "01020c0004310200000003a955")
        #expect(record.count == 2 && record.first == "81" && record.last?.hasPrefix("0202180004060000") == true)
        let rest = try ask(&meter, OneTouchPeer.requests, "82")
        #expect(rest.count == 1 && rest.first?.hasPrefix("41") == true)
        #expect(meter.hasNews && meter.profile.recordCount == 2, "the older one was never asked for")
        #expect(try ask(&meter, OneTouchPeer.requests, "81").isEmpty)
    }

    @Test("A ChoiceMMed oximeter sends results after the password, until the finger leaves")
    func oximeter() throws {
        var oximeter = device(.choiceMMed)
        _ = oximeter.handle(.measure(frame: nil, values: MeasurementValues([.spo2: 97, .pulse: 77])), at: .zero)
        connect(&oximeter)
        #expect(oximeter.profile.deadline == nil, "nothing is sent before the password")
        let sent = try ask(&oximeter, ChoiceMMedPeer.requests, "aa5504b10000b5", for: 60)
        let results = sent.dropFirst()
        #expect(sent.first == "55aa03b100b4" && results.count == ChoiceMMedProfile.beats)
        #expect(results.dropFirst().dropLast().allSatisfy { $0 == "55aa03614db1" })
        #expect(results.last == "55aa03000003" && !oximeter.hasNews)
    }

    @Test("A ring lists its nights, sends a file in blocks and pieces, and answers requests for live values")
    func ring() throws {
        var ring = device(.o2Ring)
        let night = MeasurementValues([.spo2: 95, .pulse: 58, .minutes: 10])
        _ = ring.handle(.measure(frame: nil, values: night), at: .seconds(0))
        connect(&ring)
        let list = try ask(&ring, O2RingPeer.requests, "aa14eb00000000c6").joined()
        let text = String(decoding: try #require([UInt8](hex: list)).dropFirst(7).dropLast(), as: UTF8.self)
        #expect(text.contains(#""FileList":"20260301075000,""#) && text.contains(#""CurTIME":"2026-03-01,08:00:00""#))
        var peer = O2RingPeer()
        peer.files = [O2RingPeer.night(name: "20260301075000", values: [(95, 58), nil, (87, 60)])]
        #expect(peer.files[0].bytes.count == 55 && peer.files[0].bytes.suffix(5) == [87, 60, 0, 0, 0])
        #expect(peer.files[0].bytes.prefix(9) == [3, 0, 0xEA, 7, 3, 1, 7, 50, 0])
        #expect(ring.hasNews, "the file was never read")
        _ = ring.handle(.measure(frame: nil, values: MeasurementValues([.spo2: 98, .pulse: 66])), at: .zero)
        let live = try ask(&ring, O2RingPeer.requests, "aa17e8000000001b").joined()
        #expect(live.hasPrefix("5500ff00000d006242"))
    }

    @Test("A Beurer scale sends its next frame only once the previous one is acknowledged")
    func scale() throws {
        var scale = device(.beurerScale, users: 2)
        _ = scale.handle(.measure(frame: nil, values: MeasurementValues([.kilograms: 72.4, .user: 2])), at: .zero)
        connect(&scale)
        let channel = BeurerScalePeer.channel
        #expect(try ask(&scale, channel, "e601") == ["e60020"])
        let users = try ask(&scale, channel, "e733")
        #expect(users == ["e7f033000208", "e7340201" + "0000000000000b01" + "555331" + "32"])
        #expect(try ask(&scale, channel, "e7f1340201").map { $0.prefix(8) } == ["e7340202"])
        #expect(try ask(&scale, channel, "e7f1340202").isEmpty)
        let saved = try ask(&scale, channel, "e7410000000000000b02")
        #expect(saved.count == 2 && saved.last?.hasPrefix("e7420201") == true && saved.last?.contains("05a8") == true)
        #expect(scale.hasNews)
        #expect(try ask(&scale, channel, "e7f1420201").count == 1)
        #expect(try ask(&scale, channel, "e7f1420202").isEmpty && !scale.hasNews)
    }

    @Test("A Medisana scale sends its memory for each time")
    func medisana() throws {
        var scale = device(.medisanaScale)
        let values = MeasurementValues([.kilograms: 80.5, .user: 3, .bodyFatPercent: 23.5])
        _ = scale.handle(.measure(frame: nil, values: values), at: .zero)
        connect(&scale)
        #expect(scale.hasNews && scale.profile.recordCount == 1)
        let sent = try ask(&scale, MedisanaScalePeer.commands, "0200000000")
        #expect(sent.count == 2 && sent[0].hasPrefix("1d721f00fe") && sent[0].dropFirst(26).hasPrefix("03"))
        #expect(sent[1].hasPrefix("6f") && sent[1].contains("ebf0") && !scale.hasNews)
        #expect(try ask(&scale, MedisanaScalePeer.commands, "0200000000") == sent)
        #expect(try ask(&scale, MedisanaScalePeer.commands, "03").isEmpty)
        #expect((scale.profile as? MedisanaScaleProfile)?.strayWrites == [[0x03]])
    }

    @Test(
        "A link that ends in the middle of a memory leaves news",
        arguments: [DeviceProfile.medisanaScale, .healthSensor]
    )
    func cut(_ profile: DeviceProfile) throws {
        var device = device(profile)
        for value in [36.6, 37.2] {
            let values = MeasurementValues(
                profile == .healthSensor ? [.celsius: value] : [.kilograms: value, .bodyFatPercent: 20]
            )
            _ = device.handle(.measure(frame: nil, values: values), at: .zero)
        }
        let isScale = profile == .medisanaScale
        let (place, request) = isScale ? (MedisanaScalePeer.commands, "0200000000") : (GHSSensorPeer.records, "0701")
        // Each record has two frames, so the third one is the first half of the last record.
        for frames in [3, 4] {
            connect(&device)
            _ = try device.write(GattUUID.short(place), value: try #require([UInt8](hex: request)), at: .zero)
            for _ in 0..<frames {
                _ = device.handle(.tick, at: try #require(device.profile.deadline))
            }
            _ = device.handle(.disconnected, at: .seconds(1))
            #expect(device.hasNews == (frames == 3) && device.isAdvertising == device.hasNews)
        }
    }

    @Test("A QN scale speaks first, and shows a weight until it is acknowledged")
    func qn() throws {
        var scale = device(.qnScale)
        _ = scale.handle(.measure(frame: nil, values: MeasurementValues([.kilograms: 60])), at: .zero)
        connect(&scale)
        let deadline = try #require(scale.profile.deadline)
        let spoken = scale.handle(.tick, at: deadline).compactMap { output in
            if case .notify(let frame) = output { frame.bytes.hex } else { nil }
        }
        #expect(spoken == ["1214ff1122334455ff140f4200020503e06f2b0c"])
        let requests = GattUUID.short(QNScalePeer.requests)
        _ = try scale.write(requests, value: [0x13, 9, 0xFF, 1, 0x10, 0, 0, 0, 0x2C], at: .zero)
        _ = try scale.write(requests, value: [0x22, 6, 0xFF, 0, 3, 0x2A], at: .zero)
        let next = try #require(scale.profile.deadline)
        let shown = [next, next + .seconds(1)].flatMap { scale.handle(.tick, at: $0) }.compactMap { output in
            if case .notify(let frame) = output { frame.bytes.hex } else { nil }
        }
        #expect(shown.map { $0.prefix(14) } == ["100eff01010258", "100eff01020258"])
        #expect(shown.last == "100eff010202" + "5801fd01fb0033a7" && scale.hasNews, "the frame of a published test")
        _ = try scale.write(requests, value: [0x1F, 5, 0xFF, 0x10, 0x33], at: .zero)
        #expect(!scale.hasNews && (scale.profile as? QNScaleProfile)?.strayWrites.isEmpty == true)
    }

    @Test("A health sensor sends its memory, all of it or from a record on, and counts it")
    func sensor() throws {
        var sensor = device(.healthSensor)
        for celsius in [36.6, 37.2] {
            _ = sensor.handle(.measure(frame: nil, values: MeasurementValues([.celsius: celsius])), at: .zero)
        }
        connect(&sensor)
        #expect(try ask(&sensor, GHSSensorPeer.control, "01") == ["81"])
        let all = try ask(&sensor, GHSSensorPeer.records, "0701")
        // An observation of 24 bytes behind its number, in two pieces.
        #expect(all.count == 5 && all.first?.hasPrefix("01010000000118000300") == true)
        #expect(all.last == "080002000000" && !sensor.hasNews)
        #expect(try ask(&sensor, GHSSensorPeer.records, "07030102000000").last == "080001000000")
        #expect(try ask(&sensor, GHSSensorPeer.records, "07030103000000") == ["06000706"])
        #expect(try ask(&sensor, GHSSensorPeer.records, "0201").isEmpty, "it deletes nothing")
    }
}
