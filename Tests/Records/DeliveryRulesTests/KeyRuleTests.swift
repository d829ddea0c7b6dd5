import DeliveryRules
import Testing

struct KeyRuleTests {
    private let one = KeyRule.Person(userID: "one", organizationID: "o")
    private let two = KeyRule.Person(userID: "two", organizationID: "o")

    private func decide(
        _ wish: KeyRule.Wish,
        _ revision: Int = 1,
        known: KeyRule.Known?,
        byOperator: Bool = false
    ) -> KeyRule.Verdict {
        KeyRule.decide(wish, revision: revision, known: known, isByOperator: byOperator)
    }

    @Test func newKeyGetsWhatIsWanted() {
        #expect(decide(.give(to: one), known: nil) == .give(withdrawing: false))
        #expect(decide(.hold(forPerson: false), known: nil) == .hold)
        #expect(decide(.close, known: nil) == .close)
    }

    @Test func givenKeyGoesToNoOtherPersonExceptByHand() {
        let known = KeyRule.Known.given(to: one, revision: 1)
        for revision in 1...2 {
            #expect(decide(.give(to: two), revision, known: known) == .belongsToAnother)
            #expect(decide(.give(to: two), revision, known: known, byOperator: true) == .give(withdrawing: true))
        }
        let elsewhere = KeyRule.Person(userID: "one", organizationID: "other")
        #expect(decide(.give(to: elsewhere), known: known) == .belongsToAnother)
    }

    @Test func repeatChangesNothingAndNewerRevisionRenews() {
        let known = KeyRule.Known.given(to: one, revision: 2)
        #expect(decide(.give(to: one), 1, known: known) == .repeated)
        #expect(decide(.give(to: one), 2, known: known) == .repeated)
        #expect(decide(.give(to: one), 3, known: known) == .renew)
        #expect(decide(.hold(forPerson: false), 2, known: known) == .repeated)
        #expect(decide(.hold(forPerson: false), 3, known: known) == .hold)
        #expect(decide(.close, 3, known: known) == .repeated)
    }

    @Test func noDecoderKnowsBetterThanAPerson() {
        let known = KeyRule.Known.given(to: one, revision: 1, isChangedByHand: true)
        #expect(decide(.give(to: one), 1, known: known) == .repeated)
        #expect(decide(.hold(forPerson: false), 1, known: known) == .repeated)
        #expect(decide(.hold(forPerson: true), 1, known: known) == .repeated)
        for revision in 2...9 {
            #expect(decide(.give(to: one), revision, known: known) == .holdForPerson)
            #expect(decide(.hold(forPerson: false), revision, known: known) == .holdForPerson)
            #expect(decide(.hold(forPerson: true), revision, known: known) == .hold)
            #expect(decide(.give(to: two), revision, known: known) == .belongsToAnother)
            #expect(decide(.close, revision, known: known) == .repeated)
        }
        #expect(decide(.give(to: one), 2, known: known, byOperator: true) == .renew)
        #expect(decide(.give(to: one), 1, known: known, byOperator: true) == .repeated)
    }

    @Test func whatAPersonWantsToSeeWaitsForThatPerson() {
        let known = KeyRule.Known.waits(revision: 2)
        for revision in 1...3 {
            #expect(decide(.give(to: one), revision, known: known) == .repeated)
            #expect(decide(.close, revision, known: known) == .repeated)
            #expect(decide(.give(to: one), revision, known: known, byOperator: true) == .give(withdrawing: false))
            #expect(decide(.close, revision, known: known, byOperator: true) == .close)
        }
        #expect(decide(.hold(forPerson: false), 2, known: known) == .repeated)
        #expect(decide(.hold(forPerson: false), 3, known: known) == .hold)
    }

    @Test func closedKeyOpensOnlyByHand() {
        for wish in [KeyRule.Wish.give(to: one), .hold(forPerson: true), .close] {
            #expect(decide(wish, 9, known: .closed) == .repeated)
        }
        #expect(decide(.give(to: one), known: .closed, byOperator: true) == .give(withdrawing: false))
        #expect(decide(.hold(forPerson: true), known: .closed, byOperator: true) == .repeated)
    }
}
