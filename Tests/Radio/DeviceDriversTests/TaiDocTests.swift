import DeviceCodecs
import Testing
import VitalRecords

@testable import DeviceDrivers

/// A device with records, the newest at place 0.
struct TaiDocPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = TaiDocMemory.self

    /// Its model number in four digits.
    var model = 0x4277
    /// The four bytes of each record's time and of its value, newest first.
    var records: [(time: [UInt8], value: [UInt8])] = []
    /// The direction byte of its replies.
    var direction: UInt8 = 0xA5
    /// The numbers of the requests that it does not answer, counted from 1.
    var losses: Set<Int> = []
    var characteristics: [BluetoothUUID] { [TaiDocFrame.characteristic] }
    private(set) var requests: [[UInt8]] = []

    /// The bytes of a time on 2024-06-15, in minutes after 8:00.
    static func time(_ minute: Int) -> [UInt8] {
        let day = 24 << 9 | 6 << 5 | 15
        return [UInt8(day & 0xFF), UInt8(day >> 8), UInt8(minute % 60), UInt8(8 + minute / 60)]
    }

    mutating func replies(to bytes: [UInt8], on uuid: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        requests.append(bytes)
        guard !losses.contains(requests.count), let data = answer(bytes) else { return [] }
        var whole: [UInt8] = [0x51, bytes[1]] + data
        whole.append(direction)
        whole.append(whole.reduce(0, &+))
        // Stray bytes, and a frame in two notifications.
        let pieces: [[UInt8]] = [[0x51, 0x00], Array(whole.prefix(3)), Array(whole.dropFirst(3))]
        return pieces.map { (uuid, $0) }
    }

    private func answer(_ bytes: [UInt8]) -> [UInt8]? {
        let index = Int(bytes[2]) | Int(bytes[3]) << 8
        switch bytes[1] {
        case 0x24: return [UInt8(model & 0xFF), UInt8(model >> 8), 0, 0]
        case 0x23: return Self.time(600)
        case 0x2B: return [UInt8(records.count & 0xFF), UInt8(records.count >> 8), 0, 0]
        case 0x25: return records.indices.contains(index) ? records[index].time : nil
        case 0x26: return records.indices.contains(index) ? records[index].value : nil
        default: return nil
        }
    }
}

/// The devices' driver, tested with memories of computed records.
@Suite struct TaiDocTests {
    typealias Bench = DriverBench<TaiDocPeer>

    private func start(stored: [UInt8]? = nil) -> DriverStart { DriverStart(device: DeviceIdentity(), stored: stored) }

    private func meter(_ numbers: ClosedRange<Int>) -> TaiDocPeer {
        var meter = TaiDocPeer()
        meter.records = numbers.reversed().map { (TaiDocPeer.time($0), [UInt8(60 + $0), 0, 0, 0x40]) }
        return meter
    }

    private func only(_ model: Int, _ value: [UInt8], time: [UInt8] = TaiDocPeer.time(1)) throws
        -> DriverBench<TaiDocPeer>.Log
    {
        var peer = TaiDocPeer()
        peer.model = model
        peer.records = [(time, value)]
        var bench = try Bench(start(), peer: peer)
        return bench.run()
    }

    /// The requests equal the shared frames, which follow from three programs.
    @Test func theRequestsAreTheKnownOnes() throws {
        #expect(
            TaiDocFrame.record(.value, index: 0).request == (try CharacteristicDecoder.bytes(hex: "512600000000a31a"))
        )
        #expect(TaiDocFrame(.count).request == (try CharacteristicDecoder.bytes(hex: "512b00000000a31f")))
        let time = TaiDocFrame(try CharacteristicDecoder.bytes(hex: "5125cf301e0ca544"))
        #expect(time?.time?.description == "2024-06-15T12:30:00")
    }

    @Test(arguments: [UInt8(0xA3), 0xA5]) func aMemoryIsReadFromTheOldestOn(direction: UInt8) throws {
        var peer = meter(1...20)
        peer.direction = direction
        var bench = try Bench(start(), peer: peer)
        let log = bench.run()
        #expect(
            log.end == .done
                && log.measurements.map { $0.measurements.first?.value } == (61...80).map { DecimalNumber(Int64($0)) }
        )
        #expect(log.measurements.first?.time?.text == "2024-06-15T08:01")
        #expect(log.measurements.first?.context?.meal == "before_meal" && log.clock?.hour == 18)
        #expect(log.writes.last?.bytes == TaiDocFrame(.off).request)
        #expect(
            log.writes.allSatisfy { TaiDocMemory.mayWrite($0.bytes, to: TaiDocFrame.characteristic, isPairing: false) }
        )
    }

    @Test(arguments: [0, 1, 7, 20]) func onlyNewRecordsAreRead(new: Int) throws {
        var first = try Bench(start(), peer: meter(1...30))
        let mark = try #require(first.run().kept.last)
        var next = try Bench(start(stored: mark), peer: meter(1...(30 + new)))
        let log = next.run()
        #expect(log.end == .done && log.measurements.count == new)
        // Model, clock, count, the mark's record, the new records, off.
        #expect(next.peer.requests.count == 3 + 2 + 2 * new + 1)
        // A full memory drops as many of its oldest records.
        var full = try Bench(start(stored: mark), peer: meter((1 + new)...(30 + new)))
        #expect(full.run().measurements.count == new)
    }

    @Test func aMemoryThatWasErasedIsReadWhole() throws {
        var first = try Bench(start(), peer: meter(1...30))
        let mark = try #require(first.run().kept.last)
        var erased = try Bench(start(stored: mark), peer: meter(31...35))
        #expect(erased.run().measurements.count == 5)
        var empty = try Bench(start(stored: mark), peer: TaiDocPeer())
        #expect(empty.run().end == .done)
    }

    @Test(arguments: 1...60) func aLinkThatBreaksGoesOn(writes: Int) throws {
        var broken = try Bench(start(), peer: meter(1...20))
        let before = broken.run(cutAfter: writes)
        var next = try Bench(start(stored: before.kept.last), peer: meter(1...20))
        let after = next.run()
        #expect(after.end == .done && Set((before.measurements + after.measurements).map(\.keyBytes)).count == 20)
        #expect(before.kept.isEmpty || after.measurements.count < 20)
    }

    @Test func aLostReplyIsAskedForAgain() throws {
        var lossy = meter(1...5)
        lossy.losses = [1, 3, 6, 7]
        var bench = try Bench(start(), peer: lossy)
        #expect(bench.run().measurements.count == 5)
        lossy.losses = Set(4...99)
        var deaf = try Bench(start(), peer: lossy)
        guard case .fail = deaf.run().end else {
            Issue.record("a device that does not answer is waited for")
            return
        }
    }

    @Test func theModelSaysWhatARecordIs() throws {
        func values(_ log: DriverBench<TaiDocPeer>.Log) -> [String] {
            log.measurements.flatMap(\.measurements).map { "\($0.metric) \($0.value) \($0.unit)" }
        }
        let pressure = ["systolic 128 mm[Hg]", "diastolic 82 mm[Hg]", "pulse 70 /min"]
        #expect(values(try only(0x3128, [0x80, 0, 0x52, 0x46])) == pressure)
        #expect(values(try only(0x3128, [0x80, 0, 0x52, 3])) == Array(pressure.prefix(2)))
        #expect(values(try only(0x8255, [97, 0, 0, 64])) == ["spo2 97 %", "pulse 64 /min"])
        #expect(values(try only(0x1107, [0x6E, 0x01, 0, 0])) == ["body_temperature 36.6 Cel"])
        #expect(values(try only(0x1107, [0x4C, 0x0E, 0, 0])) == ["body_temperature 36.60 Cel"])
    }

    /// A result of another kind of device, or of none, is reported and not used.
    @Test(arguments: [
        (0x4277, [UInt8(120), 0, 80, 70]), (0x4277, [30, 0, 0, 7 << 2]), (0x4277, [0, 0, 0, 0]),
        (0x3128, [120, 0, 0, 0]),
        (0x8255, [127, 0, 0, 60]), (0x1107, [100, 0, 0, 0]),
    ]) func whatIsNoValueIsReported(model: Int, value: [UInt8]) throws {
        let log = try only(model, value)
        #expect(log.end == .done && log.measurements.isEmpty && log.unreadable == 1)
        guard case .fail = try only(0x2555, value).end else {
            Issue.record("a scale is read")
            return
        }
    }

    @Test func aClockThatWasNeverSetGivesNoTime() throws {
        let log = try only(0x4277, [100, 0, 0, 0], time: [0, 0, 0, 0])
        #expect(log.measurements.first?.time == .unset)
        // A blood pressure from a meter for both is not read as its glucose.
        var time = TaiDocPeer.time(1)
        time[2] |= 0x80
        #expect(try only(0x4277, [100, 0, 0, 0], time: time).unreadable == 1)
    }
}
