import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

/// A ring with nights, which answers in notifications of 20 bytes.
struct RingPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = OxyRing.self

    /// The files by name.
    var files: [String: [UInt8]] = [:]
    var clock = "2026-11-29,07:30:05"
    /// The numbers of the requests, from 1, whose reply has a wrong byte.
    var damages: Set<Int> = []
    /// The numbers of the requests whose reply is sent twice.
    var repeats: Set<Int> = []
    var characteristics: [BluetoothUUID] { [LepuFrame.requests, LepuFrame.replies] }
    private(set) var requests: [LepuFrame] = []
    private var pending: [UInt8] = []
    private var open: [UInt8] = []

    /// A night: samples of saturation, pulse and the mark of an invalid one, of four seconds each.
    static func night(_ samples: [(UInt8, UInt8, UInt8)], duration: Int? = nil) -> [UInt8] {
        let seconds = duration ?? samples.count * 4
        var bytes = [UInt8](repeating: 0, count: 40)
        bytes.replaceSubrange(0..<9, with: [3, 0, 0xEA, 0x07, 11, 28, 22, 15, 30])
        bytes[13] = UInt8(seconds & 0xFF)
        bytes[14] = UInt8(seconds >> 8 & 0xFF)
        for sample in samples { bytes += [sample.0, sample.1, sample.2, 0, 0] }
        return bytes
    }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        pending += bytes
        guard let request = LepuFrame(pending) else { return [] }
        pending = []
        requests.append(request)
        var reply = answer(request).bytes
        if damages.contains(requests.count) { reply[reply.count / 2] ^= 1 }
        let notifications = stride(from: 0, to: reply.count, by: 20).map { Array(reply[$0...].prefix(20)) }
        let all = repeats.contains(requests.count) ? notifications + notifications : notifications
        return all.map { (LepuFrame.replies, $0) }
    }

    private mutating func answer(_ request: LepuFrame) -> LepuFrame {
        switch request.command {
        case 0x14:
            let list = files.keys.sorted().reversed().joined(separator: ",")
            let text = #"{"Region":"CE","CurTIME":"\#(clock)","FileList":"\#(list),","CurBAT":"75%"}"#
            return reply(Array(text.utf8) + [0, 0])
        case 0x03:
            let name = String(decoding: request.data.dropLast(), as: UTF8.self)
            guard let file = files[name] else { return LepuFrame(head: 0x55, command: 1, middle: [0, 0]) }
            open = file
            return reply([UInt8(file.count & 0xFF), UInt8(file.count >> 8 & 0xFF), 0, 0])
        case 0x04:
            let start = (Int(request.middle[0]) | Int(request.middle[1]) << 8) * 512
            return reply(Array(open.dropFirst(start).prefix(512)))
        default:
            open = []
            return reply([])
        }
    }

    private func reply(_ data: [UInt8]) -> LepuFrame { LepuFrame(head: 0x55, command: 0, middle: [0, 0], data: data) }
}

/// The rings' driver against memories of computed nights.
@Suite struct OxyRingTests {
    typealias Bench = DriverBench<RingPeer>

    private func start(stored: [UInt8]? = nil) -> DriverStart { DriverStart(device: DeviceIdentity(), stored: stored) }

    /// A night of 300 samples: 21 at 88 %, the others at 96 %, and a minute without a finger.
    private static let night = RingPeer.night((0..<300).map(sample))

    private static func sample(_ place: Int) -> (UInt8, UInt8, UInt8) {
        if place < 21 { return (88, 61, 0) }
        return place < 36 ? (255, 255, 255) : (96, UInt8(60 + place % 10), 0)
    }

    private func ring(_ nights: Int = 3) -> RingPeer {
        var ring = RingPeer()
        for day in 0..<nights {
            ring.files["202611\(10 + day)221530"] = Self.night
        }
        return ring
    }

    /// The request for the list is that of another project's test.
    @Test func theRequestForTheListIsThePublishedOne() throws {
        #expect(OxyRingLink.info.bytes == (try CharacteristicDecoder.bytes(hex: "aa14eb00000000c6")))
        let captured = try CharacteristicDecoder.bytes(hex: "624200000000006100920a0100")
        let reply = LepuFrame(head: 0x55, command: 0, middle: [0, 0], data: captured)
        #expect(LepuFrame(reply.bytes)?.data == captured)
    }

    @Test func aNightIsOneRecord() throws {
        var bench = try Bench(start(), peer: ring(1))
        let log = bench.run()
        #expect(log.end == .done && log.unreadable == 0)
        #expect(log.clock?.description == "2026-11-29T07:30:05")
        let night = try #require(log.measurements.first)
        #expect(log.measurements.count == 1 && night.time?.text == "2026-11-28T22:15:30")
        #expect(night.keyBytes == Array("20261110221530".utf8))
        let values = night.measurements.map { "\($0.metric) \($0.value) \($0.unit)" }
        // (21 · 88 + 264 · 96) / 285 = 95.41; the pulse is without the minute, too.
        #expect(values.prefix(3) == ["min_spo2 88 %", "avg_spo2 95.4 %", "max_spo2 96 %"])
        #expect(values.dropFirst(3).first == "min_heart_rate 60 /min" && values.last == "max_heart_rate 69 /min")
        #expect(bench.peer.requests.last == OxyRingLink.close)
    }

    @Test func aNightThatIsReadIsNotReadAgain() throws {
        var first = try Bench(start(), peer: ring())
        let log = first.run()
        #expect(
            log.measurements.map { String(decoding: $0.keyBytes, as: UTF8.self).prefix(8) } == [
                "20261110", "20261111", "20261112",
            ]
        )
        var again = try Bench(start(stored: log.kept.last), peer: ring())
        let nothing = again.run()
        #expect(nothing.end == .done && nothing.measurements.isEmpty && again.peer.requests.count == 1)
        var later = try Bench(start(stored: log.kept.last), peer: ring(4))
        #expect(later.run().measurements.map(\.keyBytes) == [Array("20261113221530".utf8)])
    }

    /// A request for a file takes two writes, of 20 bytes at most.
    @Test func noWriteIsLongerThanTheRingTakes() throws {
        var bench = try Bench(start(), peer: ring(1))
        let writes = bench.run().writes.map(\.bytes)
        #expect(writes.allSatisfy { $0.count <= 20 && OxyRing.mayWrite($0, to: LepuFrame.requests, isPairing: false) })
        #expect(writes[1].count == 20 && writes[2].count == 3)
    }

    @Test(arguments: 1...40) func aLinkThatBreaksGoesOn(writes: Int) throws {
        var broken = try Bench(start(), peer: ring())
        let before = broken.run(cutAfter: writes)
        var next = try Bench(start(stored: before.kept.last), peer: ring())
        let after = next.run()
        let all = before.measurements + after.measurements
        #expect(after.end == .done && all.count == 3 && Set(all.map(\.keyBytes)).count == 3)
    }

    /// Whichever reply is damaged or comes twice, the nights are the same.
    @Test(arguments: 1...20) func aLostBlockIsReadAgainFromTheStart(request: Int) throws {
        var whole = try Bench(start(), peer: ring())
        let expected = whole.run().measurements
        for isRepeat in [false, true] {
            var lossy = ring()
            if isRepeat { lossy.repeats = [request] } else { lossy.damages = [request] }
            var bench = try Bench(start(), peer: lossy)
            let log = bench.run()
            #expect(
                log.end == .done && expected.count == 3 && log.measurements == expected,
                "reply \(request), repeated: \(isRepeat)"
            )
        }
    }

    @Test func aRingThatLosesEachBlockIsLeft() throws {
        var deaf = ring()
        deaf.damages = Set(3...400)
        var bench = try Bench(start(), peer: deaf)
        let log = bench.run()
        guard case .fail = log.end else {
            Issue.record("it ended with \(log.end)")
            return
        }
        #expect(log.measurements.isEmpty && log.kept.isEmpty)
    }

    /// A night that is still recorded is not marked as read; a damaged one does not hold up the others.
    @Test func whatIsNotWholeIsReportedAndReadLater() throws {
        var odd = ring(1)
        odd.files["20261109000000"] = RingPeer.night([(97, 60, 0), (96, 61, 0)], duration: 0)
        odd.files["20261108000000"] = [9, 0] + [UInt8](repeating: 0, count: 60)
        odd.files["20261107000000"] = []
        var bench = try Bench(start(), peer: odd)
        let log = bench.run()
        #expect(log.end == .done && log.unreadable == 2 && log.measurements.count == 1)
        odd.files["20261109000000"] = RingPeer.night([(97, 60, 0), (96, 61, 0)])
        var later = try Bench(start(stored: log.kept.last), peer: odd)
        #expect(later.run().measurements.map { $0.time?.text } == ["2026-11-28T22:15:30"])
    }

    @Test func aNightWithoutAFingerIsNoResult() throws {
        var empty = RingPeer()
        empty.files["20261110221530"] = RingPeer.night([(255, 255, 255), (0, 0, 0), (127, 70, 0)])
        var bench = try Bench(start(), peer: empty)
        let log = bench.run()
        #expect(log.measurements.map(\.isUsable) == [false] && log.kept.count == 1)
    }

    @Test func marksAreOfTheNewestRecords() {
        let names = (0..<200).map { Array("file \($0)".utf8) }
        var marks = ReadMarks(stored: [1, 2, 3])
        for name in names { marks.insert(name) }
        let next = ReadMarks(stored: marks.bytes)
        #expect(marks.bytes.count == 1_020 && names.suffix(170).allSatisfy(next.contains))
        #expect(!next.contains(names[29]) && !next.contains([]))
    }
}
