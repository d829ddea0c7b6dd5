import DeliveryRules
import Testing

/// Leaves out each rule of the protocol once; a model that does not notice proves nothing.
@Suite("Each rule of delivery left out once")
struct MutationTests {
    @Test(
        "the explorer finds the promise that it breaks",
        arguments: [
            (ModelConfiguration.Mutation.ignoresLeaseBudget, RepeatPolicy.lookup, "(4)"),
            (.forgetsLedger, .lookup, "(2)"),
            (.grantsAgainOnLastWill, .lookup, "(4)"),
            (.restartFreesLeases, .lookup, "(4)"),
            (.ignoresDoubt, .lookup, "(2)"),
            (.believesListsBesideDoubt, .lookup, "(2)"),
            (.takesErrorForRefusal, .lookup, "(2)"),
            (.keepsConnections, .lookup, "(2)"),
            (.freesBegunLeases, .lookup, "(2)"),
            (.forgetsLedger, .versions, "(2)"),
            (.ignoresDoubt, .versions, "(2)"),
            (.believesListsBesideDoubt, .versions, "(2)"),
            (.takesErrorForRefusal, .versions, "(2)"),
            (.keepsConnections, .versions, "(2)"),
        ]
    )
    func oneRecord(_ mutation: ModelConfiguration.Mutation, _ repeats: RepeatPolicy, _ kind: String) {
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: repeats)
        configuration.hasLastWills = mutation == .grantsAgainOnLastWill
        configuration.mutation = mutation
        expectFault(kind, configuration)
    }

    @Test("a record that is deleted while a request is in doubt comes back")
    func deletion() {
        let mutation = ModelConfiguration.Mutation.deletesBesideDoubt
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .upsert)
        configuration.revisions = 2
        configuration.deletesLast = true
        configuration.mutation = mutation
        expectFault("(1)", configuration)
    }

    @Test("a record that a server accepted before answering 'not now' to the repeat is deleted only here")
    func secondBusy() {
        let mutation = ModelConfiguration.Mutation.believesSecondBusy
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .upsert)
        configuration.revisions = 2
        configuration.deletesLast = true
        configuration.mayBeBusy = true
        configuration.mutation = mutation
        // Only the calm period shows that the destination's copy is never deleted.
        let violation = Walk(configuration: configuration, stateLimit: 50_000, calmEvery: 1).run().violation
        #expect(violation?.fault.hasPrefix("(1)") == true)
    }

    @Test("a delivery that the next session continues as if nothing was sent is doubled")
    func nextSession() {
        let mutation = ModelConfiguration.Mutation.continuesAsUnsent
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .lookup)
        configuration.hasNextSession = true
        configuration.mutation = mutation
        expectFault("(2)", configuration)
    }

    @Test("a producer's later revision brings back a record that an operator deleted")
    func hand() {
        let mutation = ModelConfiguration.Mutation.forgetsHand
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .upsert)
        // The operator's deletion is the queue's second revision; only a third one supersedes it.
        configuration.revisions = 3
        configuration.hasHubs = true
        configuration.operatorDeletes = true
        configuration.mutation = mutation
        expectFault("(1)", configuration)
    }

    @Test("a reading that is given to another person remains with the first one too")
    func correction() {
        let mutation = ModelConfiguration.Mutation.correctsWithoutWithdrawing
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .upsert)
        configuration.operatorCorrects = true
        configuration.mutation = mutation
        expectFault("(3)", configuration)
    }

    @Test("a newer revision that is sent while a request is in doubt is overwritten")
    func twoRevisions() {
        let mutation = ModelConfiguration.Mutation.grantsNewRevisionBesideDoubt
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .upsert)
        configuration.revisions = 2
        configuration.mutation = mutation
        expectFault("(1)", configuration)
    }

    @Test("an unanswered look-up makes the worker give up a change for good")
    func silence() {
        let mutation = ModelConfiguration.Mutation.takesSilenceForRefusal
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .refuses)
        configuration.revisions = 2
        configuration.lookUpsMayFail = true
        configuration.mutation = mutation
        // Only the calm period shows that no worker resumes it.
        let violation = Walk(configuration: configuration, stateLimit: 50_000, calmEvery: 1).run().violation
        #expect(violation?.fault.hasPrefix("(1) given up") == true)
    }

    @Test("a lagging list is believed at once, and the record is doubled")
    func lag() {
        let mutation = ModelConfiguration.Mutation.believesYoungLists
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .lookup)
        configuration.listsMayLag = true
        configuration.mutation = mutation
        expectFault("(2)", configuration)
    }

    @Test(
        "readings are lost or misbooked",
        arguments: [
            (ModelConfiguration.Mutation.removesOnPuback, "(1)"), (.givesKeyToAnother, "(3)"), (.booksByArrival, "(3)"),
        ]
    )
    func intake(_ mutation: ModelConfiguration.Mutation, _ kind: String) {
        var configuration = ModelConfiguration(name: "without a rule: \(mutation)", repeats: .upsert)
        configuration.hasHubs = true
        configuration.hasSecondPerson = true
        configuration.mutation = mutation
        expectFault(kind, configuration)
    }

    private func expectFault(_ kind: String, _ configuration: ModelConfiguration) {
        let violation = Walk(configuration: configuration, stateLimit: 50_000, calmEvery: 0).run().violation
        #expect(violation?.fault.hasPrefix(kind) == true, "the explorer should find a fault \(kind)")
    }
}
