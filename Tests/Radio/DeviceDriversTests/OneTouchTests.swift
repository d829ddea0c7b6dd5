import DeviceCodecs
import DevicePeers
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

extension OneTouchPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = OneTouchMeter.self

    /// A record with a number and a value; its time increases with the number.
    static func record(_ number: Int, value: Int, control: Bool = false) -> [UInt8] {
        record(number, seconds: 800_000_000 + 600 * number, value: value, isControl: control)
    }
}

/// A meter with stored records, which answers in pieces of 19 bytes.
typealias TestStripMeter = OneTouchPeer

/// The meters' driver, tested with memories of captured records and clocks.
@Suite struct OneTouchTests {
    typealias Bench = DriverBench<TestStripMeter>

    private func start(_ now: Int = 900_000_000, offset: Int = 0, stored: [UInt8]? = nil) -> DriverStart {
        var start = DriverStart(
            device: DeviceIdentity(),
            now: Date(timeIntervalSince1970: Double(now + OneTouchLink.epoch)),
            utcOffset: offset,
            stored: stored
        )
        start.utcOffsetAt = { _ in offset }
        return start
    }

    private func meter(_ numbers: ClosedRange<Int>) -> TestStripMeter {
        var meter = TestStripMeter()
        meter.records = numbers.reversed().map { TestStripMeter.record($0, value: 50 + $0) }
        meter.clock = 900_000_000
        return meter
    }

    /// The requests equal those of a captured log (Gadgetbridge's tests), byte by byte.
    @Test func theRequestsAreTheCapturedOnes() throws {
        func bytes(_ hex: String) throws -> [UInt8] { try CharacteristicDecoder.bytes(hex: hex) }
        #expect(try OneTouchLink.piece(OneTouchLink.clock) == bytes("0102090004200203f9c3"))
        #expect(try OneTouchLink.piece(OneTouchLink.record(0)) == bytes("01020c0004310200000003a955"))
        #expect(try OneTouchLink.piece(OneTouchLink.record(45)) == bytes("01020c000431022d000003615b"))
        let whole = try bytes("02180004063a0000060014e3ac23dd000000fd0a00039866")
        let message = try #require(OneTouchLink.message(whole))
        let record = try #require(OneTouchRecord(message))
        #expect(record.offset == 58 && record.number == 6 && record.value == 221 && !record.isControl)
    }

    @Test func aWholeMemoryIsReadFromTheOldestOn() throws {
        var bench = try Bench(start(), peer: meter(1...20))
        let log = bench.run()
        #expect(log.end == .done && log.measurements.map(\.sequence) == (1...20).map { UInt64($0) })
        #expect(log.measurements.first?.measurements.first?.value == 51)
        #expect(log.measurements.first?.context?.meal == "before_meal")
        #expect(log.kept.last == [20, 0])
        // A two-piece reply is acknowledged by the number of remaining pieces, a one-piece reply by 81.
        #expect(bench.peer.acknowledged.prefix(4) == [0x81, 0x81, 0x82, 0x81])
    }

    @Test(arguments: [0, 1, 2, 7, 19, 20, 150]) func onlyNewRecordsAreRead(known: Int) throws {
        var bench = try Bench(start(stored: [UInt8(known), 0]), peer: meter(1...150))
        let log = bench.run()
        let numbers = (1...150).dropFirst(known).map { UInt64($0) }
        #expect(log.end == .done && log.measurements.compactMap(\.sequence) == numbers)
        let limit = 2 + 1 + 8 + (150 - known)
        #expect(log.writes.filter { $0.bytes.count > 1 }.count <= limit, "the oldest new record is found by halving")
    }

    @Test func aMeterWhoseNumbersBeganAgainIsReadWhole() throws {
        var bench = try Bench(start(stored: [200, 0]), peer: meter(1...5))
        #expect(bench.run().measurements.count == 5)
    }

    @Test(arguments: 1...40) func aLinkThatBreaksGoesOn(writes: Int) throws {
        var broken = try Bench(start(), peer: meter(1...15))
        let before = broken.run(cutAfter: writes)
        var next = try Bench(start(stored: before.kept.last), peer: meter(1...15))
        let after = next.run()
        let keys = (before.measurements + after.measurements).map(\.keyBytes)
        #expect(after.end == .done && Set(keys).count == 15)
    }

    @Test func aLostPieceIsAskedForAgain() throws {
        var lossy = meter(1...3)
        lossy.losses = 3
        var bench = try Bench(start(), peer: lossy)
        #expect(bench.run().measurements.count == 3)
        lossy.losses = 1_000
        var deaf = try Bench(start(), peer: lossy)
        guard case .fail = deaf.run().end else {
            Issue.record("a meter that does not answer is waited for")
            return
        }
    }

    /// The apps set the clock to UTC; summer and winter records then get the local time of their season.
    @Test func aClockInUTCIsShownAsLocalTime() throws {
        var utc = start(offset: 7_200)
        utc.utcOffsetAt = { $0.timeIntervalSince1970 < Double(800_000_900 + OneTouchLink.epoch) ? 3_600 : 7_200 }
        var bench = try Bench(utc, peer: meter(1...2))
        let log = bench.run()
        #expect(log.measurements.map { $0.time?.text } == ["2025-05-08T07:23:20", "2025-05-08T08:33:20"])
        #expect(log.clock?.description == "2028-07-08T18:00:00")
        // A meter in local time gives its time unchanged.
        var local = try Bench(start(900_000_000 - 7_200, offset: 7_200), peer: meter(1...2))
        #expect(local.run().measurements.first?.time?.text == "2025-05-08T06:23:20")
    }

    @Test func whatIsOutOfRangeOrNobodysIsSaid() throws {
        var odd = meter(1...1)
        odd.records = [
            TestStripMeter.record(3, value: 601), TestStripMeter.record(2, value: 19),
            TestStripMeter.record(1, value: 110, control: true),
        ]
        var bench = try Bench(start(), peer: odd)
        let found = bench.run().measurements
        #expect(found.map(\.isPatient) == [false, true, true])
        #expect(found.map { $0.context?.outOfBounds.first?.direction } == [nil, .low, .high])
        #expect(found.map(\.measurements.count) == [1, 0, 0])
    }

    @Test func aMeterThatIsNotPairedSaysSo() throws {
        var strange = meter(1...2)
        strange.isStrange = true
        var bench = try Bench(start(), peer: strange)
        #expect(bench.run().end == .unpaired)
        var empty = try Bench(start(), peer: TestStripMeter())
        let log = empty.run()
        #expect(log.end == .done && log.measurements.isEmpty)
    }
}
