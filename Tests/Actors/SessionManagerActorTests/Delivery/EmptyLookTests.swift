import DeliveryRules
import Testing

@testable import SessionManagerActor

/// A look at the work that found nothing is repeated only when another one could find something.
@Suite struct EmptyLookTests {
    private let now = BootInstant(milliseconds: 10_000)

    @Test func aDemandAloneNeedsNoOtherLook() {
        let signals = CommitSignals()
        let look = EmptyLook(changes: signals.changes.value, due: nil, now: now)
        #expect(look.holds(changes: signals.changes.value, now: now + .milliseconds(999)))
    }

    @Test func aCommitNeedsAnotherLook() {
        let signals = CommitSignals()
        let look = EmptyLook(changes: signals.changes.value, due: nil, now: now)
        signals.committed()
        #expect(!look.holds(changes: signals.changes.value, now: now))
    }

    @Test func aCommitDuringTheLookNeedsAnotherOne() {
        let signals = CommitSignals()
        let before = signals.changes.value
        signals.committed()
        #expect(!EmptyLook(changes: before, due: nil, now: now).holds(changes: signals.changes.value, now: now))
    }

    @Test func aDueStepNeedsAnotherLook() {
        let look = EmptyLook(changes: 7, due: now + .milliseconds(200), now: now)
        #expect(look.holds(changes: 7, now: now + .milliseconds(199)))
        #expect(!look.holds(changes: 7, now: now + .milliseconds(200)))
    }

    @Test func ratesRefillWithoutACommit() {
        let look = EmptyLook(changes: 7, due: now + .seconds(60), now: now)
        #expect(!look.holds(changes: 7, now: now + EmptyLook.patience))
    }
}
