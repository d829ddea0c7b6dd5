import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

/// The rule that all streams share, tested with the simplest protocol.
@Suite struct StreamRuleTests {
    typealias Bench = StreamBench<JumperStream>
    private let channel = JumperStream.values

    private func frames(_ times: ClosedRange<Int>, _ spo2: (Int) -> UInt8) -> [Bench.Event] {
        Bench.frames(times, on: channel) { [0x81, 70 + UInt8($0 % 3), spo2($0), 0x44] }
    }

    private func run(_ events: [Bench.Event]) -> Bench.Log {
        var bench = Bench([channel])
        return bench.run(events)
    }

    private func failure(_ events: [Bench.Event]) -> String { run(events).failure ?? "no failure" }

    @Test func aSteadyFingerIsOneResult() {
        let log = run(frames(1...30) { $0 % 3 == 0 ? 97 : 96 })
        #expect(log.isDone && log.measurements.count == 1 && log.measuredAt == 9)
        // The median of the last 8 s, not the latest value.
        #expect(log.result == "spo2 96, pulse 72, pulse_amplitude_index 6.8")
        #expect(log.measurements.first?.time == nil && log.measurements.first?.sequence == nil)
    }

    @Test func wildValuesWaitUntilTheyAreSteady() {
        let log = run(frames(1...40) { $0 < 12 ? 85 + UInt8($0) : 97 })
        #expect(log.isDone && log.measuredAt == 19)
    }

    @Test func aStreamThatNeverSteadiesSaysSo() {
        let log = run(frames(1...100) { 80 + UInt8($0 % 4) * 5 })
        #expect(log.measurements.isEmpty && log.endedAt == 61)
        #expect(log.failure?.contains("did not become steady") == true)
    }

    @Test func aFingerThatLeavesEndsTheMeasurement() {
        // After 4 s within 2 % it is a result with a flag; before that, the finger may return.
        let early = run(frames(1...7) { $0 < 7 ? 97 : 127 })
        #expect(early.isDone && early.measuredAt == 7)
        #expect(early.result?.hasSuffix("not_settled") == true)
        let twice = run(frames(1...3) { $0 < 3 ? 97 : 0 } + frames(20...40) { _ in 95 })
        #expect(twice.isDone && twice.measuredAt == 28 && twice.result?.hasPrefix("spo2 95") == true)
        #expect(failure(frames(1...100) { $0 % 3 == 0 ? 127 : 97 }).contains("left the oximeter"))
    }

    @Test func noFingerAndNoFramesAreTold() {
        #expect(failure(frames(1...100) { _ in 127 }).contains("no finger"))
        #expect(failure([]).contains("no finger"))
        #expect(run([]).endedAt == 60 && run([]).readyAt == 0)
    }

    /// Three silent seconds end an episode: the next value starts a new one.
    @Test func silenceEndsAnEpisode() {
        let log = run(frames(1...3) { _ in 97 } + frames(10...30) { _ in 97 })
        #expect(log.measuredAt == 18)
        let enough = run(frames(1...6) { _ in 97 })
        #expect(enough.isDone && enough.result?.hasSuffix("not_settled") == true)
    }

    /// The oximeter may switch off when the finger leaves.
    @Test func theEndOfTheLinkIsTheEndOfTheFinger() {
        let end = Bench.Event(at: 7, channel: channel, bytes: nil)
        #expect(run(frames(1...6) { _ in 97 } + [end]).measurements.count == 1)
        #expect(run(frames(1...3) { _ in 97 } + [end]).measurements.isEmpty)
    }

    /// The same values at another time are another result, whichever link they came on.
    @Test func twoResultsOfOneDeviceHaveDifferentKeys() throws {
        var bench = Bench([channel])
        let events = frames(1...30) { _ in 97 }
        let first = try #require(bench.run(events).measurements.first)
        bench.start.now += 60
        let second = try #require(bench.run(events).measurements.first)
        #expect(first.measurements == second.measurements && first.keyBytes != second.keyBytes)
        #expect(first.keyBytes.prefix(8) == [0, 0, 1, 0xA3, 0x18, 0x5C, 0x53, 0xE8], "1800000001000 ms")
    }

    @Test func damageIsToldOnceAndTheStreamIsStillRead() {
        let log = run(
            frames(1...30) { _ in 97 }.flatMap { [Bench.Event(at: $0.at, channel: channel, bytes: [1]), $0] }
        )
        #expect(log.unreadable == 1 && log.measurements.count == 1)
        let nothing = run(Bench.frames(1...100, on: channel) { _ in [0x42] })
        #expect(nothing.unreadable == 1 && nothing.failure?.contains("cannot be decoded") == true)
    }

    @Test func aDeviceWithoutTheServiceIsAnotherModel() {
        var bench = Bench([.continuousOximetry])
        #expect(bench.run().failure?.contains("another model") == true)
    }
}
