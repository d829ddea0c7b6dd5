import DeviceCodecs
import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceDrivers

@Suite struct GHSTests {
    private let start = DriverStart(device: DeviceIdentity(), utcOffset: 3_600)

    private func run(_ peer: GHSPeer, stored: [UInt8]? = nil, cutAfter limit: Int = 5_000) throws
        -> DriverBench<GHSPeer>.Log
    {
        var start = start
        start.stored = stored
        var bench = try DriverBench(start, peer: peer)
        return bench.run(cutAfter: limit)
    }

    private func live(_ observations: [UInt8]...) throws -> DriverBench<GHSPeer>.Log {
        var peer = GHSPeer()
        peer.live = observations
        return try run(peer)
    }

    private func weights(_ records: ClosedRange<Int>) -> [(record: Int, body: [UInt8])] {
        records.map { record in
            let time = GHSSample.time(850_000_000 + record * 60)
            return (
                record,
                GHSSample.number(188_736, unit: 1_731, value: GHSSample.float(700 + record, exponent: -1), time: time)
            )
        }
    }

    /// A code in the table of metrics suffices: each one is read in each of its metric's units.
    @Test func everyCodeOfTheMetricTableIsRead() throws {
        let units = [
            "%": 544, "cm": 1_297, "L": 1_600, "kg": 1_731, "kg/m2": 1_952, "/min": 2_720, "L/min": 3_072,
            "kPa": 3_843, "mm[Hg]": 3_872, "Cel": 6_048, "[degF]": 4_416, "[lb_av]": 1_760, "mg/dL": 2_130,
            "mmol/L": 4_722,
        ]
        var read = 0
        for metric in MetricTable.metrics {
            let codes = [metric.mdc].compactMap(\.self) + metric.clinical.variants.map(\.mdc)
            for code in codes {
                for unit in metric.units {
                    guard let dimension = units[unit.ucum] else { continue }
                    let log = try live(GHSSample.number(code, unit: dimension, value: GHSSample.float(42)))
                    let found = log.measurements.first?.measurements.first
                    #expect(found == Measurement(metric: metric.name, value: 42, unit: unit.ucum), "\(metric.name)")
                    read += 1
                }
            }
        }
        #expect(read >= 40)
    }

    /// A complete frame, with a UTC time and a person's number.
    @Test func theFactsFrameIsAMeasurement() throws {
        let frame = try CharacteristicDecoder.bytes(hex: "030119002300b84b020032723014310000060401200262000000")
        let measurement = try #require(try live(Array(frame.dropFirst())).measurements.first)
        #expect(measurement.measurements == [Measurement(metric: .spo2, value: 98, unit: "%")])
        #expect(measurement.time?.civil?.description == "2026-02-03T05:05:06" && measurement.userIndex == 1)
        #expect(measurement.time?.isReliable == true && measurement.doubted.isEmpty && measurement.type == .biometrics)
    }

    @Test func aBloodPressureIsOneMeasurement() throws {
        func pressure(_ values: [UInt8]...) throws -> DriverBench<GHSPeer>.Log {
            let types = [150_021, 150_022, 150_023]
            let parts = zip(types, values).map { (type: $0, unit: 3_872, value: $1) }
            return try live(GHSSample.compound(150_020, parts: parts))
        }
        let whole = try pressure(GHSSample.float(121), GHSSample.float(81), GHSSample.float(94))
        let names = whole.measurements.first?.measurements.map(\.metric)
        #expect(whole.measurements.count == 1 && names == [.systolic, .diastolic, .meanArterialPressure])
        // Zero and "no number" mean not measured; "above the range" is a result without a number.
        let half = try pressure(GHSSample.float(121), GHSSample.float(0))
        #expect(half.measurements.first?.measurements.map(\.metric) == [.systolic])
        #expect(half.measurements.first?.doubted == [.systolic])
        #expect(try pressure(GHSSample.float(0x7F_FFFF), GHSSample.float(0)).measurements.isEmpty)
        let high = try pressure(GHSSample.float(0x7F_FFFE), GHSSample.float(0x7F_FFFE))
        #expect(high.measurements.first?.context?.outOfBounds.map(\.direction) == [.high, .high])
    }

    @Test func theSampleOfAGlucoseIsItsFlag() throws {
        let log = try live(GHSSample.number(160_184, unit: 2_130, value: GHSSample.float(104)))
        #expect(log.measurements.first?.context?.statusFlags == ["sample_capillary_whole_blood"])
        #expect(log.measurements.first?.type == .diabetes)
        #expect(try live(weights(1...1)[0].body).measurements.first?.type == .weight)
    }

    /// An observation with an unknown code is reported by its number, and the known ones next to it are read.
    @Test func anUnknownCodeIsNamed() throws {
        func words(_ body: [UInt8]) -> [String] {
            var session = GHSSession(start)
            _ = session.handle(.ready([GHSLink.live]), elapsed: .zero)
            _ = session.handle(.subscribed(GHSLink.live), elapsed: .zero)
            return session.handle(.value(GHSLink.live, [3] + body), elapsed: .zero).compactMap {
                if case .unreadable(let words) = $0 { words } else { nil }
            }
        }
        #expect(
            words(GHSSample.number(150_999, unit: 544, value: GHSSample.float(1))).first?.contains("150999") == true
        )
        // mmHg is not a unit of temperature.
        let unit = words(GHSSample.number(150_364, unit: 3_872, value: GHSSample.float(36)))
        #expect(unit.first?.contains("150364") == true && unit.first?.contains("3872") == true)
        // A discrete observation has no number.
        let discrete = GHSSample.whole(2, flags: 1, rest: GHSLink.little(8_417_000) + [1, 0, 0, 0])
        #expect(words(discrete).first?.contains("8417000") == true)
        let parts: [(type: Int, unit: Int, value: [UInt8])] = [
            (150_364, 6_048, GHSSample.float(371, exponent: -1)), (150_999, 544, GHSSample.float(1)),
        ]
        let mixed = try live(GHSSample.compound(150_364, parts: parts))
        #expect(mixed.measurements.first?.measurements.map(\.metric) == [.bodyTemperature])
        #expect(mixed.measurements.first?.context?.statusFlags == ["unknown_mdc_150999"] && mixed.unreadable == 0)
    }

    @Test func whatCannotBeTrustedIsNotTrusted() throws {
        func temperature(time: [UInt8]?, status: Int? = nil) throws -> DeviceMeasurement? {
            let value = GHSSample.float(371, exponent: -1)
            let body = GHSSample.number(150_364, unit: 6_048, value: value, time: time, status: status, user: 0xFF)
            return try live(body).measurements.first
        }
        // Ticks since the sensor was switched on are not a date.
        #expect(try temperature(time: GHSSample.time(77, flags: 0x21))?.time == .unset)
        let changed = try temperature(time: GHSSample.time(850_000_000, flags: 0))
        #expect(changed?.time?.isReliable == false && changed?.userIndex == nil)
        #expect(try temperature(time: nil)?.time == nil)
        #expect(try temperature(time: nil, status: 4)?.doubted == [.bodyTemperature])
    }

    /// Values that change while a finger is in the sensor become one result, their median.
    @Test func aStreamIsOneMeasurement() throws {
        var peer = GHSPeer()
        peer.hasMemory = false
        peer.live = (0..<30).map { second in
            let value = GHSSample.float(second == 29 ? 70 : 96 + second % 3)
            return GHSSample.number(150_456, unit: 544, value: value, time: GHSSample.time(850_000_000 + second))
        }
        let log = try run(peer)
        #expect(log.end == .done && log.measurements.count == 1)
        #expect(log.measurements.first?.measurements == [Measurement(metric: .spo2, value: 97, unit: "%")])
    }

    @Test func aMemoryIsReadOnce() throws {
        var peer = GHSPeer()
        peer.memory = weights(1...20)
        let first = try run(peer)
        #expect(first.end == .done && first.measurements.count == 20)
        let mark = try #require(first.kept.last)
        #expect(try run(peer, stored: mark).measurements.isEmpty)
        peer.memory += weights(21...23)
        let again = try run(peer, stored: mark)
        let values = (721...723).map { DecimalNumber(mantissa: $0, exponent: -1) }
        #expect(again.measurements.map { $0.measurements[0].value } == values)
        #expect(again.writes.first?.bytes == GHSLink.from(20))
        // The same record sent again has the same key, live or stored.
        peer.live = [weights(23...23)[0].body]
        let keys = try run(peer).measurements.map(\.keyBytes)
        #expect(keys.count == 24 && Set(keys).count == 23)
    }

    /// An erased or renumbered memory is read from its beginning.
    @Test func anotherMemoryIsReadWhole() throws {
        var peer = GHSPeer()
        peer.memory = weights(1...20)
        let mark = try #require(try run(peer).kept.last)
        peer.memory = weights(100...103).enumerated().map { ($0.offset + 1, $0.element.body) }
        #expect(try run(peer, stored: mark).measurements.count == 4)
        peer.memory = weights(100...125).enumerated().map { ($0.offset + 1, $0.element.body) }
        #expect(Set(try run(peer, stored: mark).measurements.map(\.keyBytes)).count == 26)
        peer.searches = false
        #expect(try run(peer, stored: mark).measurements.count == 26)
        peer.memory = []
        peer.searches = true
        #expect(try run(peer, stored: mark).end == .done)
        #expect(try run(peer, stored: [1, 2, 3]).end == .done)
    }

    @Test func missingRecordsAreNotPassedOver() throws {
        var peer = GHSPeer()
        peer.memory = weights(1...20)
        peer.lost = 3
        let log = try run(peer)
        #expect(log.measurements.count == 17 && log.kept.count == 2)
        #expect(log.end == .fail("the sensor sent 17 of 20 records; they are read again"))
        // The next link begins at the last saved mark.
        peer.lost = 0
        let next = try run(peer, stored: log.kept.last)
        #expect(next.writes.first?.bytes == GHSLink.from(16) && next.measurements.count == 4)
    }

    @Test func aSensorThatDoesNotStartSaysSo() throws {
        var peer = GHSPeer()
        peer.hasMemory = false
        peer.startAnswer = 0x82
        #expect(try run(peer).end == .fail("the sensor does not start to send what it measures (130)"))
        peer.hasMemory = true
        peer.startAnswer = 0x81
        #expect(try run(peer).end == .done)
        var session = GHSSession(start)
        let outputs = session.handle(.ready([GHSLink.control]), elapsed: .zero)
        guard case .fail = outputs.first else {
            Issue.record("\(outputs)")
            return
        }
    }

    /// The sensor's clock is read, and never set.
    @Test func theClockIsRead() {
        var session = GHSSession(start)
        let first = session.handle(.ready([GHSLink.clock, GHSLink.live]), elapsed: .zero)
        guard case .read(GHSLink.clock) = first.first else {
            Issue.record("\(first)")
            return
        }
        // UTC; the site is an hour ahead.
        let outputs = session.handle(.value(GHSLink.clock, GHSSample.time(850_000_000, flags: 0x22)), elapsed: .zero)
        guard case .clock(let shown) = outputs.first else {
            Issue.record("\(outputs)")
            return
        }
        #expect(shown.description == "2026-12-08T00:06:40")
        var other = GHSSession(start)
        _ = other.handle(.ready([GHSLink.clock, GHSLink.live]), elapsed: .zero)
        let failed = other.handle(.failed(GHSLink.clock, "not permitted"), elapsed: .zero)
        guard case .subscribe(GHSLink.live) = failed.first else {
            Issue.record("\(failed)")
            return
        }
    }

    @Test func aLostSegmentIsReported() throws {
        var session = GHSSession(start)
        _ = session.handle(.ready([GHSLink.live]), elapsed: .zero)
        _ = session.handle(.subscribed(GHSLink.live), elapsed: .zero)
        let body = weights(1...1)[0].body
        #expect(session.handle(.value(GHSLink.live, [0b001] + body.prefix(10)), elapsed: .zero).isEmpty)
        let gap = session.handle(.value(GHSLink.live, [0b1010] + body.dropFirst(10)), elapsed: .zero)
        guard case .unreadable = gap.first else {
            Issue.record("\(gap)")
            return
        }
        let next = session.handle(.value(GHSLink.live, [0b1111] + body), elapsed: .zero)
        guard case .measurement = next.first else {
            Issue.record("\(next)")
            return
        }
    }

    /// Feeds in 20,000 damaged frames from a fixed seed: nothing traps, and no session hangs.
    @Test func damagedFramesDoNotTrap() throws {
        var generator = SplitMix64(seed: 20_261_129)
        let bodies =
            weights(1...3).map(\.body) + [
                GHSSample.compound(150_020, parts: [(150_021, 3_872, GHSSample.float(120))]),
                GHSSample.whole(
                    0xFF,
                    flags: 0,
                    rest: [1] + GHSSample.number(150_364, unit: 6_048, value: GHSSample.float(37))
                ),
            ]
        let places = [GHSLink.live, GHSLink.stored, GHSLink.records, GHSLink.control, GHSLink.clock]
        for round in 0..<20_000 {
            var session = GHSSession(start)
            _ = session.handle(.ready(places), elapsed: .zero)
            if round.isMultiple(of: 2) {
                _ = session.handle(.failed(GHSLink.clock, "not permitted"), elapsed: .zero)
                for place in places.dropLast() { _ = session.handle(.subscribed(place), elapsed: .zero) }
            }
            var frame = [3] + (bodies.randomElement(using: &generator) ?? [])
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                frame[Int.random(in: 0..<frame.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            frame = Array(frame.prefix(Int.random(in: 0...frame.count, using: &generator)))
            let place = places[round % places.count]
            for output in session.handle(.value(place, frame), elapsed: .zero) {
                guard case .measurement(let measurement) = output else { continue }
                #expect(!measurement.keyBytes.isEmpty && measurement.keyBytes.count <= 4_096)
            }
        }
    }
}
