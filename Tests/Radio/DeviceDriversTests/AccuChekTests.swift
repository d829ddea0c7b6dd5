import DeviceCodecs
import DevicePeers
import Testing
import VitalRecords

@testable import DeviceDrivers

/// An Accu-Chek meter that asks for its association as soon as it is plugged in.
struct AccuChekDevice: DriverPeer {
    static let driver: any ProtocolDriver.Type = AccuChekCable.self

    /// The meter.
    var meter = AccuChekPeer()
    private var hasGreeted = false

    var characteristics: [BluetoothUUID] { [.usbBulk] }

    init(_ meter: AccuChekPeer) { self.meter = meter }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        meter.answers(to: bytes).map { (.usbBulk, $0) }
    }

    mutating func unasked() -> (BluetoothUUID, [UInt8])? {
        defer { hasGreeted = true }
        return hasGreeted ? nil : (.usbBulk, AccuChekPeer.greeting)
    }
}

/// The driver of Accu-Chek meters on a cable, against a meter with faults.
@Suite struct AccuChekTests {
    typealias Bench = DriverBench<AccuChekDevice>

    private func meter(_ count: Int) -> AccuChekPeer {
        var meter = AccuChekPeer()
        meter.records = (0..<count).map { AccuChekPeer.record($0, value: UInt16(80 + $0)) }
        return meter
    }

    /// The mark that the pairing of a meter keeps.
    private func paired(_ meter: AccuChekPeer, stored: [UInt8]? = nil) throws -> [UInt8] {
        let start = DriverStart(device: DeviceIdentity(), isPairing: true, stored: stored)
        var bench = try Bench(start, peer: AccuChekDevice(meter))
        let log = bench.run()
        #expect(log.end == .done && log.measurements.isEmpty && bench.peer.meter.isReleased)
        return try #require(log.kept.last)
    }

    private func read(_ meter: AccuChekPeer, stored: [UInt8]?, cutAfter limit: Int = 5_000) throws -> Bench.Log {
        var bench = try Bench(DriverStart(device: DeviceIdentity(), stored: stored), peer: AccuChekDevice(meter))
        let log = bench.run(cutAfter: limit)
        #expect(bench.peer.meter.stray.isEmpty)
        #expect(log.writes.allSatisfy { AccuChekCable.mayWrite($0.bytes, to: $0.uuid, isPairing: false) })
        if log.end == .done, meter.silent.isEmpty { #expect(bench.peer.meter.isReleased) }
        return log
    }

    private func values(_ log: Bench.Log) -> [DecimalNumber] {
        log.measurements.flatMap { $0.measurements.map(\.value) }
    }

    /// The association equals the one of another program's source, byte by byte.
    @Test func theAssociationIsThatOfAnotherProgram() throws {
        let hex =
            "e300002c00035079002680000002800080000000000000008000000000081234567887654321"
            + String(repeating: "00", count: 10)
        #expect(try CharacteristicDecoder.bytes(hex: hex) == PHDMessage.association)
        #expect(PHDMessage.configured(0x11, report: 0x4000).count == 26)
        #expect(
            PHDMessage.transfer(0x12, of: 7) == [
                0xE7, 0, 0, 16, 0, 14, 0, 0x12, 1, 7, 0, 8, 0, 7, 0x0C, 0x1C, 0, 2, 0, 0,
            ]
        )
    }

    @Test func aPairedMemoryIsReadOnceAndThenOnlyWhatIsNew() throws {
        let log = try read(meter(40), stored: paired(meter(40)))
        #expect(log.end == .done && values(log) == (80..<120).map { DecimalNumber(Int64($0)) })
        #expect(log.measurements.last?.time?.text == "2026-07-01T19:30")
        #expect(log.clock?.description == "2026-11-30T09:30:00")
        #expect(try read(meter(40), stored: log.kept.last).measurements.isEmpty)
        #expect(try values(read(meter(43), stored: log.kept.last)) == [120, 121, 122])
        // Pairing the same meter again forgets nothing.
        let again = try paired(meter(40), stored: log.kept.last)
        #expect(try read(meter(41), stored: again).measurements.count == 1)
        let empty = try read(meter(0), stored: again)
        #expect(empty.end == .done && empty.measurements.isEmpty)
    }

    /// A full memory drops its oldest records: what is read again has the keys that it had.
    @Test func aMemoryThatLostItsOldestRecordsIsKnown() throws {
        let log = try read(meter(40), stored: paired(meter(40)))
        var full = meter(45)
        full.records.removeFirst(5)
        let next = try read(full, stored: log.kept.last)
        #expect(Set((log.measurements + next.measurements).map(\.keyBytes)).count == 45)
    }

    @Test(arguments: 1...16) func aLinkThatBreaksGoesOn(writes: Int) throws {
        let mark = try paired(meter(40))
        let before = try read(meter(40), stored: mark, cutAfter: writes)
        let after = try read(meter(40), stored: before.kept.last ?? mark)
        let found = before.measurements + after.measurements
        #expect(after.end == .done && Set(found.map(\.keyBytes)).count == 40 && found.count == 40)
    }

    /// An event is confirmed only after its records are stored.
    @Test func nothingIsConfirmedBeforeItIsStored() throws {
        var session = AccuChekCable(DriverSecrets()).makeSession(
            on: DriverStart(device: DeviceIdentity(), stored: try paired(meter(3)))
        )
        var meter = meter(3)
        _ = session.handle(.ready([.usbBulk]), elapsed: .zero)
        _ = session.handle(.subscribed(.usbBulk), elapsed: .zero)
        var inputs = [AccuChekPeer.greeting]
        var kinds: [String] = []
        while !inputs.isEmpty {
            for output in session.handle(.value(.usbBulk, inputs.removeFirst()), elapsed: .zero) {
                switch output {
                case .measurement: kinds.append("stored")
                case .keep: kinds.append("marked")
                case .write(_, let bytes):
                    if bytes.count == 34 { kinds.append("confirmed") }
                    inputs += meter.answers(to: bytes)
                default: break
                }
            }
        }
        #expect(kinds == ["stored", "stored", "stored", "marked", "confirmed"])
    }

    @Test func repeatsAndDeafnessChangeNothing() throws {
        var meter = meter(40)
        let mark = try paired(meter)
        (meter.deafness, meter.doubled) = (3, [1, 3, 6])
        #expect(try values(read(meter, stored: mark)) == (80..<120).map { DecimalNumber(Int64($0)) })
    }

    /// A message without an answer ends the link, and the next one has everything.
    @Test(arguments: 1...12) func aMeterThatStopsIsReadOnTheNextLink(message: Int) throws {
        var meter = meter(40)
        let mark = try paired(meter)
        meter.silent = [message]
        let before = try read(meter, stored: mark)
        meter.silent = []
        let after = try read(meter, stored: before.kept.last ?? mark)
        #expect(after.end == .done)
        #expect(Set((before.measurements + after.measurements).map(\.keyBytes)).count == 40)
    }

    @Test func endsOfTheMeterAreSaid() throws {
        let mark = try paired(meter(40))
        for change: (inout AccuChekPeer) -> Void in [
            { $0.isBusy = true }, { $0.abortsAfter = 2 }, { $0.damaged = 3 }, { $0.serial = "92199999999" },
            { $0.serial = "" },
        ] {
            var meter = meter(40)
            change(&meter)
            guard case .fail = try read(meter, stored: mark).end else {
                Issue.record("an end of the meter is not said")
                return
            }
        }
        for stored in [nil, [1, 2, 3]] as [[UInt8]?] { #expect(try read(meter(3), stored: stored).end == .unpaired) }
    }

    @Test func whatIsOutOfRangeOrImpossibleIsSaid() throws {
        var odd = meter(0)
        let mark = try paired(odd)
        odd.records = [0x07FE, 0x0802, 0x07FF, 0x0800, 0, 120].enumerated().map { AccuChekPeer.record($0, value: $1) }
        odd.records.append([0x20, 0x26, 0x13, 0x01, 0, 0, 0, 0, 0, 120, 0, 0])
        let log = try read(odd, stored: mark)
        #expect(log.measurements.map { $0.context?.outOfBounds.first?.direction } == [.high, .low, nil])
        #expect(values(log) == [120] && log.unreadable == 4)
        // Two equal records of one minute are two measurements.
        odd.records = [AccuChekPeer.record(0), AccuChekPeer.record(0)]
        #expect(try Set(read(odd, stored: mark).measurements.map(\.keyBytes)).count == 2)
    }

    @Test func theListRefusesTheRest() {
        func action(_ kind: UInt8, _ rest: [UInt8]) -> [UInt8] {
            let object: [UInt8] = [0, 7, 0x0C, kind, 0, UInt8(rest.count)] + rest
            let content: [UInt8] = [0, 1, 1, 7, 0, UInt8(object.count)] + object
            return [0xE7, 0, 0, UInt8(content.count + 2), 0, UInt8(content.count)] + content
        }
        #expect(AccuChekCable.mayWrite(action(0x1C, [0, 0]), to: .usbBulk, isPairing: false))
        // Another segment; cleared segments; a set clock.
        for bytes in [
            action(0x1C, [0, 1]), action(0x0C, [0, 1, 0, 2, 0, 0]), action(0x17, [UInt8](repeating: 0, count: 12)),
        ] {
            #expect(!AccuChekCable.mayWrite(bytes, to: .usbBulk, isPairing: true), "\(bytes)")
        }
        #expect(!AccuChekCable.mayWrite(PHDMessage.release, to: .usbPipe, isPairing: false))
        #expect(!AccuChekCable.mayWrite(PHDMessage.release + [0], to: .usbBulk, isPairing: false))
        #expect(AccuChekCable.mayWrite(PHDMessage.release, to: .usbBulk, isPairing: false))
    }

    /// Feeds 20,000 messages of noise and of damaged answers.
    @Test func noInputTraps() throws {
        var noise = Noise(seed: 173)
        let mark = try paired(meter(3))
        for _ in 0..<400 {
            let stored = Bool.random(using: &noise) ? mark : noise.bytes(upTo: 20)
            var session = AccuChekCable(DriverSecrets()).makeSession(
                on: DriverStart(device: DeviceIdentity(), stored: stored)
            )
            var meter = meter(20)
            _ = session.handle(.ready([.usbBulk]), elapsed: .zero)
            _ = session.handle(.subscribed(.usbBulk), elapsed: .zero)
            var inputs = [AccuChekPeer.greeting]
            for step in 0..<50 {
                var bytes = inputs.isEmpty ? noise.bytes(upTo: 60) : inputs.removeFirst()
                if Int.random(in: 0..<4, using: &noise) == 0, !bytes.isEmpty {
                    bytes[Int.random(in: 0..<bytes.count, using: &noise)] = UInt8(noise.next() & 0xFF)
                }
                if Int.random(in: 0..<8, using: &noise) == 0 { bytes = Array(bytes.prefix(Int(noise.next() % 40))) }
                for case .write(_, let request) in session.handle(.value(.usbBulk, bytes), elapsed: .seconds(step)) {
                    inputs += meter.answers(to: request)
                }
                if Int.random(in: 0..<30, using: &noise) == 0 { _ = session.handle(.woken, elapsed: .seconds(step)) }
            }
        }
    }
}
