import DeliveryRules
import Testing

struct OutboxWindowTests {
    private func items(_ keys: String...) -> [OutboxItem] { keys.map { OutboxItem(readingKey: $0, revision: 1) } }
    private func at(_ milliseconds: Int64) -> BootInstant { BootInstant(milliseconds: milliseconds) }

    @Test func windowBoundsWhatIsInFlight() {
        var window = OutboxWindow(window: 3, batchLimit: 2, replyDeadline: .seconds(5))
        #expect(window.room == 2)
        window.sent(batch: "x", items: items("a", "b"), now: at(0))
        #expect(window.room == 1)
        window.sent(batch: "y", items: items("b", "c"), now: at(1_000))
        #expect(window.room == 0)
        #expect(window.inFlight == Set(items("a", "b", "c")))
        #expect(window.nextDeadline == at(5_000))
    }

    @Test func onlyAReplyRemoves() {
        var window = OutboxWindow(window: 4, batchLimit: 4, replyDeadline: .seconds(5))
        window.sent(batch: "x", items: items("a", "b"), now: at(0))
        #expect(window.replied(batch: "x", accepted: items("a")) == items("a"))
        #expect(window.inFlight.isEmpty, "b is free to be sent again")
    }

    @Test func silenceSendsAgainAndALateReplyStillCounts() {
        var window = OutboxWindow(window: 4, batchLimit: 4, replyDeadline: .seconds(5))
        window.sent(batch: "x", items: items("a"), now: at(0))
        #expect(window.expire(now: at(4_999)).isEmpty)
        #expect(window.expire(now: at(5_000)) == ["x"])
        #expect(window.unansweredInARow == 1)
        window.sent(batch: "y", items: items("a"), now: at(5_000))
        #expect(window.replied(batch: "x", accepted: items("a")) == items("a"))
        #expect(window.inFlight.isEmpty)
        #expect(window.unansweredInARow == 0)
        #expect(window.nextDeadline == nil)
    }

    @Test func anotherRevisionIsAnotherItem() {
        var window = OutboxWindow()
        let (old, new) = (OutboxItem(readingKey: "a", revision: 1), OutboxItem(readingKey: "a", revision: 2))
        window.sent(batch: "x", items: [old], now: at(0))
        window.sent(batch: "y", items: [new], now: at(0))
        _ = window.replied(batch: "x", accepted: [old])
        #expect(window.inFlight == [new])
    }

    @Test func ledgerEntryKeepsWhatIsSure() {
        let error = DeliveryError(code: "timeout", message: "")
        var entry = AttemptLedgerEntry(logID: "a", revision: 1, fence: 1)
        #expect(entry.isPossiblySent)
        #expect(entry.confirm() == false, "an attempt without outcome cannot be confirmed")
        #expect(entry.answer(.retry(afterMilliseconds: 0, possiblySent: true, error: error)) == true)
        #expect(entry.isPossiblySent)
        #expect(entry.answer(.done(serverID: "s")) == true, "a lookup found it")
        #expect(entry.answer(.failed(error)) == false)
        #expect(entry.unconfirmedOutcome == .done(serverID: "s"))
        #expect(entry.confirm() == true)
        #expect(entry.unconfirmedOutcome == nil)
        #expect(!entry.isPossiblySent)
    }
}
