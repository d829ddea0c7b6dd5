import DeviceCodecs
import DevicePeers
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceDrivers

extension OmronCablePeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = OmronCableCuff.self

    var characteristics: [BluetoothUUID] { [.usbPipe, .usbNumberedPipe] }

    mutating func replies(to bytes: [UInt8], on uuid: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        uuid == .usbNumberedPipe ? answers(to: bytes).map { (.usbNumberedPipe, $0) } : []
    }
}

/// The driver of Omron cuffs on a cable, against a cuff with faults.
@Suite struct OmronCableTests {
    typealias Bench = DriverBench<OmronCablePeer>

    /// The models as the catalogue names them.
    private func model(_ places: Int) throws -> String {
        let row = try #require(PeripheralCatalogue.standard.peripheral(id: places == 100 ? 10_141 : 10_142))
        return try #require(row.model)
    }

    private func cuff(_ counts: [Int], places: Int = 100) -> OmronCablePeer {
        var cuff = OmronCablePeer(places: places)
        for (user, count) in counts.enumerated() {
            for place in 0..<count {
                cuff.put(OmronCablePeer.record(place, systolic: UInt8(110 + user)), user: user + 1, place: place)
            }
        }
        return cuff
    }

    private func link(_ cuff: OmronCablePeer, isPairing: Bool = false, stored: [UInt8]? = nil, as places: Int? = nil)
        throws -> Bench
    {
        let device = DeviceIdentity(model: try model(places ?? cuff.places))
        return try Bench(DriverStart(device: device, isPairing: isPairing, stored: stored), peer: cuff)
    }

    private func paired(_ cuff: OmronCablePeer) throws -> [UInt8] {
        var bench = try link(cuff, isPairing: true)
        let log = bench.run()
        #expect(log.end == .done && log.measurements.isEmpty && bench.peer.hasEnded)
        return try #require(log.kept.last)
    }

    private func read(_ cuff: OmronCablePeer, stored: [UInt8]?, cutAfter limit: Int = 5_000) throws -> Bench.Log {
        var bench = try link(cuff, stored: stored)
        let log = bench.run(cutAfter: limit)
        #expect(bench.peer.stray.isEmpty && log.writes.allSatisfy(Self.isListed))
        return log
    }

    private static func isListed(_ write: (uuid: BluetoothUUID, bytes: [UInt8], isCommand: Bool)) -> Bool {
        OmronCableCuff.mayWrite(write.bytes, to: write.uuid, isPairing: false)
    }

    private func text(_ measurement: DeviceMeasurement) -> String {
        let numbers = measurement.measurements.map(\.value.description).joined(separator: "/")
        return "\(measurement.userIndex ?? 0) \(measurement.time?.text ?? "-") \(numbers)"
    }

    /// The requests of another program, and captured records of a HEM-7322T (eigger/hass-omron#13), which has the same
    /// memory with Bluetooth.
    @Test func capturedRecordsAreRead() throws {
        var cuff = OmronCablePeer()
        let hex = "5261154a20531e3b00716b80f93a4c6a154820b61af20073698092514954"
        let captured = try CharacteristicDecoder.bytes(hex: hex)
        for place in 0..<2 { cuff.put(Array(captured[(place * 14)..<(place * 14 + 14)]), user: 2, place: place + 7) }
        var bench = try link(cuff, stored: try paired(cuff))
        let log = bench.run()
        #expect(log.end == .done && bench.peer.hasEnded)
        #expect(log.measurements.map(text) == ["2 2021-08-02T19:56:59 122/82/74", "2 2021-08-05T22:43:50 131/76/72"])
        let first = ["020800000000100018", "0208010002ac28008f"]
        #expect(try log.writes.prefix(2).map(\.bytes) == first.map { try CharacteristicDecoder.bytes(hex: $0) })
        #expect(log.writes.last?.bytes == [2, 8, 0x0F, 0, 0, 0, 0, 0, 7] && log.writes.count == 72)
    }

    @Test(arguments: [100, 60]) func aFullMemoryIsReadOnce(places: Int) throws {
        var cuff = cuff([places, places], places: places)
        let first = try read(cuff, stored: try paired(cuff))
        #expect(first.end == .done && first.measurements.count == 2 * places && first.unreadable == 0)
        #expect(first.measurements.map(\.userIndex) == (0..<(2 * places)).map { $0 / places + 1 })
        #expect(Set(first.measurements.map(\.keyBytes)).count == 2 * places)
        #expect(first.kept.allSatisfy { $0.count <= DriverStart.storeLimit })
        let again = try read(cuff, stored: first.kept.last)
        #expect(again.end == .done && again.measurements.isEmpty && again.kept.isEmpty)
        // The cuff overwrites its oldest record.
        cuff.put(OmronCablePeer.record(500), user: 1, place: 3)
        let later = try read(cuff, stored: first.kept.last)
        #expect(later.measurements.map(\.keyBytes) == [OmronCablePeer.record(500)])
    }

    /// A person unplugs the cuff twice in the middle: the hub loses nothing, and repeats what follows the last mark.
    @Test(arguments: [2, 3, 20, 41, 70]) func aMemoryIsReadOverTwoUnplugs(writes: Int) throws {
        let cuff = cuff([100, 100])
        var mark = try paired(cuff)
        var keys: [[UInt8]] = []
        for limit in [writes, writes + 20, 5_000] {
            let log = try read(cuff, stored: mark, cutAfter: limit)
            keys += log.measurements.map(\.keyBytes)
            mark = log.kept.last ?? mark
            #expect(log.end == (limit >= 72 ? .done : .cut))
        }
        #expect(Set(keys).count == 200 && keys.count <= 200 + 2 * OmronCableSession.markEvery)
    }

    @Test func faultsOnTheCableLoseNothing() throws {
        var cuff = cuff([60, 30])
        let mark = try paired(cuff)
        (cuff.silent, cuff.damaged, cuff.doubled) = ([3, 4, 20], [2, 8, 9, 30], [7, 12, 40, 70])
        let log = try read(cuff, stored: mark)
        #expect(log.end == .done && log.measurements.count == 90 && log.unreadable == 0)
    }

    @Test func aCuffThatFailsIsReported() throws {
        var cuff = cuff([10])
        let mark = try paired(cuff)
        cuff.fails = [5]
        #expect(try failure(of: cuff, stored: mark).contains("error"))
        (cuff.fails, cuff.silent) = ([], Set(6...60))
        var silent = try link(cuff, stored: mark)
        let log = silent.run()
        guard case .fail = log.end else { return #expect(Bool(false), "a silent cuff must fail") }
        #expect(log.writes.last?.bytes == [2, 8, 0x0F, 0, 0, 0, 0, 0, 7], "without an end the cuff shows an error")
        cuff.sleeps = true
        #expect(try failure(of: cuff, stored: mark).contains("START/STOP"))
    }

    private func failure(of cuff: OmronCablePeer, stored: [UInt8]?, as places: Int? = nil) throws -> String {
        var bench = try link(cuff, stored: stored, as: places)
        guard case .fail(let words) = bench.run().end else { return "" }
        return words
    }

    @Test func aDamagedRecordIsNoMeasurement() throws {
        var cuff = cuff([5])
        var damaged = OmronCablePeer.record(2)
        damaged[1] ^= 0x40
        cuff.put(damaged, user: 1, place: 2)
        let first = try read(cuff, stored: try paired(cuff))
        #expect(first.measurements.count == 4 && first.unreadable == 1)
        #expect(try read(cuff, stored: first.kept.last).unreadable == 0, "reported once")
    }

    @Test func onlyAPairedModelIsRead() throws {
        let cuff = cuff([3])
        #expect(try read(cuff, stored: nil).end == .unpaired)
        #expect(try failure(of: cuff, stored: try paired(cuff), as: 60).contains("the other model"))
        var unnamed = try Bench(DriverStart(device: DeviceIdentity(name: "HID"), isPairing: true), peer: cuff)
        guard case .fail(let words) = unnamed.run().end else { return #expect(Bool(false), "no model, no pairing") }
        #expect(words.contains("10141") && words.contains("10142"))
    }

    @Test func nothingIsWrittenIntoTheMemory() {
        let write: [UInt8] = [2, 0x0A, 0x01, 0xC0, 0x02, 0xAC, 2, 0xFF, 0xFF, 0, 0x67]
        let others: [[UInt8]] = [
            write, [2, 8, 1, 0xC0, 2, 0xAC, 0x28, 0, 0x4F], [2, 8, 0x0F, 0x0F, 0x0F, 0x0F, 0, 0, 8],
            OmronCableLink.framed(OmronCuffLink.read(0x0260, count: 40)),
            OmronCableLink.framed(OmronCuffLink.read(0x02AC, count: 56)), OmronCuffLink.start, [],
        ]
        for bytes in others {
            #expect(!OmronCableCuff.mayWrite(bytes, to: .usbNumberedPipe, isPairing: true), "\(bytes)")
        }
        let start = OmronCableLink.framed(OmronCuffLink.start)
        #expect(OmronCableCuff.mayWrite(start, to: .usbNumberedPipe, isPairing: false))
        #expect(!OmronCableCuff.mayWrite(start, to: .usbPipe, isPairing: false))
    }

    /// 20,000 inputs: noise, a cuff's reports, and these with a byte or their length changed.
    @Test func nothingTraps() throws {
        var generator = SplitMix64(seed: 20_261_130)
        var inputs = 0
        while inputs < 20_000 {
            var peer = cuff([90, 40])
            let mark = try paired(peer)
            let stored = Bool.random(using: &generator) ? mark : noise(&generator)
            let isPairing = Int.random(in: 0..<8, using: &generator) == 0
            let device = DeviceIdentity(model: try model(Bool.random(using: &generator) ? 100 : 60))
            let start = DriverStart(device: device, isPairing: isPairing, stored: stored)
            var session = OmronCableCuff(DriverSecrets()).makeSession(on: start)
            var queue: [DriverInput] = [.ready(peer.characteristics)]
            for _ in 0..<300 {
                inputs += 1
                for output in session.handle(queue.isEmpty ? .woken : queue.removeFirst(), elapsed: .zero) {
                    switch output {
                    case .subscribe(let uuid): queue.append(.subscribed(uuid))
                    case .write(let uuid, let bytes):
                        #expect(OmronCableCuff.mayWrite(bytes, to: uuid, isPairing: isPairing))
                        queue += peer.replies(to: bytes, on: uuid).map { .value($0.0, changed($0.1, &generator)) }
                    case .measurement(let measurement): #expect(measurement.measurements.count >= 2)
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
