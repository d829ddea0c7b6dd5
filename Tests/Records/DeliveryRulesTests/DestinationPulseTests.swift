import DeliveryRules
import Testing

@Suite struct DestinationPulseTests {
    private var pulse = DestinationPulse()

    private func second(_ seconds: Int64) -> BootInstant { .init(milliseconds: seconds * 1_000) }

    private mutating func troubled(at time: Int64) {
        for _ in 0..<3 { pulse.note(.trouble, of: "inform", now: second(time)) }
    }

    @Test mutating func someFailuresAmongSuccessesAreNoTrouble() {
        for time in 0..<100 as Range<Int64> {
            pulse.note(.trouble, of: "inform", now: second(time))
            pulse.note(.trouble, of: "inform", now: second(time))
            pulse.note(.well, of: "inform", now: second(time))
        }
        #expect(pulse.next == nil)
        let due = pulse.due(now: second(1_000))
        #expect(due.isEmpty)
    }

    @Test mutating func probesInTroubleCloselyAndThenSeldom() {
        troubled(at: 0)
        var times: [Int64] = []
        for time in 0..<400 as Range<Int64> {
            let due = pulse.due(now: second(time))
            if !due.isEmpty { times.append(time) }
            #expect(due.isEmpty || due == [.probe("inform")])
        }
        #expect(times.prefix(5) == [2, 6, 14, 22, 30])
        #expect(times.suffix(2) == [362, 392])
    }

    @Test mutating func allIsDueWhenOneGetsThrough() {
        troubled(at: 0)
        pulse.note(.trouble, of: "legacy", now: second(0))
        pulse.note(.well, of: "inform", now: second(3))
        let due = [pulse.due(now: second(3)), pulse.due(now: second(100))]
        #expect(due == [[.hasten("inform")], []])
    }

    @Test mutating func whatFailsAgainAndAgainIsNotTriedWithEachSuccess() {
        var hastened: [Int64] = []
        for time in 0..<60 as Range<Int64> {
            troubled(at: time)
            pulse.note(.well, of: "inform", now: second(time))
            if pulse.due(now: second(time)).contains(.hasten("inform")) { hastened.append(time) }
        }
        #expect(hastened == [0, 10, 20, 30, 40, 50])
    }

    @Test mutating func aStartDoubtsWhatWaits() {
        pulse.doubt("inform", now: second(7))
        #expect(pulse.next == second(9))
        pulse.doubt("inform", now: second(8))
        #expect(pulse.next == second(9))
    }

    @Test mutating func aWaitThatTheDestinationAskedForIsKept() {
        troubled(at: 0)
        pulse.note(.asked(until: second(120)), of: "inform", now: second(1))
        pulse.note(.asked(until: second(60)), of: "inform", now: second(2))
        #expect(pulse.next == second(120))
        pulse.note(.well, of: "inform", now: second(3))
        let due = [pulse.due(now: second(119)), pulse.due(now: second(120)), pulse.due(now: second(121))]
        #expect(due == [[], [.hasten("inform")], []])
        pulse.note(.asked(until: second(130)), of: "legacy", now: second(121))
        #expect(pulse.next == nil)
    }

    @Test mutating func whatCouldNotBeDoneIsDueAgain() {
        troubled(at: 0)
        pulse.note(.well, of: "inform", now: second(1))
        for time in 1...3 as ClosedRange<Int64> {
            let due = pulse.due(now: second(time))
            #expect(due == [.hasten("inform")])
            for act in due { pulse.redo(act, now: second(time)) }
        }
    }
}
