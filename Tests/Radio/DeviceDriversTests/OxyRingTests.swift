import DeviceCodecs
import DevicePeers
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

extension O2RingPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = OxyRing.self
}

/// The rings' driver, tested with memories of computed nights.
@Suite struct OxyRingTests {
    typealias Bench = DriverBench<O2RingPeer>

    private func start(stored: [UInt8]? = nil) -> DriverStart { DriverStart(device: DeviceIdentity(), stored: stored) }

    /// A night of 300 samples: 21 at 88 %, the others at 96 %, and a minute without a finger.
    private static let night = (0..<300).map(sample)

    private static func sample(_ place: Int) -> (saturation: UInt8, pulse: UInt8)? {
        if place < 21 { return (88, 61) }
        return place < 36 ? nil : (96, UInt8(60 + place % 10))
    }

    private func ring(_ nights: Int = 3) -> O2RingPeer {
        var ring = O2RingPeer()
        ring.clock = "2026-11-29,07:30:05"
        ring.files = (0..<nights).map { O2RingPeer.night(name: "202611\(10 + $0)221530", values: Self.night) }
        return ring
    }

    /// The request for the list equals that of another project's test.
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
        #expect(log.measurements.count == 1 && night.time?.text == "2026-11-10T22:15:30")
        #expect(night.keyBytes == Array("20261110221530".utf8))
        let values = night.measurements.map { "\($0.metric) \($0.value) \($0.unit)" }
        // (21 · 88 + 264 · 96) / 285 = 95.41; the pulse leaves that minute out too.
        #expect(values.prefix(3) == ["min_spo2 88 %", "avg_spo2 95.4 %", "max_spo2 96 %"])
        #expect(values.dropFirst(3).first == "min_heart_rate 60 /min" && values.last == "max_heart_rate 69 /min")
        #expect(log.writes.last?.bytes == OxyRingLink.close.bytes && bench.peer.strayWrites.isEmpty)
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
        #expect(nothing.end == .done && nothing.measurements.isEmpty && nothing.writes.count == 1)
        var later = try Bench(start(stored: log.kept.last), peer: ring(4))
        #expect(later.run().measurements.map(\.keyBytes) == [Array("20261113221530".utf8)])
    }

    /// A request for a file takes two writes of at most 20 bytes.
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

    /// Whichever reply is damaged or repeated, the nights are the same.
    @Test(arguments: 1...20) func aLostBlockIsReadAgainFromTheStart(request: Int) throws {
        var whole = try Bench(start(), peer: ring())
        let expected = whole.run().measurements
        for isRepeat in [false, true] {
            var lossy = ring()
            if isRepeat { lossy.repeatsReply = [request] } else { lossy.damagesReply = [request] }
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
        deaf.damagesReply = Set(3...400)
        var bench = try Bench(start(), peer: deaf)
        let log = bench.run()
        guard case .fail = log.end else {
            Issue.record("it ended with \(log.end)")
            return
        }
        #expect(log.measurements.isEmpty && log.kept.isEmpty)
    }

    /// A night that is still being recorded is not marked as read; a damaged one does not delay the others.
    @Test func whatIsNotWholeIsReportedAndReadLater() throws {
        var odd = ring(1)
        let whole = O2RingPeer.night(name: "20261109000000", values: [(97, 60), (96, 61)])
        var unfinished = whole.bytes
        unfinished[13] = 0
        odd.files += [
            O2RingPeer.File(name: whole.name, bytes: unfinished),
            O2RingPeer.File(name: "20261108000000", bytes: [9, 0] + [UInt8](repeating: 0, count: 60)),
            O2RingPeer.File(name: "20261107000000", bytes: []),
        ]
        var bench = try Bench(start(), peer: odd)
        let log = bench.run()
        #expect(log.end == .done && log.unreadable == 2 && log.measurements.count == 1)
        odd.files[1] = whole
        var later = try Bench(start(stored: log.kept.last), peer: odd)
        #expect(later.run().measurements.map { $0.time?.text } == ["2026-11-09T00:00:00"])
    }

    @Test func aNightWithoutAFingerIsNoResult() throws {
        var empty = O2RingPeer()
        empty.files = [O2RingPeer.night(name: "20261110221530", values: [nil, (0, 0), (127, 70)])]
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
