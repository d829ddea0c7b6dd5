import DeviceCodecs
import DevicePeers
import Testing
import VitalRecords

@testable import DeviceDrivers

/// The memory of Omron's scales, with records that openScale's test assembles from the maker's field table.
@Suite struct OmronScaleTests {
    private static let key = [UInt8](0x20..<0x30)
    private static let record = "00003ac85f024e183b6d223389cc0000000000000000000000005a8000000000"

    private func start(stored: [UInt8]? = nil) -> DriverStart {
        DriverStart(device: DeviceIdentity(model: "HBF-227T"), stored: stored, secret: Self.key)
    }

    /// A scale with records of its first user at places 3 and 4, and one of its third user at place 29.
    private func scale() throws -> CuffPeer {
        var peer = CuffPeer()
        peer.key = Self.key
        let record = try CharacteristicDecoder.bytes(hex: Self.record)
        var earlier = record
        earlier[13] -= 1
        peer.put([0x45, 0xFF, 0x00, 0xFF, 2, 0, 0, 0], at: 0x01A0)
        peer.put(earlier, at: 0x02C0 + 3 * 32)
        peer.put(record, at: 0x02C0 + 4 * 32)
        peer.put(record, at: 0x0A80 + 29 * 32)
        return peer
    }

    @Test func eachUsersWeighingsAreRead() throws {
        var bench = try CuffBench(start(), peer: scale())
        let log = bench.run()
        #expect(log.end == .done && log.unreadable == 0 && log.writes.last?.bytes == OmronCuffLink.end)
        #expect(log.measurements.map(\.userIndex) == [1, 1, 3])
        let times = ["2024-03-17T07:45:11", "2024-03-17T07:45:12", "2024-03-17T07:45:12"]
        #expect(log.measurements.compactMap { $0.time?.text } == times)
        let values = Dictionary(
            uniqueKeysWithValues: try #require(log.measurements.first).measurements.map { ($0.metric, $0.value) }
        )
        #expect(values[.bodyWeight] == DecimalNumber(mantissa: 724, exponent: -1))
        #expect(values[.bodyFat] == DecimalNumber(mantissa: 235, exponent: -1) && values["visceral_fat"] == 8)
        #expect(log.measurements.allSatisfy { $0.type == .weight })
    }

    @Test func whatIsReadIsNotReadAgain() throws {
        var first = try CuffBench(start(), peer: scale())
        var second = try CuffBench(start(stored: first.run().kept.last), peer: scale())
        #expect(second.run().measurements.isEmpty)
    }

    @Test(arguments: 1...40) func aLinkThatBreaksGoesOn(writes: Int) throws {
        var broken = try CuffBench(start(), peer: scale())
        let before = broken.run(cutAfter: writes)
        var next = try CuffBench(start(stored: before.kept.last), peer: scale())
        let after = next.run()
        let keys = (before.measurements + after.measurements).map { [UInt8($0.userIndex ?? 0)] + $0.keyBytes }
        #expect(after.end == .done && Set(keys).count == 3)
    }

    @Test func aRecordWithoutAPossibleDateKeepsItsWeight() throws {
        var undated = try scale()
        undated.put([0x00], at: 0x02C0 + 4 * 32 + 11)
        var bench = try CuffBench(start(), peer: undated)
        let log = bench.run()
        #expect(log.measurements.count == 3 && log.measurements.filter { $0.time?.text == nil }.count == 1)
    }

    @Test func aScaleIsCalledAScale() throws {
        var silent = try scale()
        silent.losesPacket = Set(1...100)
        silent.isReversed = false
        var bench = try CuffBench(start(), peer: silent)
        #expect(bench.run().end == .fail("the scale does not answer; switch it off and on, and keep it near the hub"))
    }
}
