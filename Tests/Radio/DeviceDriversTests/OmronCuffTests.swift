import DeviceCodecs
import DevicePeers
import Testing
import VitalRecords

@testable import DeviceDrivers

/// The cuffs' driver, tested with memories of captured records.
@Suite struct OmronCuffTests {
    static let key = [UInt8](0x20..<0x30)

    /// The data of two captured replies of a HEM-7322T-E, from 02E4 and 0C14 (eigger/hass-omron#13): four records each.
    private static let captured = [
        "5261154a20531e3b00716b80f93a4c6a154820b61af20073698092514954155420b61b59006a4e804b88465b1550210a100600465a80a467",
        "5c701545202a1c65007a7680a26155711538204c1c30005d8f80f437546f153b204c1ce6005791802ae95056153520531d9a005c68809d5e",
    ]

    private static func bytes(_ hex: String) throws -> [UInt8] { try CharacteristicDecoder.bytes(hex: hex) }

    /// A cuff of two users with four captured records each, at the addresses of the captures.
    private static func cuff() throws -> CuffPeer {
        var peer = CuffPeer()
        peer.key = key
        // The next free places are 8 and 76; no record is unread.
        peer.put(try bytes("4008404c80008000"), at: 0x0260)
        peer.put(try bytes(captured[0]), at: 0x02E4)
        peer.put(try bytes(captured[1]), at: 0x0C14)
        return peer
    }

    private static func start(_ model: String = "HEM-7322T-E", stored: [UInt8]? = nil) -> DriverStart {
        DriverStart(device: DeviceIdentity(model: model), stored: stored, secret: key)
    }

    @Test func aWholeMemoryIsReadOnce() throws {
        var bench = try CuffBench(Self.start(), peer: Self.cuff())
        let log = bench.run()
        #expect(log.end == .done && log.unreadable == 0)
        let values = log.measurements.map { measurement in
            let numbers = measurement.measurements.map(\.value.description).joined(separator: "/")
            return "\(measurement.userIndex ?? 0) \(measurement.time?.text ?? "-") \(numbers)"
        }
        #expect(
            values == [
                "1 2021-08-02T19:56:59 122/82/74", "1 2021-08-05T22:43:50 131/76/72",
                "1 2021-08-05T22:45:25 109/73/84", "1 2021-08-08T10:00:06 116/70/80",
                "2 2021-08-01T10:49:37 137/92/69", "2 2021-08-02T12:48:48 138/85/56",
                "2 2021-08-02T12:51:38 136/84/59", "2 2021-08-02T19:54:26 111/80/53",
            ]
        )
        #expect(log.writes.last?.bytes == OmronCuffLink.end)
        #expect(log.subscribed.prefix(2) == [OmronCuffLink.replies[0], OmronCuffLink.unlock])
        #expect(log.writes.allSatisfy { !$0.isCommand })
    }

    /// A record is read once; a new one is read next time.
    @Test func onlyWhatIsNewIsRead() throws {
        var first = try CuffBench(Self.start(), peer: Self.cuff())
        let mark = try #require(first.run().kept.last)
        var again = try CuffBench(Self.start(stored: mark), peer: Self.cuff())
        let nothing = again.run()
        #expect(nothing.end == .done && nothing.measurements.isEmpty)
        #expect(nothing.reads == [0x0260, 0x0274, 0x02AC + 7 * 14, 0x0824 + 75 * 14])
        var peer = try Self.cuff()
        peer.put(try Self.bytes("4009404c80008000"), at: 0x0260)
        peer.put(try Self.bytes("5b781a4819d71b42000014006996"), at: 0x02AC + 8 * 14)
        var later = try CuffBench(Self.start(stored: mark), peer: peer)
        #expect(later.run().measurements.map { $0.time?.text } == ["2026-06-14T23:45:02"])
    }

    /// Wherever a link breaks, the next ones bring the rest: nothing is missing, and little is read twice.
    @Test(arguments: 5...45) func aLinkThatBreaksGoesOn(writes: Int) throws {
        var broken = try CuffBench(Self.start(), peer: Self.cuff())
        let before = broken.run(cutAfter: writes)
        var next = try CuffBench(Self.start(stored: before.kept.last), peer: Self.cuff())
        let after = next.run()
        let keys = (before.measurements + after.measurements).map(\.keyBytes)
        #expect(after.end == .done && Set(keys).count == 8)
        // Records before the last mark are not sent again.
        #expect(before.kept.isEmpty || after.measurements.count < 8)
    }

    @Test func aMarkWhoseRecordIsOverwrittenReadsEverything() throws {
        var first = try CuffBench(Self.start(), peer: Self.cuff())
        let mark = try #require(first.run().kept.last)
        var peer = try Self.cuff()
        peer.put(try Self.bytes("5b781a4819d71b42000014006996"), at: 0x02AC + 7 * 14)
        var next = try CuffBench(Self.start(stored: mark), peer: peer)
        let log = next.run()
        #expect(log.measurements.filter { $0.userIndex == 1 }.count == 4)
        #expect(log.measurements.filter { $0.userIndex == 2 }.isEmpty)
    }

    @Test func aLostPieceIsAskedForAgain() throws {
        var peer = try Self.cuff()
        (peer.losesPacket, peer.isReversed) = ([1, 2, 5, 6, 7], true)
        var bench = try CuffBench(Self.start(), peer: peer)
        let log = bench.run()
        #expect(log.end == .done && log.measurements.count == 8)
        peer.losesPacket = Set(4...400)
        var deaf = try CuffBench(Self.start(), peer: peer)
        let silent = deaf.run()
        guard case .fail = silent.end else {
            Issue.record("a cuff that does not answer ends with \(silent.end)")
            return
        }
        #expect(silent.writes.last?.bytes == OmronCuffLink.end, "the cuff shows an error without an end")
    }

    @Test func aDamagedRecordIsReported() throws {
        var peer = try Self.cuff()
        peer.put([0x33], at: 0x02E4)
        var bench = try CuffBench(Self.start(), peer: peer)
        let log = bench.run()
        #expect(log.unreadable == 1 && log.measurements.count == 7)
    }

    @Test func theCuffsOwnErrorEndsTheLink() throws {
        var peer = try Self.cuff()
        peer.failsPacket = [3]
        var bench = try CuffBench(Self.start(), peer: peer)
        guard case .fail = bench.run().end else {
            Issue.record("the link goes on")
            return
        }
    }

    /// The clock of a HEM-6232T and its records, both captured (eigger/hass-omron#11).
    @Test func theClockIsReadAndTheDisputedBitsAreNotNamed() throws {
        var peer = CuffPeer()
        peer.key = Self.key
        peer.put(try Self.bytes("8000400480008000"), at: 0x0260)
        peer.put(try Self.bytes("50c0000300000000051a080e211d7986"), at: 0x028C)
        let records = [
            "4b635a3312271c6c000000ad56a9", "536e5a33122c1800000000aead52", "4a635a3d122d1247000000af748b",
            "4b6a5a3c122d1c9a000000b00ff0",
        ]
        peer.put(try Self.bytes(records.joined()), at: 0x0860)
        var bench = try CuffBench(Self.start("HEM-6232T-E"), peer: peer)
        let log = bench.run()
        #expect(log.clock?.description == "2026-05-14T08:29:33")
        #expect(log.measurements.map(\.sequence) == [173, 174, 175, 176])
        #expect(log.measurements.map(\.userIndex) == [2, 2, 2, 2])
        let flags = log.measurements.flatMap { $0.context?.statusFlags ?? [] }
        #expect(!flags.contains("irregular_pulse") && !flags.contains("body_movement"))
    }

    /// A captured record of a model with one channel (eigger/hass-omron#7), unlocked with a token.
    @Test func aModelOfOneChannelIsReadByCommands() throws {
        var peer = CuffPeer()
        (peer.isClassic, peer.opening) = (false, .token)
        peer.put(try Self.bytes("0240000000800080"), at: 0x0260)
        peer.put(try Self.bytes("6754411af1074b13000015008100"), at: 0x02F6)
        var bench = try CuffBench(DriverStart(device: DeviceIdentity(model: "HEM-7142T2"), mtu: 67), peer: peer)
        let log = bench.run()
        #expect(log.end == .done)
        #expect(log.measurements.map { $0.measurements.map(\.value.description) } == [["128", "84", "65"]])
        #expect(log.measurements.first?.sequence == 21 && log.measurements.first?.userIndex == nil)
        #expect(log.writes.first?.bytes.first == 0x11)
        #expect(log.writes.dropFirst().allSatisfy { $0.isCommand })
        var narrow = try CuffBench(DriverStart(device: DeviceIdentity(model: "HEM-7142T2"), mtu: 23), peer: peer)
        guard case .fail = narrow.run().end else {
            Issue.record("a link that carries no record is used")
            return
        }
    }
}
