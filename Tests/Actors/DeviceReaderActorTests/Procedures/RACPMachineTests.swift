import DeviceCodecs
import SeededRandom
import Testing

@testable import DeviceReaderActor

@Suite struct RACPMachineTests {
    private let second = Duration.seconds(1)

    private func machine(_ quirks: Set<DeviceQuirk> = [], mark: MemoryMark? = nil) -> RACPMachine {
        RACPMachine(mark: mark, rules: LinkRules(quirks))
    }

    private let record = ScriptedMeter.record(3).frame

    @Test func aCountIsFollowedByAPauseWhereTheModelNeedsIt() {
        var machine = machine([.countPause])
        #expect(machine.start(at: .zero) == [.write([4, 1])])
        #expect(machine.answered([5, 0, 2, 0], at: second).isEmpty)
        #expect(machine.deadline == second + .milliseconds(500))
        #expect(machine.tick(at: second + .milliseconds(499)).isEmpty)
        #expect(machine.tick(at: second + .milliseconds(500)) == [.write([1, 1])])
    }

    @Test func procedureInProgressIsAbortedAndTriedAgain() {
        var machine = machine()
        _ = machine.start(at: .zero)
        #expect(machine.wrote(.busy, at: second) == [.write([3, 0])])
        #expect(machine.answered([6, 0, 3, 1], at: second).isEmpty)
        #expect(machine.deadline == second * 2)
        #expect(machine.tick(at: second * 2) == [.write([4, 1])])
        // The second time it waits longer, and the third time it gives up.
        #expect(machine.answered([6, 0, 4, 8], at: second * 3) == [.write([3, 0])])
        #expect(machine.tick(at: second * 6).isEmpty)
        #expect(machine.tick(at: second * 11) == [.write([4, 1])])
        #expect(machine.wrote(.busy, at: second * 12) == [.end(.failed(.busy))])
    }

    @Test func aMissingSubscriptionIsMadeAnewOnce() {
        var machine = machine()
        _ = machine.start(at: .zero)
        #expect(machine.wrote(.notSubscribed, at: second) == [.resubscribe])
        #expect(machine.subscribed(nil, at: second) == [.write([4, 1])])
        #expect(machine.wrote(.notSubscribed, at: second) == [.end(.failed(.notSubscribed))])
    }

    @Test func thirtySecondsOfSilenceEndTheProcedureWithoutAnother() {
        var machine = machine()
        _ = machine.start(at: .zero)
        _ = machine.answered([5, 0, 2, 0], at: second)
        _ = machine.record(record, at: second * 20)
        #expect(machine.deadline == second * 50)
        #expect(machine.tick(at: second * 49).isEmpty)
        #expect(machine.tick(at: second * 50) == [.end(.partial(.silence))])
        #expect(machine.deadline == nil)
        #expect(machine.stop(at: second * 51).isEmpty)
        #expect(machine.linkEnded().isEmpty)
    }

    @Test func aMeterThatNeverAnswersHasNoReading() {
        var machine = machine()
        _ = machine.start(at: .zero)
        #expect(machine.tick(at: second * 30) == [.end(.noReading)])
    }

    @Test(arguments: [(false, 600), (true, 40)]) func aMeterThatSendsForEverIsAborted(repeats: Bool, end: Int) {
        var machine = machine()
        _ = machine.start(at: .zero)
        _ = machine.answered([5, 0, 2, 0], at: .zero)
        var now = Duration.zero
        var outputs: [RACPMachine.Output] = []
        while outputs.isEmpty, now < second * 1_000 {
            now += second * 10
            var frame = record
            // The record's number.
            if !repeats { frame[1] = UInt8(now / second / 10) }
            _ = machine.record(frame, at: now)
            outputs = machine.tick(at: now)
        }
        #expect(outputs == [.write([3, 0])])
        #expect(now == second * end)
        #expect(machine.answered([6, 0, 3, 1], at: now) == [.end(.partial(.tooLong))])
    }

    @Test func stoppingAbortsAndKeepsWhatStillComes() {
        var machine = machine()
        _ = machine.start(at: .zero)
        _ = machine.answered([5, 0, 2, 0], at: .zero)
        #expect(machine.stop(at: second) == [.write([3, 0])])
        #expect(machine.record(record, at: second).isEmpty)
        #expect(machine.records.count == 1)
        #expect(machine.tick(at: second * 3).isEmpty)
        // A meter that does not answer the abort is given up after three seconds.
        #expect(machine.tick(at: second * 4) == [.end(.stopped)])
    }

    @Test func anUnpairedMeterSaysSo() {
        var machine = machine()
        _ = machine.start(at: .zero)
        #expect(machine.wrote(.notPaired, at: second) == [.end(.failed(.notPaired))])
    }

    /// If the device did not answer, no other procedure may be started on the link.
    @Test func aMeterThatDoesNotAnswerIsAskedNothingMore() {
        var machine = machine()
        _ = machine.start(at: .zero)
        #expect(machine.wrote(.silent, at: second * 30) == [.end(.failed(.silent))])
        #expect(ReadFailure(.failed(.silent)).code == "readingTimeout")
    }

    @Test func oneRecordThatComesTwiceCountsOnce() {
        var machine = machine()
        _ = machine.start(at: .zero)
        _ = machine.answered([5, 0, 2, 0], at: .zero)
        for _ in 0..<2 { _ = machine.record(record, at: second) }
        // Two were announced and one arrived, so it asks again.
        #expect(machine.answered([6, 0, 1, 1], at: second).isEmpty)
        #expect(machine.tick(at: second + .milliseconds(500)).isEmpty)
        #expect(machine.tick(at: second * 2) == [.write([1, 1])])
    }

    @Test func aLateRecordIsWaitedForAfterTheLastWord() {
        var machine = machine()
        _ = machine.start(at: .zero)
        _ = machine.answered([5, 0, 1, 0], at: .zero)
        #expect(machine.answered([6, 0, 1, 1], at: second).isEmpty)
        _ = machine.record(record, at: second)
        // The number of received records is compared with a count made after the report.
        #expect(machine.tick(at: second + .milliseconds(500)) == [.write([4, 1])])
        #expect(machine.answered([5, 0, 1, 0], at: second * 2) == [.end(.done)])
        #expect(machine.isWhole)
    }

    /// A meter that drops the link, falls silent or refuses after the report has been read, but may not be complete.
    @Test(arguments: 0..<4)
    func aMeterThatDoesNotCountTwiceIsDoneAllTheSame(way: Int) {
        var machine = machine()
        _ = machine.start(at: .zero)
        _ = machine.answered([5, 0, 1, 0], at: .zero)
        _ = machine.record(record, at: .zero)
        #expect(machine.answered([6, 0, 1, 1], at: .zero) == [.write([4, 1])])
        let outputs =
            switch way {
            case 0: machine.linkEnded()
            case 1: machine.tick(at: second * 30)
            case 2: machine.wrote(.busy, at: second)
            default: machine.answered([6, 0, 4, 2], at: second)
            }
        #expect(outputs == [.end(.done)])
        #expect(!machine.isWhole)
    }

    @Test func aMeterThatCountsAndSendsNothingIsAFailure() {
        var machine = machine()
        var now = Duration.zero
        _ = machine.start(at: now)
        _ = machine.answered([5, 0, 9, 0], at: now)
        var end: [RACPMachine.Output] = []
        for _ in 0..<10 where machine.deadline != nil {
            now += second
            if case .asking = machine.state {
                _ = machine.answered([6, 0, 1, 1], at: now)
            } else {
                end = machine.tick(at: now)
            }
        }
        #expect(end == [.end(.failed(.other("the device reports records but sends none")))])
    }

    /// With any inputs it ends once, and never has two open requests.
    @Test(arguments: 0..<100)
    func anythingEndsOnce(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let mark = MemoryMark(first: 1, last: 3, checksum: 1, isComplete: Bool.random(using: &random))
        var machine = machine([], mark: Bool.random(using: &random) ? mark : nil)
        var ends = 0
        var now = Duration.zero
        func count(_ outputs: [RACPMachine.Output]) {
            let requests = outputs.filter { if case .write(let bytes) = $0 { bytes != [3, 0] } else { false } }
            #expect(requests.count <= 1)
            ends += outputs.filter { if case .end = $0 { true } else { false } }.count
        }
        count(machine.start(at: now))
        for step in 0..<1_500 {
            // After a while no more inputs arrive.
            let kind = step < 400 ? UInt64.random(in: 0..<8, using: &random) : 7
            now += .milliseconds(Int.random(in: 0...4_000, using: &random))
            switch kind {
            case 0: count(machine.answered([5, 0, UInt8.random(in: 0...9, using: &random), 0], at: now))
            case 1:
                let request = UInt8.random(in: 1...4, using: &random)
                count(machine.answered([6, 0, request, UInt8.random(in: 0...12, using: &random)], at: now))
            case 2, 3: count(machine.record(ScriptedMeter.record(.random(in: 1...9, using: &random)).frame, at: now))
            case 4:
                let failures: [StepFailure?] = [nil, nil, .busy, .notSubscribed, .other("x")]
                count(machine.wrote(failures.randomElement(using: &random) ?? nil, at: now))
            case 5: machine.context(.random(in: 1...9, using: &random), at: now)
            case 6: count(machine.subscribed(nil, at: now))
            default: count(machine.tick(at: now))
            }
        }
        #expect(ends == 1)
        #expect(machine.deadline == nil)
        #expect(now > .zero)
    }
}
