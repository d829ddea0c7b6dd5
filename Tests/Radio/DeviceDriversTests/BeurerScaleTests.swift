import DeviceCodecs
import DevicePeers
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

/// The driver of Beurer's scales, tested with users, memories and weighings.
@Suite struct BeurerScaleTests {
    typealias Bench = DriverBench<BeurerScalePeer>

    /// 2023-11-14 22:13:20 UTC.
    private static let now = 1_700_000_000

    private func start(stored: [UInt8]? = nil, name: String? = "BF700") -> DriverStart {
        DriverStart(
            device: DeviceIdentity(name: name),
            now: Date(timeIntervalSince1970: Double(Self.now)),
            utcOffset: 3_600,
            stored: stored
        )
    }

    private func scale(_ counts: [Int], live: (user: Int, seconds: Int)? = nil) -> BeurerScalePeer {
        var scale = BeurerScalePeer()
        scale.users = counts.enumerated().map { user, count in
            let times = (0..<count).map { Self.now - 86_400 * (count - $0) + user }
            return BeurerScalePeer.user(
                user,
                results: times.map { BeurerScalePeer.weighing($0, twentieths: 1_400 + user) }
            )
        }
        scale.planned = live.map { (BeurerScalePeer.weighing($0.seconds), BeurerScalePeer.user($0.user)) }
        return scale
    }

    @Test func usersMemoriesAndTheWeighingAreRead() throws {
        var bench = try Bench(start(), peer: scale([3, 2], live: (1, Self.now)))
        let log = bench.run()
        #expect(log.end == .done && log.unreadable == 0)
        #expect(log.measurements.map(\.userIndex).sorted { ($0 ?? 0) < ($1 ?? 0) } == [1, 1, 1, 2, 2, 2])
        let weighing = try #require(log.measurements.first { $0.time?.text == "2023-11-14T23:13:20" })
        #expect(weighing.userIndex == 2 && weighing.time?.isReliable == true && weighing.type == .weight)
        let values = Dictionary(uniqueKeysWithValues: weighing.measurements.map { ($0.metric, $0.value) })
        let expected: [MetricName: DecimalNumber] = [
            .bodyWeight: 80, .bodyImpedance: 500, .bodyFat: DecimalNumber(mantissa: 235, exponent: -1),
            "body_muscle": DecimalNumber(mantissa: 315, exponent: -1), .basalMetabolicRate: 2_193,
            .bmi: DecimalNumber(mantissa: 365, exponent: -1), "body_water": DecimalNumber(mantissa: 360, exponent: -1),
        ]
        #expect(values == expected)
        #expect(!log.writes.contains { [0x31, 0x32, 0x40, 0x43].contains($0.bytes[1]) || $0.bytes[0] & 0x0F == 9 })
    }

    @Test func whatIsReadIsNotReadAgain() throws {
        var first = try Bench(start(), peer: scale([3, 2]))
        let kept = first.run().kept.last
        var second = try Bench(start(stored: kept), peer: scale([4, 2]))
        let log = second.run()
        // Of the peer's four weighings, the oldest was not read.
        #expect(log.end == .done && log.measurements.count == 1)
    }

    /// A live weighing is also in the memory, with the same bytes.
    @Test func aWeighingAndItsCopyInTheMemoryAreOne() throws {
        var live = try Bench(start(), peer: scale([0, 0], live: (1, Self.now)))
        let seen = try #require(live.run().measurements.first)
        var copy = scale([0, 0])
        copy.users[1].results = [BeurerScalePeer.weighing(Self.now)]
        var bench = try Bench(start(), peer: copy)
        let stored = try #require(bench.run().measurements.first)
        #expect(seen.keyBytes == stored.keyBytes && seen.time == stored.time && seen.sequence == stored.sequence)
        var next = try Bench(start(stored: live.log.kept.last), peer: copy)
        #expect(next.run().measurements.isEmpty)
    }

    @Test(arguments: 1...40) func aLinkThatBreaksGoesOn(writes: Int) throws {
        var broken = try Bench(start(), peer: scale([3, 4]))
        let before = broken.run(cutAfter: writes)
        var next = try Bench(start(stored: before.kept.last), peer: scale([3, 4]))
        let after = next.run()
        let keys = (before.measurements + after.measurements).map(\.keyBytes)
        #expect(after.end == .done && Set(keys).count == 7 && keys.count == 7)
    }

    /// A scale whose clock was never set counts from 1970; a live weighing shows the difference.
    @Test func aWeighingThatIsSeenShowsTheClock() throws {
        var unset = scale([0], live: (0, 5_000))
        unset.users[0].results = [BeurerScalePeer.weighing(1_000)]
        var bench = try Bench(start(), peer: unset)
        let log = bench.run()
        #expect(log.clock?.description == "1970-01-01T02:23:20")
        #expect(log.measurements.count == 2 && log.measurements.allSatisfy { $0.time?.isReliable == true })
        unset.planned = nil
        var blind = try Bench(start(), peer: unset)
        let alone = blind.run()
        #expect(alone.clock == nil && alone.measurements.map { $0.time?.isReliable } == [false])
    }

    @Test func aFreshWeighingInTheMemoryShowsThatTheClockIsRight() throws {
        var fresh = scale([2])
        fresh.users[0].results.append(BeurerScalePeer.weighing(Self.now - 100))
        var bench = try Bench(start(), peer: fresh)
        let log = bench.run()
        #expect(log.clock?.description == "2023-11-14T23:13:20" && log.measurements.count == 3)
    }

    @Test func aPersonWhomTheScaleDoesNotKnowHasNoUser() throws {
        var bench = try Bench(start(), peer: scale([1], live: (7, Self.now)))
        #expect(bench.run().measurements.map(\.userIndex).contains(Reading.unknownUser))
    }

    @Test func aUsersNumberStaysWhenAnotherIsDeleted() throws {
        var first = try Bench(start(), peer: scale([1, 1, 1]))
        let kept = first.run().kept.last
        var fewer = scale([1, 1, 2])
        fewer.users.removeFirst()
        fewer.users.append(BeurerScalePeer.user(9, results: [BeurerScalePeer.weighing(Self.now - 10)]))
        var second = try Bench(start(stored: kept), peer: fewer)
        #expect(second.run().measurements.map(\.userIndex) == [3, 4])
    }

    /// The clock is set once, and only if the scale does not answer otherwise.
    @Test func aScaleThatNeedsItsClockGetsIt() throws {
        var needy = scale([2])
        needy.needsClock = true
        var bench = try Bench(start(), peer: needy)
        let log = bench.run()
        #expect(log.end == .done && log.measurements.count == 2)
        #expect(log.writes.filter { $0.bytes[0] == 0xE9 }.map(\.bytes) == [[0xE9, 0x65, 0x53, 0xF1, 0x00]])
        #expect(log.clock == nil, "what it stored before has the times of another clock")
    }

    @Test func aDeafScaleIsGivenUpWithoutSettingItsClock() throws {
        var deaf = scale([1])
        deaf.isDeaf = true
        var bench = try Bench(start(), peer: deaf)
        let log = bench.run()
        guard case .fail = log.end else {
            Issue.record("a scale that does not answer is waited for")
            return
        }
        #expect(Set(log.writes.map(\.bytes)) == [[0xE6, 0x01], [0xF6, 0x01]])
    }

    @Test(arguments: [("Beurer BF700", 0xF6), ("BF-800", 0xF6), ("RT-Libra-B", 0xF6), ("BF700", 0xE6), ("SBF75", 0xE6)])
    func theModelIsKnownByItsName(name: String, greeting: UInt8) throws {
        var other = scale([1])
        other.start = greeting & 0xF0 | 0x7
        var bench = try Bench(start(name: name), peer: other)
        let log = bench.run()
        #expect(log.writes.first?.bytes == [greeting, 0x01] && log.measurements.count == 1)
        // A misleading name costs one more greeting.
        other.start ^= 0x10
        var misled = try Bench(start(name: name), peer: other)
        #expect(misled.run().measurements.count == 1)
    }

    @Test func whatIsDamagedOrImpossibleIsSaid() throws {
        var odd = scale([1])
        odd.users[0].results = [
            BeurerScalePeer.weighing(Self.now - 9, twentieths: 0), BeurerScalePeer.weighing(Self.now - 8),
        ]
        var bench = try Bench(start(), peer: odd)
        let log = bench.run()
        #expect(log.measurements.count == 1 && log.unreadable == 1)
        odd.cutsResults = true
        var cut = try Bench(start(), peer: odd)
        let damaged = cut.run()
        #expect(damaged.measurements.isEmpty && damaged.unreadable == 1 && damaged.end == .done)
    }

    /// The acknowledgements equal the captured ones, byte by byte.
    @Test func aFrameIsAcknowledgedAsCaptured() {
        #expect(BeurerLink.acknowledgement(of: [0xE7, 0x58, 0x01, 0x06, 0x5E]) == [0xE7, 0xF1, 0x58, 0x01, 0x06])
        #expect(BeurerLink.acknowledgement(of: [0xE7, 0x59, 0x03, 0x03, 0x01]) == [0xE7, 0xF1, 0x59, 0x03, 0x03])
    }

    @Test func marksThatAreDamagedAreNone() {
        var marks = ScaleMarks(stored: nil)
        for user in 0..<12 {
            #expect(marks.index(of: BeurerScalePeer.id(user)) == user + 1)
            for time in 0..<40 { marks.add(UInt32(time), of: BeurerScalePeer.id(user)) }
        }
        #expect(marks.stored.count <= DriverStart.storeLimit)
        let again = ScaleMarks(stored: marks.stored)
        #expect(again.users.map(\.index) == Array(1...12) && again.has(39, of: BeurerScalePeer.id(3)))
        #expect(!again.has(0, of: BeurerScalePeer.id(3)), "the newest are kept")
        for length in 0..<marks.stored.count { _ = ScaleMarks(stored: Array(marks.stored.prefix(length))) }
    }
}
