import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

/// Models that send one value a second, or only the final one: however links break, no measurement becomes two.
@Suite struct LoneValueTests {
    typealias Bench = StreamBench<ChoiceMMedStream>

    private static let accepted: [UInt8] = [0x55, 0xAA, 0x03, 0xB1, 0x00, 0xB4]

    private func bench() -> Bench {
        var bench = Bench(ChoiceMMedStream.notifying + [ChoiceMMedStream.requestChannel])
        bench.answer = { _ in [(ChoiceMMedStream.replies, Self.accepted)] }
        return bench
    }

    private func value(_ spo2: UInt8, at time: Double) -> Bench.Event {
        let body: [UInt8] = [0x03, spo2, 77]
        let frame = [0x55, 0xAA] + body + [body.reduce(0, &+)]
        return Bench.Event(at: time, channel: ChoiceMMedStream.results, bytes: frame)
    }

    private func broken(at time: Double) -> Bench.Event {
        Bench.Event(at: time, channel: ChoiceMMedStream.results, bytes: nil)
    }

    private func stream(_ spo2: UInt8 = 97, until end: Int = 20) -> [Bench.Event] {
        (1...end).map { value(spo2, at: Double($0)) }
    }

    /// Plays links in a row, each with its start in seconds after the first, and returns all results.
    private func play(_ bench: inout Bench, _ links: [(after: Double, events: [Bench.Event])]) -> [DeviceMeasurement] {
        let start = bench.start.now
        return links.flatMap { link in
            bench.start.now = start.addingTimeInterval(link.after)
            return bench.run(link.events).measurements
        }
    }

    /// The keys that identify readings, whatever their revisions.
    private func keys(_ results: [DeviceMeasurement]) -> Set<[UInt8]> {
        Set(results.map { $0.keyBytes + [$0.sequence == nil ? 0 : 1] })
    }

    @Test func aLinkThatBreaksAtTheFirstValueGivesOneReading() throws {
        var bench = bench()
        let results = play(&bench, [(0, [value(96, at: 1), broken(at: 1.5)]), (8, stream())])
        #expect(results.count == 2 && keys(results).count == 1 && Set(results.map(\.sequence)).count == 1)
        let (lone, steady) = (try #require(results.first), try #require(results.last))
        #expect(steady.revision > lone.revision, "the steady result replaces it")
        #expect(lone.sequence != nil, "a key with a number does not depend on the link")
        #expect(bench.start.stored == [1])
    }

    @Test func theResultIsOneAlsoIfTheNextLinkBreaksToo() {
        var bench = bench()
        let results = play(
            &bench,
            [(0, [value(96, at: 1), broken(at: 1.5)]), (8, stream(until: 3) + [broken(at: 3.5)]), (20, stream())]
        )
        #expect(results.count == 2 && keys(results).count == 1)
    }

    @Test func aDeviceThatStreamsHasNoLoneResults() {
        var bench = bench()
        let results = play(&bench, [(0, stream()), (120, [value(95, at: 1), broken(at: 1.5)]), (130, stream(95))])
        #expect(results.count == 2 && keys(results).count == 2)
        #expect(results.allSatisfy { $0.context == nil }, "both are steady")
    }

    @Test func aFinalValueThatIsSentAgainIsOneReading() {
        var bench = bench()
        let results = play(
            &bench,
            [(0, [value(96, at: 1), broken(at: 1.5)]), (30, [value(96, at: 1), broken(at: 2)])]
        )
        #expect(results.count == 2 && keys(results).count == 1)
    }

    @Test func anotherPersonsFinalValueIsAnotherReading() {
        var bench = bench()
        let results = play(
            &bench,
            [
                (0, [value(96, at: 1), broken(at: 1.5)]), (30, [value(94, at: 1), broken(at: 2)]),
                (60, [value(91, at: 1), broken(at: 2)]),
            ]
        )
        #expect(results.count == 3 && keys(results).count == 3)
    }

    /// After a regular end of the link the device knows that its value arrived.
    @Test func equalFinalValuesOfLinksThatEndInOrderAreTwoReadings() {
        var bench = bench()
        let results = play(&bench, [(0, [value(96, at: 1)]), (30, [value(96, at: 1)])])
        #expect(results.count == 2 && keys(results).count == 2)
        #expect(bench.start.stored?.isEmpty == true)
    }

    @Test func aMinuteLaterItIsAnotherFinger() {
        var bench = bench()
        let results = play(&bench, [(0, [value(96, at: 1), broken(at: 1.5)]), (90, stream(96))])
        #expect(results.count == 2 && keys(results).count == 2)
    }

    @Test func aFingerThatLeavesIsForgotten() {
        var bench = bench()
        let results = play(&bench, [(0, [value(96, at: 1), value(0, at: 2), broken(at: 2.5)]), (10, stream(96))])
        #expect(results.count == 1)
    }

    @Test func whatIsStoredIsReadBack() {
        var lone = LoneValue(nil)
        lone.take([1, 2, 3], count: 1, at: 1_800_000_000_123)
        #expect(lone.stored == [0, 0, 0, 1, 0xA3, 0x18, 0x5C, 0x50, 0x7B, 1, 2, 3])
        for count in 0...lone.stored.count {
            var other = LoneValue(Array(lone.stored.prefix(count)))
            other.take([1, 2, 3], count: 1, at: 1_800_000_030_000)
            #expect(other.first?.since == (count == 12 ? 1_800_000_000_123 : 1_800_000_030_000))
        }
    }
}
