import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

/// An oximeter with recordings, which splits its frames at any byte.
struct ContecPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = ContecMemory.self

    /// A recording: six bytes of start time and the samples of two channels.
    struct Recording {
        var time: [UInt8]
        var saturations: [UInt8]
        var pulses: [UInt8]
        /// Captured or published packets that replace the samples.
        var packets: [[UInt8]]?
    }

    var recordings: [Recording] = []
    /// The reply to the request for versions, as captured from a CMS50FW.
    var info: [UInt8] = [0xF2, 0, 0, 2, 6, 0, 0x0D, 7, 0]
    /// A bit mask of the supported packings.
    var packings: UInt8 = 2
    /// Whether it does not answer the request for recordings yet.
    var isUnready = false
    /// The numbers of the lost packets, counted from 1.
    var losses: Set<Int> = []
    /// The numbers of the packets with a wrong byte.
    var damages: Set<Int> = []
    var characteristics: [BluetoothUUID] { [ContecLink.requests, ContecLink.replies] }
    private(set) var requests: [[UInt8]] = []
    private var head = 0
    private var packet = 0

    static func summed(_ bytes: [UInt8]) -> [UInt8] { bytes + [bytes.reduce(0, &+) & 0x7F] }

    mutating func replies(to bytes: [UInt8], on _: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        requests.append(bytes)
        let live = Self.summed([0xEB, 0x01, 0x06, 70, 97, 0x7F, 0])
        let stream = live + answer(bytes).flatMap { $0 }
        return stride(from: 0, to: stream.count, by: 13)
            .map { (ContecLink.replies, Array(stream[$0...].prefix(13))) }
    }

    private mutating func answer(_ bytes: [UInt8]) -> [[UInt8]] {
        switch bytes {
        case ContecLink.identity: return [Self.summed([0xF1] + Array("CMS50FW0".utf8))]
        case ContecLink.info: return [info]
        case ContecLink.storage:
            return isUnready ? [] : [Self.summed([0xEF, 0, 1, recordings.isEmpty ? 0 : 0x40, 0, 0, 0])]
        case ContecLink.prepare: return [Self.summed([0xFF, 0x04])]
        case ContecLink.count:
            return [Self.summed([0xE0, 0x06, UInt8(recordings.count)] + [UInt8](repeating: 0, count: 11))]
        case ContecLink.packings: return [Self.summed([0xFE, 0x06, packings, 0, 0, 0])]
        case ContecLink.next: return [header()]
        default: return bytes[1] == 2 ? [] : samples(bytes)
        }
    }

    private mutating func header() -> [UInt8] {
        guard recordings.indices.contains(head) else { return Self.summed([0xEC] + [UInt8](repeating: 0, count: 19)) }
        let recording = recordings[head]
        let count = recording.saturations.count
        head += 1
        let isLast: UInt8 = head == recordings.count ? 0x40 : 0
        var bytes: [UInt8] = [0xEC, isLast, 1, UInt8(head)]
        bytes += recording.time
        for place in 0..<4 { bytes.append(UInt8(count >> (place * 7) & 0x7F)) }
        bytes += [UInt8](repeating: 0, count: 6)
        return Self.summed(bytes)
    }

    private mutating func samples(_ request: [UInt8]) -> [[UInt8]] {
        let recording = recordings[Int(request[4]) - 1]
        let channel = request[2]
        let values = channel == 1 ? recording.saturations : recording.pulses
        let packets =
            recording.packets?.map { Self.moved($0, to: channel) } ?? Self.packed(values, as: request[1], channel)
        return packets.compactMap { frame in
            packet += 1
            guard !losses.contains(packet) else { return nil }
            return damages.contains(packet) ? frame.dropLast() + [frame[frame.count - 1] ^ 1] : frame
        }
    }

    /// A packet that was published without a channel, moved to one.
    private static func moved(_ packet: [UInt8], to channel: UInt8) -> [UInt8] {
        var bytes = Array(packet.prefix(29))
        bytes[2] = channel
        return summed(bytes)
    }

    private static func packed(_ values: [UInt8], as packing: UInt8, _ channel: UInt8) -> [[UInt8]] {
        packing == 3 ? original(values, channel: channel) : difference(values, channel: channel)
    }

    private static func original(_ values: [UInt8], channel: UInt8) -> [[UInt8]] {
        stride(from: 0, to: values.count, by: 21).map { start in
            let part = padded(values[start...], count: 21, with: 0)
            let number = start / 21
            var bytes: [UInt8] = [0xED, 3, channel, UInt8(number & 0x7F), UInt8(number >> 7)]
            for group in 0..<3 { bytes.append(highs(part[(group * 7)..<(group * 7 + 7)])) }
            bytes += part.map { $0 & 0x7F }
            return summed(bytes)
        }
    }

    /// Encodes differences of four bits; a sample of 255 means no value.
    private static func difference(_ values: [UInt8], channel: UInt8) -> [[UInt8]] {
        stride(from: 0, to: values.count, by: 27).map { start in
            let part = padded(values[start...], count: 27, with: 255)
            let steps = zip(part, part.dropFirst()).map { step(from: $0, to: $1) }
            var whole = [part[0]]
            for index in stride(from: 0, to: 26, by: 2) { whole.append(steps[index] << 4 | steps[index + 1]) }
            let number = start / 27
            var bytes: [UInt8] = [0xED, 1, channel, 1, 1, UInt8(number & 0x7F), UInt8(number >> 7)]
            bytes += [highs(whole[0..<7]), highs(whole[7..<14])]
            bytes += whole.map { $0 & 0x7F }
            return summed(bytes)
        }
    }

    private static func step(from last: UInt8, to value: UInt8) -> UInt8 {
        if value == 255 || last == 255 { return 7 }
        return value >= last ? value - last : 8 | (last - value)
    }

    private static func padded(_ values: ArraySlice<UInt8>, count: Int, with filler: UInt8) -> [UInt8] {
        let part = Array(values.prefix(count))
        return part + [UInt8](repeating: filler, count: count - part.count)
    }

    /// The high bits of seven bytes, as one byte.
    private static func highs(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.enumerated().reduce(UInt8(0)) { bits, byte in bits | (byte.element >> 7) << UInt8(byte.offset) }
    }
}

/// The oximeters' driver, tested with computed recordings and published packets.
@Suite struct ContecMemoryTests {
    typealias Bench = DriverBench<ContecPeer>

    private func start(stored: [UInt8]? = nil, now: Int = 0) -> DriverStart {
        DriverStart(device: DeviceIdentity(), now: Date(timeIntervalSince1970: Double(now)), stored: stored)
    }

    private func recording(_ hour: UInt8, count: Int) -> ContecPeer.Recording {
        ContecPeer.Recording(
            time: [25, 11, 28, hour, 15, 30],
            saturations: (0..<count).map { UInt8(94 + $0 % 5) },
            pulses: (0..<count).map { UInt8(126 + $0 % 5) }
        )
    }

    private func oximeter(_ count: Int = 3) -> ContecPeer {
        var peer = ContecPeer()
        peer.recordings = (0..<count).map { recording(UInt8(20 + $0), count: 200 + $0) }
        return peer
    }

    private func values(_ measurement: DeviceMeasurement?) -> [String] {
        measurement?.measurements.map { "\($0.metric) \($0.value)" } ?? []
    }

    private static let expected = [
        "min_spo2 94", "avg_spo2 96.0", "max_spo2 98", "min_heart_rate 126", "avg_heart_rate 128.0",
        "max_heart_rate 130",
    ]

    @Test(arguments: [UInt8(1), 2, 7]) func aRecordingIsOneRecord(packings: UInt8) throws {
        var peer = oximeter()
        peer.packings = packings
        var bench = try Bench(start(), peer: peer)
        let log = bench.run()
        #expect(log.end == .done && log.measurements.count == 3 && log.unreadable == 0)
        #expect(values(log.measurements.first) == Self.expected)
        #expect(log.measurements.map { $0.time?.text?.dropFirst(11) } == ["20:15:30", "21:15:30", "22:15:30"])
        #expect(log.writes.allSatisfy { ContecMemory.mayWrite($0.bytes, to: ContecLink.requests, isPairing: false) })
    }

    /// Two packets of the maker's third packing, published with their 68 samples: 86 to 100.
    @Test func publishedPacketsAreUnpacked() throws {
        let first = "ed040100000300407670123f0021100f4405112330010203405060707534"
        let second = "ed040101003100007801122f76740013310f22100121123344044011004d"
        var peer = ContecPeer()
        peer.packings = 4
        peer.recordings = [recording(20, count: 68)]
        peer.recordings[0].packets = try [first, second].map { try CharacteristicDecoder.bytes(hex: $0) }
        var bench = try Bench(start(), peer: peer)
        #expect(values(bench.run().measurements.first).prefix(3) == ["min_spo2 86", "avg_spo2 95.5", "max_spo2 100"])
    }

    /// A CMS50FW's captured replies to the requests for versions and for the number of recordings.
    @Test func capturedRepliesAreUnderstood() throws {
        var stream = ContecReplies()
        let info = try CharacteristicDecoder.bytes(hex: "f200000206000d0700")
        let count = try CharacteristicDecoder.bytes(hex: "e0060600060000521f006c4c1b7026")
        #expect(stream.take([0x33] + info + count.prefix(4)) == [.info(version: 13)])
        #expect(stream.take(Array(count.dropFirst(4))) == [.count(6)])
        #expect(stream.take(count.prefix(6) + info) == [.info(version: 13)])
    }

    @Test func aRecordingThatIsReadIsNotReadAgain() throws {
        var first = try Bench(start(), peer: oximeter())
        let log = first.run()
        var again = try Bench(start(stored: log.kept.last), peer: oximeter(4))
        #expect(again.run().measurements.map { $0.time?.text } == ["2025-11-28T23:15:30"])
        #expect(again.peer.requests.filter { $0.first == 0x9D }.count == 2)
    }

    /// The last recording is read only some time after its end; one that grew is read again under the same key.
    @Test func aRecordingThatGrowsIsReadLater() throws {
        // 2025-11-28T22:15:30 and 202 seconds.
        let end = 1_764_368_130 + 202
        var early = try Bench(start(now: end + 5), peer: oximeter())
        let log = early.run()
        #expect(log.end == .done && log.measurements.count == 2)
        var later = try Bench(start(stored: log.kept.last, now: end + 60), peer: oximeter())
        let rest = later.run()
        #expect(rest.measurements.count == 1)
        var grown = oximeter()
        grown.recordings[2] = recording(22, count: 500)
        var last = try Bench(start(stored: rest.kept.last), peer: grown)
        #expect(last.run().measurements.map(\.keyBytes) == rest.measurements.map(\.keyBytes))
    }

    @Test(arguments: 1...20) func aLinkThatBreaksGoesOn(writes: Int) throws {
        var broken = try Bench(start(), peer: oximeter())
        let before = broken.run(cutAfter: writes)
        var next = try Bench(start(stored: before.kept.last), peer: oximeter())
        let all = before.measurements + next.run().measurements
        #expect(all.count == 3 && Set(all.map(\.keyBytes)).count == 3)
    }

    @Test(arguments: 1...12) func aLostPacketIsReadAgain(packet: Int) throws {
        for isDamage in [false, true] {
            var lossy = oximeter(1)
            if isDamage { lossy.damages = [packet] } else { lossy.losses = [packet] }
            var bench = try Bench(start(), peer: lossy)
            let log = bench.run()
            #expect(log.end == .done && values(log.measurements.first) == Self.expected)
            #expect(bench.peer.requests.contains { $0.starts(with: [0x9D, 0x02]) })
        }
        var deaf = oximeter(1)
        deaf.losses = Set(stride(from: packet, to: 4_000, by: 2))
        var bench = try Bench(start(), peer: deaf)
        guard case .fail = bench.run().end else {
            Issue.record("an oximeter that loses packets is waited for")
            return
        }
    }

    @Test func whatTheMemoryIsDecidesTheEnd() throws {
        var empty = try Bench(start(), peer: ContecPeer())
        #expect(empty.run().end == .done)
        var unready = oximeter(1)
        unready.isUnready = true
        var prepared = try Bench(start(), peer: unready)
        #expect(prepared.run().measurements.count == 1)
        var encrypted = oximeter(1)
        encrypted.info = [0xF2, 0, 0, 2, 6, 0, 0x0E, 7, 0]
        var bench = try Bench(start(), peer: encrypted)
        guard case .fail(let words) = bench.run().end else {
            Issue.record("an encrypted session is begun")
            return
        }
        #expect(words.contains("encrypted") && bench.peer.requests.count == 2)
    }
}
