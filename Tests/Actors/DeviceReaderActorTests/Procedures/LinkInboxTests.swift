import DeviceCodecs
import FoundationEssentials
import Testing

@testable import DeviceReaderActor

@Suite struct LinkInboxTests {
    private let inbox = LinkInbox()

    private func pushFrames(_ count: Int) {
        for _ in 0..<count { inbox.push(.frame(.glucoseMeasurement, [1], at: .distantPast, after: .zero)) }
    }

    private func isGap(_ event: LinkInbox.Event?, of dropped: Int) -> Bool {
        guard case .gap(dropped) = event else { return false }
        return true
    }

    @Test func aFullInboxCountsWhatItDropsInOneGap() {
        pushFrames(LinkInbox.limit + 1_000)
        let events = inbox.take()
        #expect(events.count == LinkInbox.limit + 1)
        #expect(isGap(events.last, of: 1_000))
    }

    @Test func aGapOfTheRadioIsCountedWithThoseOfTheInbox() {
        pushFrames(LinkInbox.limit + 1)
        inbox.push(.gap(dropped: 5))
        pushFrames(2)
        inbox.push(.ended)
        let events = inbox.take()
        #expect(events.count == LinkInbox.limit + 2)
        #expect(isGap(events.dropLast().last, of: 8))
    }

    @Test func anInboxThatWasEmptiedHoldsFramesAgain() {
        pushFrames(LinkInbox.limit + 1)
        _ = inbox.take()
        pushFrames(2)
        #expect(inbox.take().count == 2)
        #expect(inbox.isEmpty)
    }
}
