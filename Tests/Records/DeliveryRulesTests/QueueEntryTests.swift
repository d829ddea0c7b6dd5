import DeliveryRules
import Testing

struct QueueEntryTests {
    private let term = Duration.seconds(30)
    private let error = DeliveryError(code: "http422", message: "no")

    private func at(_ milliseconds: Int64) -> BootInstant { BootInstant(milliseconds: milliseconds) }

    @Test func lateDoneOfAnOldGrantCountsOnce() {
        var entry = QueueEntry(logID: "a", revision: 1)
        #expect(entry.grant(to: "one", now: at(0), term: term) == [.persist])
        #expect(entry.leaseExpired(now: at(29_999)) == [.ignore(.leaseRuns)])
        #expect(entry.leaseExpired(now: at(30_000)) == [.persist])
        #expect(entry.grant(to: "two", now: at(30_000), term: term) == [.persist])
        #expect(
            entry.done(fence: 1, serverID: "s") == [.persist, .recordSubmitted(revision: 1, serverID: "s")]
        )
        #expect(entry.done(fence: 2, serverID: "s") == [.persist], "only the overtaken lease is cleared")
        #expect(entry.done(fence: 2, serverID: "s") == [.ignore(.alreadySubmitted)])
        #expect(entry.done(fence: 3, serverID: "s") == [.ignore(.unknownFence)])
    }

    @Test func oldFenceHasNoOtherSay() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.leaseExpired(now: at(30_000))
        #expect(entry.failed(fence: 1, error: error) == [.ignore(.oldFence)])
        _ = entry.grant(to: "two", now: at(30_000), term: term)
        #expect(entry.failed(fence: 1, error: error) == [.ignore(.oldFence)])
        #expect(entry.release(fence: 1, possiblySent: false) == [.ignore(.oldFence)])
        #expect(
            entry.retry(fence: 1, notBefore: .zero, possiblySent: false, error: error) == [.ignore(.oldFence)]
        )
        #expect(entry.lease?.worker == "two")
    }

    @Test func aLaterUnsentGrantDoesNotClearAnEarlierDoubt() {
        var entry = QueueEntry(logID: "a", revision: 1)
        #expect(!entry.possiblySent)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.leaseExpired(now: at(30_000))
        _ = entry.grant(to: "two", now: at(30_000), term: term)
        _ = entry.release(fence: 2, possiblySent: false)
        #expect(entry.possiblySent)
    }

    @Test func unsentReleaseClearsTheDoubt() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        #expect(entry.possiblySent)
        _ = entry.release(fence: 1, possiblySent: false)
        #expect(!entry.possiblySent)
    }

    @Test func updateDuringALeaseFollowsAsAnUpdate() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        #expect(entry.superseded(by: 2) == [.persist])
        #expect(entry.superseded(by: 2) == [.ignore(.knownRevision)])
        #expect(
            entry.done(fence: 1, serverID: "s")
                == [.persist, .recordSubmitted(revision: 1, serverID: "s"), .promoteRevision(2)]
        )
        #expect(entry.revision == 2)
        #expect(entry.isAtDestination)
        #expect(entry.state == .pending(notBefore: .zero))
        #expect(!entry.possiblySent, "nothing of revision 2 was sent")
    }

    @Test func newRevisionWaitsForAnOvertakenWorker() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.leaseExpired(now: at(30_000))
        _ = entry.grant(to: "two", now: at(30_000), term: term)
        _ = entry.done(fence: 1, serverID: "s")
        _ = entry.superseded(by: 2)
        // Worker two may still be posting revision 1, which must not arrive after revision 2.
        #expect(entry.grant(to: "one", now: at(31_000), term: term) == [.ignore(.olderLeaseRuns)])
        _ = entry.done(fence: 2, serverID: "s")
        #expect(entry.grant(to: "one", now: at(31_000), term: term) == [.persist])
    }

    @Test func newRevisionWaitsForADoubtfulRequest() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        // The connection broke; the request may still arrive until the lease ends.
        _ = entry.retry(fence: 1, notBefore: at(1_000), possiblySent: true, error: error)
        var same = entry
        #expect(same.grant(to: "two", now: at(1_000), term: term) == [.persist], "the same revision need not wait")
        _ = same.release(fence: 2, possiblySent: false)
        _ = same.superseded(by: 2)
        #expect(same.grant(to: "two", now: at(2_000), term: term) == [.ignore(.olderLeaseRuns)])
        _ = entry.superseded(by: 2)
        #expect(entry.grant(to: "two", now: at(29_999), term: term) == [.ignore(.olderLeaseRuns)])
        _ = entry.retry(fence: 1, notBefore: at(1_000), possiblySent: true, error: error)
        #expect(entry.grant(to: "two", now: at(29_999), term: term) == [.ignore(.olderLeaseRuns)], "a repeat")
        #expect(entry.grant(to: "two", now: at(30_000), term: term) == [.persist])
    }

    @Test func aNewRevisionWaitsOnlyUntilADoubtfulRequestIsOver() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.retry(fence: 1, notBefore: .zero, possiblySent: true, until: at(9_000), error: error)
        _ = entry.ownerRestarted(now: at(5_000), term: term, sameBoot: true)
        _ = entry.superseded(by: 2)
        #expect(entry.grant(to: "two", now: at(8_999), term: term) == [.ignore(.olderLeaseRuns)])
        var other = entry
        #expect(entry.grant(to: "two", now: at(9_000), term: term) == [.persist])
        // Times on another boot's clock mean nothing.
        _ = other.ownerRestarted(now: at(1_000), term: term, sameBoot: false)
        #expect(other.grant(to: "two", now: at(30_999), term: term) == [.ignore(.olderLeaseRuns)])
    }

    @Test func aLaterDoubtEndsNoEarlierOne() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        // An uploader that gives no time: the lease's end counts.
        _ = entry.retry(fence: 1, notBefore: .zero, possiblySent: true, error: error)
        _ = entry.grant(to: "two", now: at(1_000), term: term)
        _ = entry.release(fence: 2, possiblySent: true, until: at(9_000))
        _ = entry.superseded(by: 2)
        #expect(entry.grant(to: "two", now: at(29_999), term: term) == [.ignore(.olderLeaseRuns)])
        #expect(entry.grant(to: "two", now: at(30_000), term: term) == [.persist])
        // The doubt never lasts longer than the lease.
        var late = QueueEntry(logID: "b", revision: 1)
        _ = late.grant(to: "one", now: at(0), term: term)
        _ = late.release(fence: 1, possiblySent: true, until: at(99_000))
        _ = late.superseded(by: 2)
        #expect(late.grant(to: "two", now: at(30_000), term: term) == [.persist])
    }

    @Test func overtakenAndPresentLeaseEndTogether() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.release(fence: 1, possiblySent: true)
        _ = entry.grant(to: "two", now: at(0), term: term)
        #expect(entry.leaseExpired(now: at(30_000)) == [.persist])
        #expect(entry.lingering == nil)
        #expect(entry.state == .pending(notBefore: .zero))
    }

    @Test func restartExtendsEveryLeaseByOneTerm() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(900_000), term: term)
        _ = entry.ownerRestarted(now: at(5_000), term: term, sameBoot: false)
        #expect(entry.lease?.until == at(35_000))
        #expect(entry.leaseExpired(now: at(34_999)) == [.ignore(.leaseRuns)])
    }

    @Test func restartExtendsAnOvertakenLeaseToo() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.leaseExpired(now: at(30_000))
        _ = entry.grant(to: "two", now: at(30_000), term: term)
        _ = entry.done(fence: 1, serverID: "s")
        _ = entry.superseded(by: 2)
        _ = entry.ownerRestarted(now: at(1_000), term: term, sameBoot: false)
        #expect(entry.leaseExpired(now: at(30_999)) == [.ignore(.leaseRuns)])
        #expect(entry.grant(to: "one", now: at(30_999), term: term) == [.ignore(.olderLeaseRuns)])
        #expect(entry.leaseExpired(now: at(31_000)) == [.persist])
        #expect(entry.grant(to: "one", now: at(31_000), term: term) == [.persist])
    }

    @Test func lateDoneOfAnOldRevisionDoesNotSettleTheNewOne() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.leaseExpired(now: at(30_000))
        _ = entry.superseded(by: 2)
        #expect(entry.done(fence: 1, serverID: "s") == [.persist, .ignore(.supersededRevision)])
        #expect(entry.state == .pending(notBefore: .zero))
        #expect(entry.isAtDestination)
    }

    @Test func restartOfTheMachineVoidsOldTimes() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.retry(fence: 1, notBefore: at(900_000), possiblySent: false, error: error)
        #expect(entry.grant(to: "one", now: at(5_000), term: term) == [.ignore(.notYet)])
        #expect(entry.ownerRestarted(now: at(5_000), term: term, sameBoot: true).isEmpty)
        _ = entry.ownerRestarted(now: at(5_000), term: term, sameBoot: false)
        #expect(entry.grant(to: "one", now: at(5_000), term: term) == [.persist])
    }

    @Test func endedSessionMarksTheUnknown() {
        var sent = QueueEntry(logID: "a", revision: 1)
        _ = sent.grant(to: "one", now: at(0), term: term)
        _ = sent.sessionEnded()
        #expect(sent.lease != nil, "a leased record ends with its answer")
        _ = sent.leaseExpired(now: at(30_000))
        #expect(sent.state == .ended(outcomeUnknown: true))
        #expect(sent.done(fence: 1, serverID: "s").contains(.recordSubmitted(revision: 1, serverID: "s")))
        var unsent = QueueEntry(logID: "b", revision: 1)
        _ = unsent.sessionEnded()
        #expect(unsent.state == .ended(outcomeUnknown: false))
        #expect(unsent.grant(to: "one", now: at(0), term: term) == [.ignore(.notPending)])
    }

    @Test func refusedRecordGoesAgainOnlyByHand() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        #expect(
            entry.failed(fence: 1, error: error) == [.persist, .submissionFailed(revision: 1, error: error)]
        )
        #expect(entry.grant(to: "one", now: at(0), term: term) == [.ignore(.notPending)])
        #expect(entry.operatorResubmit() == [.persist])
        #expect(entry.grant(to: "one", now: at(0), term: term) == [.persist])
        #expect(entry.fence == 2)
    }

    @Test func deletionOfTheUnsentIsWithdrawn() {
        var unsent = QueueEntry(logID: "a", revision: 1)
        _ = unsent.superseded(by: 2, deletes: true)
        #expect(unsent.state == .withdrawn)
        var sent = QueueEntry(logID: "b", revision: 1)
        _ = sent.grant(to: "one", now: at(0), term: term)
        _ = sent.leaseExpired(now: at(30_000))
        _ = sent.superseded(by: 2, deletes: true)
        #expect(sent.state == .pending(notBefore: .zero))
        #expect(sent.isDeletion)
    }

    @Test func deletionIsToldOnceAndLeavesNothingBehind() {
        var entry = QueueEntry(logID: "a", revision: 1)
        _ = entry.grant(to: "one", now: at(0), term: term)
        _ = entry.done(fence: 1, serverID: "s")
        _ = entry.superseded(by: 2, deletes: true)
        _ = entry.grant(to: "one", now: at(0), term: term)
        #expect(entry.done(fence: 2, serverID: "s") == [.persist, .recordDeleted(revision: 2)])
        #expect(!entry.isAtDestination)
        #expect(entry.isDeleted)
        #expect(entry.state == .submitted(serverID: nil))
        #expect(entry.done(fence: 2, serverID: nil) == [.ignore(.alreadySubmitted)])
        // A repeated answer to the first revision does not bring it back.
        #expect(entry.done(fence: 1, serverID: "s") == [.ignore(.supersededRevision)])
        #expect(!entry.isAtDestination)
        _ = entry.superseded(by: 3, deletes: true)
        #expect(entry.state == .withdrawn)
    }
}
