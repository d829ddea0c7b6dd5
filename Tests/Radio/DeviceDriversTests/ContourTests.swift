import DeviceCodecs
import DevicePeers
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceDrivers

extension ContourPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = ContourMeter.self

    var characteristics: [BluetoothUUID] { [.usbPipe] }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        answers(to: bytes[4]).map { (.usbPipe, $0) }
    }
}

/// The driver of Contour meters on a cable, against a meter with faults.
@Suite struct ContourTests {
    typealias Bench = DriverBench<ContourPeer>

    private func meter(_ count: Int) -> ContourPeer {
        var meter = ContourPeer()
        meter.records = (0..<count).map { ContourPeer.record($0) }
        return meter
    }

    /// The mark that the pairing of a meter keeps.
    private func paired(_ meter: ContourPeer) throws -> [UInt8] {
        var bench = try Bench(DriverStart(device: DeviceIdentity(), isPairing: true), peer: meter)
        let log = bench.run()
        #expect(log.end == .done && log.measurements.isEmpty)
        return try #require(log.kept.last)
    }

    private func read(_ meter: ContourPeer, stored: [UInt8]?, cutAfter limit: Int = 5_000) throws -> Bench.Log {
        var bench = try Bench(DriverStart(device: DeviceIdentity(), stored: stored), peer: meter)
        return bench.run(cutAfter: limit)
    }

    private func values(_ log: Bench.Log) -> [DecimalNumber?] { log.measurements.map { $0.measurements.first?.value } }

    private func keys(_ log: Bench.Log) -> [[UInt8]] { log.measurements.map(\.keyBytes) }

    /// The line and the header of another program's comments.
    @Test func theLinesOfAnotherProgramAreRead() throws {
        let hex =
            "0235527c337c5e5e5e476c75636f73657c39337c6d672f644c5e507c7c412f4d302f54317c7c"
            + "3230313530353236313135300d1737340d0a"
        let line = try #require(ContourLink.Line(try CharacteristicDecoder.bytes(hex: hex)))
        let record = try #require(ContourRecord(line.parts))
        let measurement = record.measurement(twin: 0)
        #expect(line.number == 5 && record.place == 3)
        #expect(measurement.measurements == [Measurement(metric: .bloodGlucose, value: 93, unit: "mg/dL")])
        #expect(measurement.time?.civil == CivilDateTime(year: 2015, month: 5, day: 26, hour: 11, minute: 50))
        let text =
            "H|\\^&||qvqOi8|Bayer7350^01.14\\01.03\\04.18^7358-1611135^0000-|A=1^C=00^G=es,en\\es^I=0200^R=0^S=01^U=0"
            + "^V=20600^X=070070070180130180070130^Y=120054252099^Z=1|4|||||P|1|201505291248"
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let header = try #require(ContourHeader(parts))
        #expect(header.serial == "7358-1611135" && header.count == 4)
        #expect(header.clock == CivilDateTime(year: 2015, month: 5, day: 29, hour: 12, minute: 48))
    }

    @Test(arguments: [0x06, 0x04] as [UInt8]) func aWholeMemoryIsRead(wakesOn: UInt8) throws {
        var meter = meter(40)
        meter.wakesOn = wakesOn
        let log = try read(meter, stored: try paired(meter))
        #expect(log.end == .done && values(log) == (0..<40).map { DecimalNumber(Int64(80 + $0)) })
        #expect(log.clock == CivilDateTime(year: 2026, month: 8, day: 6, hour: 7, minute: 6))
        #expect(log.writes.allSatisfy { ContourMeter.mayWrite($0.bytes, to: $0.uuid, isPairing: false) })
        let again = try read(meter, stored: log.kept.last)
        #expect(again.end == .done && again.measurements.isEmpty)
    }

    /// Unplugged twice in the middle: nothing is lost, nothing is read twice but the records since the last mark.
    @Test(arguments: [20, 60, 97, 150]) func aMemoryIsReadOverTwoUnplugs(writes: Int) throws {
        let meter = meter(200)
        var mark = try paired(meter)
        var all: [[UInt8]] = []
        for limit in [writes, writes + 40, 5_000] {
            let log = try read(meter, stored: mark, cutAfter: limit)
            all += keys(log)
            mark = log.kept.last ?? mark
            #expect(log.end == (limit == 5_000 ? .done : .cut))
        }
        #expect(Set(all).count == 200 && all.count <= 200 + 2 * ContourSession.markEvery)
    }

    @Test func newRecordsFollowTheStoredOnes() throws {
        var meter = meter(30)
        let first = try read(meter, stored: try paired(meter))
        meter.records.append(ContourPeer.record(30))
        #expect(values(try read(meter, stored: first.kept.last)) == [110])
    }

    /// A full memory drops its oldest record: everything is read again, under the same keys.
    @Test func aMemoryThatMovedIsReadWhole() throws {
        var meter = meter(30)
        let first = try read(meter, stored: try paired(meter))
        meter.records = Array(meter.records.dropFirst()) + [ContourPeer.record(30)]
        let second = try read(meter, stored: first.kept.last)
        #expect(second.measurements.count == 30 && Set(keys(second)).subtracting(keys(first)).count == 1)
        // Erased on the meter: what is new is read.
        meter.records = [ContourPeer.record(31)]
        #expect(values(try read(meter, stored: second.kept.last)) == [111])
    }

    @Test func faultsOnTheCableLoseNothing() throws {
        var meter = meter(60)
        let mark = try paired(meter)
        (meter.damaged, meter.silent, meter.skipped) = ([0, 3, 4, 61, 62], [1, 10, 30], [20, 45])
        let log = try read(meter, stored: mark)
        #expect(log.end == .done && Set(keys(log)).count == 60)
        #expect(log.measurements.count == 60, "what was read before a new beginning is not read again")
    }

    @Test func aBrokenMeterFails() throws {
        var meter = meter(3)
        let mark = try paired(meter)
        meter.isBroken = true
        guard case .fail = try read(meter, stored: mark).end else { return #expect(Bool(false), "it must fail") }
        meter.isBroken = false
        meter.endsAfter = 4
        guard case .fail = try read(meter, stored: mark).end else { return #expect(Bool(false), "a record is missing") }
    }

    @Test func whatIsNoNumberOfAPersonIsNone() throws {
        var meter = ContourPeer()
        meter.records = [
            ContourPeer.record(0, value: "600", flags: ">"), ContourPeer.record(1, value: "20", flags: "</M0"),
            ContourPeer.record(2, flags: "C"), ContourPeer.record(3, value: "5.4", unit: "mmol/L"),
            ContourPeer.record(4, value: "0"), "^^^Insulin|4|IU^P||A||202611011200", ContourPeer.record(5),
        ]
        let log = try read(meter, stored: try paired(meter))
        #expect(log.end == .done && log.unreadable == 2)
        #expect(values(log) == [nil, nil, 82, DecimalNumber("5.4"), 85])
        let bounds = log.measurements.map { $0.context?.outOfBounds.first?.direction }
        #expect(bounds == [.high, .low, nil, nil, nil])
        #expect(log.measurements.map(\.isPatient) == [true, true, false, true, true])
        #expect(log.measurements[3].measurements.first?.unit == "mmol/L")
    }

    /// Two equal tests of one minute are two; a mark that a person sets later changes no key.
    @Test func equalRecordsAreToldApart() throws {
        var meter = ContourPeer()
        meter.records = [ContourPeer.record(1), ContourPeer.record(1), ContourPeer.record(2)]
        let first = try read(meter, stored: try paired(meter))
        #expect(Set(keys(first)).count == 3)
        meter.records[0] = ContourPeer.record(1, flags: "B/M1")
        let second = try read(meter, stored: first.kept.last)
        #expect(keys(second) == keys(first))
    }

    @Test func onlyThePairedMeterIsRead() throws {
        let meter = meter(3)
        #expect(try read(meter, stored: nil).end == .unpaired)
        var other = meter
        other.serial = "7358-1611136"
        let log = try read(other, stored: try paired(meter))
        guard case .fail(let words) = log.end else { return #expect(Bool(false), "another meter must not be read") }
        #expect(words.contains("another meter") && log.measurements.isEmpty && log.kept.isEmpty)
    }

    @Test func onlyControlCharactersAreWritten() {
        for control: UInt8 in 0...255 {
            let bytes = [0, 0, 0, 1, control] + [UInt8](repeating: 0, count: 59)
            #expect(
                ContourMeter.mayWrite(bytes, to: .usbPipe, isPairing: true) == [0x04, 0x06, 0x15].contains(control)
            )
        }
        // Sets the date, after the hub asked for the meter's command mode.
        for text in ["W|", "D|", "261129|\r", "T|"] {
            let bytes = [0, 0, 0, UInt8(text.utf8.count)] + Array(text.utf8)
            let report = bytes + [UInt8](repeating: 0, count: 64 - bytes.count)
            #expect(!ContourMeter.mayWrite(report, to: .usbPipe, isPairing: true), "\(text)")
        }
    }

    /// 20,000 inputs: noise, a meter's reports, and these with a byte or their length changed.
    @Test func nothingTraps() throws {
        var generator = SplitMix64(seed: 20_261_129)
        var inputs = 0
        while inputs < 20_000 {
            var peer = meter(12)
            let mark = try paired(peer)
            let stored = Bool.random(using: &generator) ? mark : noise(&generator)
            let isPairing = Int.random(in: 0..<8, using: &generator) == 0
            let start = DriverStart(device: DeviceIdentity(), isPairing: isPairing, stored: stored)
            var session = ContourMeter(DriverSecrets()).makeSession(on: start)
            var queue: [DriverInput] = [.ready([.usbPipe])]
            for _ in 0..<200 {
                inputs += 1
                for output in session.handle(queue.isEmpty ? .woken : queue.removeFirst(), elapsed: .zero) {
                    switch output {
                    case .subscribe(let uuid): queue.append(.subscribed(uuid))
                    case .write(_, let bytes):
                        queue += peer.replies(to: bytes, on: .usbPipe).map { .value($0.0, changed($0.1, &generator)) }
                    case .measurement(let measurement):
                        #expect(measurement.measurements.allSatisfy { $0.value > 0 })
                    default: break
                    }
                }
            }
        }
    }

    private func noise(_ generator: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: 0...80, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func changed(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        switch Int.random(in: 0..<24, using: &generator) {
        case 0: return noise(&generator)
        case 1: bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        case 2: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
        default: break
        }
        return bytes
    }
}
