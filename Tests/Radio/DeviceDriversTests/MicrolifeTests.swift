import DeviceCodecs
import Testing
import VitalRecords

@testable import DeviceDrivers

/// A cuff that sends its whole memory in one message.
struct MicrolifePeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = MicrolifeCuff.self

    /// The ten bytes at each place of the memory.
    var places: [[UInt8]] = []
    /// The number of messages that lose their second notification, and of those with a wrong byte.
    var (losses, damages) = (0, 0)
    var characteristics: [BluetoothUUID] { [MicrolifeLink.requests, MicrolifeLink.replies] }

    /// A result at a minute.
    static func result(_ minute: UInt8, systolic: UInt8, diastolic: UInt8 = 80, pulse: UInt8 = 70) -> [UInt8] {
        [systolic, diastolic, pulse, 24, 6, 15, 14, minute, 0xAB, minute]
    }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        guard bytes == MicrolifeLink.results else { return [] }
        let payload = [UInt8](repeating: 0x4D, count: 38) + Array(places.joined())
        let length = payload.count + 1
        var frame: [UInt8] = [0x4D, 0x3A, UInt8(length >> 8), UInt8(length & 0xFF)]
        frame += payload
        frame.append(frame.reduce(0, &+))
        if damages > 0 { (damages, frame[20]) = (damages - 1, 0) }
        var pieces = stride(from: 0, to: frame.count, by: 20).map { Array(frame[$0...].prefix(20)) }
        if losses > 0, pieces.count > 1 {
            losses -= 1
            pieces.remove(at: 1)
        }
        let acknowledgement: [UInt8] = [0x4D, 0x3A, 0x00, 0x02, 0x81, 0x0A]
        return ([acknowledgement] + pieces).map { (MicrolifeLink.replies, $0) }
    }
}

/// The cuffs' driver, tested with memories of computed results.
@Suite struct MicrolifeTests {
    typealias Bench = DriverBench<MicrolifePeer>

    private func start(stored: [UInt8]? = nil) -> DriverStart { DriverStart(device: DeviceIdentity(), stored: stored) }

    private func cuff(_ count: Int = 6) -> MicrolifePeer {
        var cuff = MicrolifePeer()
        let results = (0..<count).map { MicrolifePeer.result(UInt8($0), systolic: UInt8(120 + $0)) }
        // The newest comes first, and free places follow.
        cuff.places = results.reversed() + [[UInt8]](repeating: [UInt8](repeating: 0, count: 10), count: 3)
        return cuff
    }

    /// The requests equal those in two other projects' tests.
    @Test func theRequestsAreThePublishedOnes() throws {
        #expect(MicrolifeLink.results == (try CharacteristicDecoder.bytes(hex: "4dff000900000000000000fd52")))
        #expect(MicrolifeLink.end == (try CharacteristicDecoder.bytes(hex: "4dff00020452")))
    }

    @Test func aMemoryIsReadInTheOrderOfItsTimes() throws {
        var bench = try Bench(start(), peer: cuff())
        let log = bench.run()
        #expect(
            log.end == .done
                && log.measurements.map { $0.measurements.first?.value } == (120..<126).map { DecimalNumber(Int64($0)) }
        )
        #expect(log.measurements.first?.time?.text == "2024-06-15T14:00")
        #expect(log.measurements.first?.measurements.map(\.metric) == [.systolic, .diastolic, .pulse])
        #expect(log.writes.map(\.bytes) == [MicrolifeLink.results, MicrolifeLink.end])
    }

    @Test func onlyNewResultsAreRead() throws {
        var first = try Bench(start(), peer: cuff(4))
        let mark = first.run().kept.last
        var again = try Bench(start(stored: mark), peer: cuff(4))
        #expect(again.run().measurements.isEmpty)
        var next = try Bench(start(stored: mark), peer: cuff(6))
        #expect(next.run().measurements.count == 2)
    }

    @Test func aCutOrDamagedMessageIsAskedForAgain() throws {
        var lossy = cuff()
        (lossy.losses, lossy.damages) = (1, 2)
        var bench = try Bench(start(), peer: lossy)
        let log = bench.run()
        #expect(log.end == .done && log.measurements.count == 6 && log.unreadable == 0)
        lossy.losses = 100
        var deaf = try Bench(start(), peer: lossy)
        guard case .fail = deaf.run().end else {
            Issue.record("a monitor that does not answer is waited for")
            return
        }
    }

    @Test func whatIsNoPressureIsNoResult() throws {
        var odd = MicrolifePeer()
        odd.places = [
            MicrolifePeer.result(1, systolic: 0), MicrolifePeer.result(2, systolic: 80, diastolic: 90, pulse: 0),
            [120, 80, 70, 24, 13, 40, 0, 0, 0, 0],
        ]
        var bench = try Bench(start(), peer: odd)
        let found = bench.run().measurements
        #expect(found.map(\.isUsable) == [false, true, true])
        #expect(found.map(\.doubted.count) == [0, 2, 0] || found.map(\.doubted.count) == [2, 2, 0])
        #expect(found.map { $0.time == .unset } == [false, false, true])
        var empty = try Bench(start(), peer: cuff(0))
        let log = empty.run()
        #expect(log.end == .done && log.measurements.isEmpty)
    }
}
