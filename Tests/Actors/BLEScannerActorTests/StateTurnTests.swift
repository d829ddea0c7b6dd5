import Testing

@testable import BLEScannerActor

@Suite struct StateTurnTests {
    @Test func aStateIsPublishedByOneAtATimeAndAgainIfItChangedMeanwhile() {
        var turn = StateTurn()
        let isFirst = turn.take()
        let isDue = turn.isDue()
        #expect(isFirst && isDue)
        // While the first state is gathered, two more changes are reported.
        let others = [turn.take(), turn.take()]
        #expect(others == [false, false])
        let again = [turn.isDue(), turn.isDue()]
        #expect(again == [true, false], "the state that was gathered may be older than the changes")
        let next = turn.take()
        #expect(next, "the turn has ended")
    }
}
