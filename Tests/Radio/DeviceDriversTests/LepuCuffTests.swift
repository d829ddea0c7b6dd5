import DeviceCodecs
import Testing
import VitalRecords

@testable import DeviceDrivers

/// A cuff that stores each result in its own file.
struct LepuCuffPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = LepuCuff.self

    /// The names and contents of its files.
    var files: [(name: String, content: [UInt8])] = []
    /// The numbers of the requests that it does not answer, counted from 1.
    var losses: Set<Int> = []
    /// The number of bytes in a notification.
    var width = 20
    var characteristics: [BluetoothUUID] { [LepuFrame.requests, LepuFrame.replies] }
    private(set) var requests: [LepuFrame] = []
    private var open: [UInt8] = []

    /// A result at a minute of the day.
    static func result(_ minute: Int, systolic: Int, diastolic: Int, status: UInt8 = 0) -> [UInt8] {
        let seconds = 1_764_400_000 + minute * 60
        var bytes = [UInt8](repeating: 0, count: 21)
        bytes.replaceSubrange(0..<2, with: [1, 1])
        for place in 0..<4 { bytes[2 + place] = UInt8(seconds >> (place * 8) & 0xFF) }
        bytes[10] = status
        for (place, value) in [systolic, diastolic, (systolic + 2 * diastolic) / 3].enumerated() {
            bytes[11 + place * 2] = UInt8(value & 0xFF)
            bytes[12 + place * 2] = UInt8(value >> 8)
        }
        bytes[17] = 71
        return bytes
    }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        guard let request = LepuFrame(bytes) else { return [] }
        requests.append(request)
        guard !losses.contains(requests.count) else { return [] }
        let reply = LepuFrame(
            head: 0xA5,
            command: request.command,
            middle: [1, request.middle[1]],
            data: answer(request)
        ).bytes
        return stride(from: 0, to: reply.count, by: width).map {
            (LepuFrame.replies, Array(reply[$0...].prefix(width)))
        }
    }

    private mutating func answer(_ request: LepuFrame) -> [UInt8] {
        switch request.command {
        case 0xF1: return [UInt8(files.count)] + files.flatMap { Self.name($0.name) }
        case 0xF2:
            guard let file = files.first(where: { Self.name($0.name) == Array(request.data.prefix(16)) }) else {
                return []
            }
            open = file.content
            return [UInt8(open.count & 0xFF), UInt8(open.count >> 8 & 0xFF), 0, 0]
        case 0xF3: return Array(open.prefix(512))
        default: return []
        }
    }

    private static func name(_ text: String) -> [UInt8] {
        Array((Array(text.utf8) + [UInt8](repeating: 0, count: 16)).prefix(16))
    }
}

/// The cuffs' driver, tested with memories of computed results.
@Suite struct LepuCuffTests {
    typealias Bench = DriverBench<LepuCuffPeer>

    private func start(stored: [UInt8]? = nil, mtu: Int? = nil) -> DriverStart {
        DriverStart(device: DeviceIdentity(), mtu: mtu, stored: stored)
    }

    private func cuff(_ results: Int = 5) -> LepuCuffPeer {
        var cuff = LepuCuffPeer()
        cuff.files = (0..<results).reversed().map { number in
            (
                "2025112907\(10 + number)40",
                LepuCuffPeer.result(number, systolic: 120 + number, diastolic: 80)
            )
        }
        return cuff
    }

    /// The requests equal the shared frames, which follow from the checksum of a published value.
    @Test func theRequestsAreTheKnownOnes() throws {
        let list = LepuCuffLink.request(.list, counter: 1).bytes
        #expect(list == (try CharacteristicDecoder.bytes(hex: "a5f10e00010000ae")))
        #expect(LepuFrame(try CharacteristicDecoder.bytes(hex: "a5f30c0003040000020000d2"))?.data == [0, 2, 0, 0])
    }

    @Test(arguments: [20, 244]) func aMemoryIsReadFromTheOldestOn(width: Int) throws {
        var peer = cuff()
        peer.width = width
        var bench = try Bench(start(), peer: peer)
        let log = bench.run()
        #expect(log.end == .done && log.measurements.count == 5)
        let first = try #require(log.measurements.first)
        let values = first.measurements.map { "\($0.metric) \($0.value) \($0.unit)" }
        #expect(first.time?.text == "2025-11-29T07:06:40")
        #expect(
            values == [
                "systolic 120 mm[Hg]", "diastolic 80 mm[Hg]", "mean_arterial_pressure 93 mm[Hg]", "pulse 71 /min",
            ]
        )
        #expect(log.measurements.map { $0.measurements.first?.value } == [120, 121, 122, 123, 124])
    }

    @Test func onlyNewFilesAreRead() throws {
        var first = try Bench(start(), peer: cuff(4))
        let log = first.run()
        var again = try Bench(start(stored: log.kept.last), peer: cuff(5))
        #expect(again.run().measurements.map { $0.measurements.first?.value } == [124])
        #expect(again.peer.requests.count == 4)
    }

    @Test(arguments: 1...20) func aLinkThatBreaksGoesOn(writes: Int) throws {
        var broken = try Bench(start(), peer: cuff())
        let before = broken.run(cutAfter: writes)
        var next = try Bench(start(stored: before.kept.last), peer: cuff())
        let all = before.measurements + next.run().measurements
        #expect(all.count == 5 && Set(all.map(\.keyBytes)).count == 5)
    }

    @Test func aLostReplyIsAskedForAgain() throws {
        var lossy = cuff(2)
        lossy.losses = [1, 3, 4, 7]
        var bench = try Bench(start(), peer: lossy)
        #expect(bench.run().measurements.count == 2)
        lossy.losses = Set(2...99)
        var deaf = try Bench(start(), peer: lossy)
        guard case .fail = deaf.run().end else {
            Issue.record("a monitor that does not answer is waited for")
            return
        }
    }

    @Test func whatIsNoPressureIsNoResult() throws {
        var odd = cuff(1)
        odd.files += [
            ("20251129080000", [1, 2] + [UInt8](repeating: 7, count: 600)),
            ("20251129080100", LepuCuffPeer.result(9, systolic: 120, diastolic: 80, status: 3)),
            ("20251129080200", [1, 1, 0]), ("20251129080300", [1, 9] + [UInt8](repeating: 7, count: 60)),
            ("20251129080400", LepuCuffPeer.result(10, systolic: 70, diastolic: 80)),
        ]
        var bench = try Bench(start(), peer: odd)
        let log = bench.run()
        #expect(log.end == .done && log.unreadable == 2)
        #expect(log.measurements.map(\.isUsable) == [true, false, true])
        #expect(log.measurements.map(\.doubted.count) == [0, 0, 2])
    }

    /// The LP-BP2W's list begins with a version and a number of users, and its next bytes can look like a result.
    @Test func aListIsNotReadAsAResult() throws {
        var cuff = cuff(1)
        var list = [UInt8](repeating: 0, count: 10 + 37)
        list.replaceSubrange(0..<2, with: [1, 1])
        list.replaceSubrange(10..<14, with: [0x00, 0x12, 0x34, 0x69])
        list.replaceSubrange(23..<31, with: [130, 0, 85, 0, 100, 0, 70, 0])
        cuff.files += [("bp2nibp.list", list), ("bp2ecg.list", [1, 2] + [UInt8](repeating: 0, count: 60))]
        var bench = try Bench(start(), peer: cuff)
        let log = bench.run()
        #expect(log.end == .done && log.unreadable == 2)
        #expect(log.measurements.map { $0.measurements.first?.value } == [120])
    }

    @Test func aLinkThatIsTooNarrowSaysSo() throws {
        var bench = try Bench(start(mtu: 23), peer: cuff())
        guard case .fail(let words) = bench.run().end else {
            Issue.record("a request is cut")
            return
        }
        #expect(words.contains("20 bytes at once"))
    }
}
