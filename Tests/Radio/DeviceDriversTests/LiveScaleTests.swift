import DeviceCodecs
import DevicePeers
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

/// The drivers of scales that send what their display shows: QN, Renpho and Medisana.
@Suite struct LiveScaleTests {
    /// 2023-11-14 22:13:20 UTC.
    private static let now = 1_700_000_000

    private func start(_ name: String? = nil, stored: [UInt8]? = nil) -> DriverStart {
        DriverStart(
            device: DeviceIdentity(name: name),
            now: Date(timeIntervalSince1970: Double(Self.now)),
            utcOffset: 3_600,
            stored: stored
        )
    }

    private func word(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(value >> $0 & 0xFF) } }

    @Test(arguments: [true, false]) func aStableWeightIsOneWeighing(isNew: Bool) throws {
        var scale = QNPeer(isNew: isNew)
        var moving = QNPeer.stable
        (moving[4], moving[13]) = (0x01, 0xA6)
        scale.frames = [moving, moving, QNPeer.stable]
        var bench = try DriverBench(start(), peer: scale)
        let log = bench.run()
        #expect(log.end == .done && bench.peer.acknowledged == 1)
        let weighing = try #require(log.measurements.first)
        #expect(log.measurements.count == 1 && weighing.time == nil && weighing.sequence == nil)
        #expect(weighing.measurements.map(\.metric) == [.bodyWeight, .bodyImpedance])
        #expect(weighing.measurements.map(\.value) == [60, 509])
        // Unit, local time since 2000, start, acknowledgement.
        let time = QNLink.time(0xFF, seconds: Self.now + 3_600 - QNLink.epoch)
        let expected: [[UInt8]] = [
            [0x13, 0x09, 0xFF, 0x01, 0x10, 0, 0, 0, 0x2C], time, [0x22, 0x06, 0xFF, 0, 3, 0x2A],
            [0x1F, 0x05, 0xFF, 0x10, 0x33],
        ]
        #expect(log.writes.map(\.bytes) == expected)
    }

    /// A stable weight is repeated until it is acknowledged; after a moving one it is a new weighing.
    @Test func aWeightIsNewAfterAMovingOne() throws {
        var session = QNScale(DriverSecrets()).makeSession(on: start())
        _ = session.handle(.ready([QNLink.replies[0], QNLink.requests[0]]), elapsed: .zero)
        _ = session.handle(.subscribed(QNLink.replies[0]), elapsed: .zero)
        var moving = QNPeer.stable
        (moving[4], moving[13]) = (0x01, 0xA6)
        let counts = [QNPeer.stable, QNPeer.stable, moving, QNPeer.stable].map { frame in
            session.handle(.value(QNLink.replies[0], frame), elapsed: .zero).filter {
                if case .measurement = $0 { true } else { false }
            }.count
        }
        #expect(counts == [1, 0, 0, 1])
    }

    /// 100.0 kg or 10.00 kg: only the scale's information says which, and it is sent once.
    @Test func aWeightWithoutItsUnitIsDoubted() throws {
        let information: [UInt8] = [0x12, 0x12, 0xFF, 1, 2, 3, 4, 5, 0xFF, 0x14, 0x0F, 0x42, 0, 2, 5, 3, 0xE0]
        let weight: [UInt8] = [0x10, 0x0B, 0xFF, 0x03, 0xE8, 0x01, 0x01, 0xFD, 0x01, 0xFB]
        func weighing(after earlier: [[UInt8]]) -> DeviceMeasurement? {
            var session = QNScale(DriverSecrets()).makeSession(on: start())
            _ = session.handle(.ready([QNLink.replies[1], QNLink.requests[1]]), elapsed: .zero)
            _ = session.handle(.subscribed(QNLink.replies[1]), elapsed: .zero)
            let outputs = (earlier + [weight]).flatMap { head in
                session.handle(.value(QNLink.replies[1], head + [QNLink.sum(head)]), elapsed: .zero)
            }
            return outputs.compactMap { if case .measurement(let found) = $0 { found } else { nil } }.first
        }
        let lost = try #require(weighing(after: []))
        #expect(lost.measurements.first?.value == 10 && lost.doubted == [.bodyWeight])
        let known = try #require(weighing(after: [information]))
        #expect(known.measurements.first?.value == 100 && known.doubted.isEmpty)
    }

    @Test func aWeightAloneOrNoneIsSaidAsItIs() throws {
        for (weight, metrics) in [(600, [MetricName.bodyWeight]), (0, [])] {
            var scale = QNPeer()
            let head: [UInt8] = [
                0x10, 0x0E, 0xFF, 0x01, 0x02, UInt8(weight >> 8), UInt8(weight & 0xFF), 0, 0, 0, 0, 0, 0x33,
            ]
            scale.frames = [head + [QNLink.sum(head)]]
            var bench = try DriverBench(start(), peer: scale)
            #expect(bench.run().measurements.flatMap { $0.measurements.map(\.metric) } == metrics)
        }
    }

    /// The maker's app sends FF to the long form of 18 bytes; the hub sends 00 to a scale that stays silent.
    @Test func aScaleThatWantsProtocolZeroGetsIt() throws {
        var scale = QNPeer()
        let info: [UInt8] = [0x12, 0x12, 0xFF, 0x11, 0x22, 0x33, 0x44, 0x55, 0xFF, 0x14, 0x0F, 0x42, 0, 2, 5, 3, 0xE0]
        (scale.info, scale.version) = (info + [QNLink.sum(info)], 0)
        var bench = try DriverBench(start(), peer: scale)
        let log = bench.run()
        #expect(log.measurements.count == 1)
        #expect(log.writes.prefix(2).map { $0.bytes[2] } == [0xFF, 0])
    }

    @Test func whatTheScaleStoredHasItsOwnTime() throws {
        let local = Self.now - QNLink.epoch
        func stored(_ seconds: Int, hundredths: Int) -> [UInt8] {
            let weight = [UInt8(hundredths >> 8), UInt8(hundredths & 0xFF)]
            let bytes = [0x23, 0x12, 0xFF, 0, 0, 0] + word(seconds) + weight + [0, 0xFD, 1, 0xFB, 1]
            return bytes + [QNLink.sum(bytes)]
        }
        var scale = QNPeer()
        scale.frames = [stored(local - 86_400, hundredths: 6_000), QNPeer.stable]
        var bench = try DriverBench(start(), peer: scale)
        let log = bench.run()
        #expect(log.measurements.map { $0.time?.text } == ["2023-11-13T22:13:20", nil])
        // It and the copy of the live weighing are not read again; another weight of the same minute is.
        let seen = local + 3_600
        scale.frames = [
            stored(local - 86_400, hundredths: 6_000), stored(seen + 20, hundredths: 6_000),
            stored(seen + 30, hundredths: 7_050),
        ]
        var next = try DriverBench(start(stored: log.kept.last), peer: scale)
        #expect(
            next.run().measurements.map { $0.measurements.first?.value } == [DecimalNumber(mantissa: 705, exponent: -1)]
        )
    }

    @Test func aRenphoScalesFinalWeightIsTheWeighing() throws {
        var bench = try DriverBench(start(), peer: RenphoPeer())
        let log = bench.run()
        #expect(log.end == .done && log.writes.map(\.bytes) == [RenphoSession.begin])
        #expect(log.measurements.first?.measurements.map(\.value) == [DecimalNumber(mantissa: 9_555, exponent: -2)])
    }

    @Test func theResistanceOfACS20MBelongsToItsWeight() throws {
        var scale = RenphoPeer()
        scale.frames = [
            RenphoPeer.frame(0x14, data: [0, 0, 0, 0x1B, 0x58, 0, 0]),
            RenphoPeer.frame(0x14, data: [1, 0, 0, 0x1B, 0x62, 0, 0]),
            RenphoPeer.frame(0x14, data: [1, 0, 0, 0x1B, 0x62, 0, 0]),
            RenphoPeer.frame(0x15, data: [0, 0, 0, 0, 0x01, 0xF4]),
        ]
        var bench = try DriverBench(start(), peer: scale)
        let log = bench.run()
        #expect(log.measurements.count == 1)
        let values = log.measurements.first?.measurements.map(\.value)
        #expect(values == [DecimalNumber(mantissa: 7_010, exponent: -2), 500])
        scale.frames = []
        var empty = try DriverBench(start(), peer: scale)
        #expect(empty.run().measurements.isEmpty)
    }

    @Test(arguments: [("0202B6-1", 1_262_304_000), ("0203B41", 0)])
    func aMedisanaScaleIsToldTheTimeAndReadOnce(name: String, epoch: Int) throws {
        var scale = MedisanaPeer()
        let made = Self.now - 3_600 - epoch
        scale.frames = [
            (MedisanaSession.weights, MedisanaPeer.weight(made, user: 1)),
            (MedisanaSession.bodies, MedisanaPeer.body(made)),
            (MedisanaSession.weights, MedisanaPeer.weight(made + 60, user: 0xFF)),
        ]
        var bench = try DriverBench(start(name), peer: scale)
        let log = bench.run()
        #expect(bench.peer.time == [0x02] + word(Self.now - epoch) && log.end == .done)
        #expect(log.measurements.map { $0.time?.text } == ["2023-11-14T22:13:20", "2023-11-14T22:14:20"])
        #expect(log.measurements.map(\.userIndex) == [1, Reading.unknownUser])
        let values = log.measurements.map { $0.measurements.map(\.value) }
        let weight = DecimalNumber(mantissa: 8_050, exponent: -2)
        let body = [235, 551, 380].map { DecimalNumber(mantissa: $0, exponent: -1) }
        #expect(values == [[weight] + body, [weight]])
        var next = try DriverBench(start(name, stored: log.kept.last), peer: scale)
        let second = next.run()
        #expect(second.measurements.isEmpty && log.clock == nil && second.clock?.description == "2023-11-14T23:13:20")
    }

    /// A scale without a set clock gives several weighings one time; a link breaks after any number of frames.
    @Test func aMedisanaScalesBurstContinuesAfterABrokenLink() throws {
        let made = Self.now - 1_262_304_000
        let burst: [(BluetoothUUID, [UInt8])] = (0..<5).flatMap { place in
            var weight = MedisanaPeer.weight(made, user: 1)
            weight[1] += UInt8(place)
            return [(MedisanaSession.weights, weight), (MedisanaSession.bodies, MedisanaPeer.body(made))]
        }
        for cut in 0...burst.count {
            var scale = MedisanaPeer()
            scale.frames = burst
            var first = MedisanaScale(DriverSecrets()).makeSession(on: start("0202B6"))
            _ = first.handle(.ready(scale.characteristics), elapsed: .zero)
            for uuid in scale.characteristics.prefix(3) { _ = first.handle(.subscribed(uuid), elapsed: .zero) }
            var outputs: [DriverOutput] = []
            for frame in burst.prefix(cut) {
                outputs += first.handle(.value(frame.0, frame.1), elapsed: .zero)
            }
            outputs += first.ended(elapsed: .zero)
            let kept = outputs.compactMap { if case .keep(let bytes) = $0 { bytes } else { nil } }.last
            var before: [DeviceMeasurement] = []
            for case .measurement(let measurement) in outputs { before.append(measurement) }
            var next = try DriverBench(start("0202B6", stored: kept), peer: scale)
            let after = next.run().measurements
            #expect(before.count == cut / 2 && before.count + after.count == 5, "cut after \(cut) frames")
            #expect(Set((before + after).map(\.keyBytes)).count == 5)
            #expect((before + after).allSatisfy { $0.measurements.count == 4 }, "each with its composition")
        }
    }

    @Test func aWeightInPoundsIsUnreadable() throws {
        var scale = MedisanaPeer()
        scale.frames = [(MedisanaSession.weights, MedisanaPeer.weight(1_000, user: 1, head: 0x3D))]
        var bench = try DriverBench(start("013197"), peer: scale)
        let log = bench.run()
        #expect(log.measurements.isEmpty && log.unreadable == 1)
    }

    @Test(arguments: 1...3) func aBodyOfAnotherTimeIsNotJoined(seconds: Int) throws {
        var scale = MedisanaPeer()
        scale.frames[1].1 = MedisanaPeer.body(500_000_000 + seconds)
        var bench = try DriverBench(start("013197"), peer: scale)
        #expect(bench.run().measurements.map(\.measurements.count) == [1])
    }

    /// Feeds 20,000 inputs of noise and of damaged frames into each driver.
    @Test(arguments: [ProtocolName.beurer, .qn, .renpho, .medisana]) func noInputTraps(name: ProtocolName) throws {
        var noise = Noise(seed: 51)
        let type = try #require(DriverRegistry.builtIn.first { $0.name == name })
        let uuids = [0xFFE1, 0xFFF1, 0x2A10, 0x2A12, 0x8A21, 0x8A22].map { BluetoothUUID($0) }
        let seeds: [[UInt8]] = [
            QNPeer.stable, QNPeer().info, RenphoPeer.final, MedisanaPeer.weight(1, user: 1), MedisanaPeer.body(1),
            [0xE6, 0, 0x20], [0xE7, 0xF0, 0x33, 0, 1, 8],
            [0xE7, 0x34, 1, 1] + BeurerScalePeer.id(1) + [65, 66, 67, 80],
            [0xE7, 0xF0, 0x41, 2], [0xE7, 0x42, 2, 1] + BeurerScalePeer.weighing(1).prefix(11),
            [0xE7, 0x42, 2, 2] + BeurerScalePeer.half,
            [0xE7, 0x58, 0, 1, 2], [0xE7, 0x59, 3, 1, 0] + BeurerScalePeer.id(1),
            [0xE7, 0x59, 3, 3] + BeurerScalePeer.half,
        ]
        for _ in 0..<200 {
            let stored = Bool.random(using: &noise) ? noise.bytes(upTo: 300) : nil
            var session = try type.init(DriverSecrets()).makeSession(on: start(stored: stored))
            _ = session.handle(.ready(uuids + [0xFFE3, 0x2A11, 0x8A81].map { BluetoothUUID($0) }), elapsed: .zero)
            for uuid in uuids { _ = session.handle(.subscribed(uuid), elapsed: .zero) }
            for step in 0..<100 {
                var bytes = seeds.randomElement(using: &noise) ?? []
                if Bool.random(using: &noise) {
                    bytes[Int.random(in: 0..<bytes.count, using: &noise)] = UInt8(noise.next() & 0xFF)
                }
                if Int.random(in: 0..<8, using: &noise) == 0 { bytes = noise.bytes(upTo: 40) }
                for uuid in uuids { _ = session.handle(.value(uuid, bytes), elapsed: .seconds(step)) }
                if Int.random(in: 0..<20, using: &noise) == 0 { _ = session.handle(.woken, elapsed: .seconds(step)) }
            }
        }
    }
}
