import Testing

@testable import BLEScannerActor

@Suite struct StateTurnTests {
    @Test func aStateIsPublishedByOneAtATimeAndAgainIfItChangedMeanwhile() {
        var turn = StateTurn()
        #expect(turn.take())
        #expect(turn.isDue())
        // While the first state is gathered, two more changes are reported.
        #expect(!turn.take())
        #expect(!turn.take())
        #expect(turn.isDue(), "the state that was gathered may be older than they are")
        #expect(!turn.isDue())
        #expect(turn.take(), "the turn has ended")
    }
}
