import DeviceCodecs
import DevicePeers
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

extension OneTouchDiskPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = OneTouchCable.self

    var characteristics: [BluetoothUUID] { [.usbDisk] }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        let frame = bytes.dropFirst()
        write(frame + [UInt8](repeating: 0, count: Self.blockSize - frame.count), to: Int(bytes[0]))
        return [(.usbDisk, read(Int(bytes[0])))]
    }
}

/// The driver of OneTouch meters on a cable, against a meter with faults.
@Suite struct OneTouchCableTests {
    typealias Bench = DriverBench<OneTouchDiskPeer>

    private func meter(_ count: Int) -> OneTouchDiskPeer {
        var disk = OneTouchDiskPeer()
        disk.meter.records = (0..<count).reversed().map { OneTouchPeer.record($0 + 1, value: 51 + $0) }
        disk.meter.clock = 900_000_000
        return disk
    }

    private func start(isPairing: Bool = false, stored: [UInt8]? = nil) -> DriverStart {
        DriverStart(
            device: DeviceIdentity(),
            now: Date(timeIntervalSince1970: Double(900_000_000 + OneTouchLink.epoch)),
            isPairing: isPairing,
            stored: stored
        )
    }

    /// The mark that the pairing of a meter keeps.
    private func paired(_ meter: OneTouchDiskPeer, stored: [UInt8]? = nil) throws -> [UInt8] {
        var bench = try Bench(start(isPairing: true, stored: stored), peer: meter)
        let log = bench.run()
        #expect(log.end == .done && log.measurements.isEmpty && log.writes.count == 1)
        return try #require(log.kept.last)
    }

    private func read(_ meter: OneTouchDiskPeer, stored: [UInt8]?, cutAfter limit: Int = 5_000) throws -> Bench.Log {
        var bench = try Bench(start(stored: stored), peer: meter)
        let log = bench.run(cutAfter: limit)
        #expect(bench.peer.strayBlocks.isEmpty && bench.peer.meter.strayWrites.isEmpty)
        #expect(log.writes.allSatisfy { OneTouchCable.mayWrite($0.bytes, to: $0.uuid, isPairing: false) })
        return log
    }

    /// The requests are those of a captured log over Bluetooth, with the block in place of the pieces' header.
    @Test func theRequestsAreThoseOfBluetooth() throws {
        func bytes(_ hex: String) throws -> [UInt8] { try CharacteristicDecoder.bytes(hex: hex) }
        #expect(try OneTouchDisk.request(OneTouchLink.clock) == bytes("0302090004200203f9c3"))
        #expect(try OneTouchDisk.request(OneTouchLink.record(45)) == bytes("03020c000431022d000003615b"))
        let block = try bytes("02180004063a0000060014e3ac23dd000000fd0a00039866") + [UInt8](repeating: 0, count: 488)
        let message = try #require(OneTouchDisk.frame(in: block).flatMap { OneTouchLink.message($0) })
        #expect(OneTouchRecord(message)?.value == 221)
    }

    @Test func aPairedMemoryIsReadOnceAndThenOnlyWhatIsNew() throws {
        let mark = try paired(meter(20))
        let log = try read(meter(20), stored: mark)
        #expect(log.end == .done && log.measurements.map(\.sequence) == (1...20).map { UInt64($0) })
        #expect(log.measurements.allSatisfy { $0.characteristic == .usbDisk })
        #expect(log.clock?.description == "2028-07-08T16:00:00")
        let second = try read(meter(20), stored: log.kept.last)
        #expect(second.end == .done && second.measurements.isEmpty)
        let third = try read(meter(23), stored: log.kept.last)
        #expect(third.measurements.map(\.sequence) == [21, 22, 23])
        // Pairing the same meter again forgets nothing.
        let again = try read(meter(23), stored: paired(meter(20), stored: log.kept.last))
        #expect(again.measurements.count == 3)
    }

    @Test(arguments: 1...30) func aLinkThatBreaksGoesOn(writes: Int) throws {
        let mark = try paired(meter(15))
        let before = try read(meter(15), stored: mark, cutAfter: writes)
        let after = try read(meter(15), stored: before.kept.last ?? mark)
        let keys = (before.measurements + after.measurements).map(\.keyBytes)
        #expect(after.end == .done && Set(keys).count == 15)
    }

    /// Each request in turn is not answered, answered with what was there before, or answered with damage.
    @Test(arguments: 1...8) func aLostOrDamagedAnswerIsAskedForAgain(request: Int) throws {
        let mark = try paired(meter(5))
        for fault in [\OneTouchDiskPeer.silent, \.stale, \.damaged] {
            var meter = meter(5)
            meter[keyPath: fault] = [request, request + 1]
            let log = try read(meter, stored: mark)
            #expect(log.end == .done && log.measurements.map(\.sequence) == [1, 2, 3, 4, 5], "request \(request)")
        }
    }

    @Test func aMeterThatStaysSilentIsNotWaitedFor() throws {
        var meter = meter(5)
        let mark = try paired(meter)
        meter.silent = Set(1...100)
        for stored in [nil, mark] {
            guard case .fail = try read(meter, stored: stored).end else {
                Issue.record("a meter that does not answer is waited for")
                return
            }
        }
    }

    @Test func anotherMeterAndAnUnpairedOneAreNotRead() throws {
        let mark = try paired(meter(3))
        var other = meter(3)
        other.serial = "ZRTM7701"
        let log = try read(other, stored: mark)
        #expect(log.end == .fail("this is another meter of the same kind; forget the device, and pair this meter"))
        #expect(log.measurements.isEmpty && log.writes.count == 1)
        for stored in [nil, [1, 2, 3], [UInt8](repeating: 0, count: 11)] {
            #expect(try read(meter(3), stored: stored).end == .unpaired)
        }
    }

    @Test func theListRefusesTheRest() {
        for message: [UInt8] in [
            [0x1A], [0x20, 0x01, 0, 0, 0, 0], [0x0A, 0x01, 9], [0x09, 0x01], [0x11, 1], [0x00],
        ] {
            let request = OneTouchDisk.request(message)
            #expect(!OneTouchCable.mayWrite(request, to: .usbDisk, isPairing: true), "\(message)")
        }
        let clock = OneTouchLink.frame(OneTouchLink.clock)
        for block: UInt8 in [0, 1, 2, 4, 5] {
            #expect(!OneTouchCable.mayWrite([block] + clock, to: .usbDisk, isPairing: true), "block \(block)")
        }
        #expect(OneTouchCable.mayWrite([3] + clock, to: .usbDisk, isPairing: false))
        #expect(!OneTouchCable.mayWrite([3] + clock, to: .usbPipe, isPairing: false))
        #expect(!OneTouchCable.mayWrite([3] + clock.dropLast() + [0], to: .usbDisk, isPairing: false))
        #expect(!OneTouchCable.mayWrite([3] + clock + [0], to: .usbDisk, isPairing: false))
    }

    /// Feeds 20,000 blocks of noise and of damaged answers.
    @Test func noInputTraps() throws {
        var noise = Noise(seed: 16)
        let mark = try paired(meter(3))
        var disk = meter(3)
        let seeds = [
            [0xE6, 2, 0], OneTouchLink.clock, OneTouchLink.count, OneTouchLink.record(0), OneTouchLink.record(2),
        ]
        .map { message in disk.replies(to: OneTouchDisk.request(message), on: .usbDisk)[0].1 }
        for _ in 0..<200 {
            let stored = Bool.random(using: &noise) ? mark : noise.bytes(upTo: 12)
            var session = OneTouchCable(DriverSecrets()).makeSession(
                on: start(isPairing: Int.random(in: 0..<8, using: &noise) == 0, stored: stored)
            )
            _ = session.handle(.ready([.usbDisk]), elapsed: .zero)
            _ = session.handle(.subscribed(.usbDisk), elapsed: .zero)
            for step in 0..<100 {
                var bytes = seeds.randomElement(using: &noise) ?? []
                if Bool.random(using: &noise) {
                    bytes[Int.random(in: 0..<24, using: &noise)] = UInt8(noise.next() & 0xFF)
                }
                if Int.random(in: 0..<8, using: &noise) == 0 { bytes = noise.bytes(upTo: 40) }
                _ = session.handle(.value(.usbDisk, bytes), elapsed: .seconds(step))
                if Int.random(in: 0..<10, using: &noise) == 0 { _ = session.handle(.woken, elapsed: .seconds(step)) }
            }
        }
    }
}
