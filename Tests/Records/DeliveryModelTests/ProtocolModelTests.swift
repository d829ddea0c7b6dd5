import DeliveryRules
import Testing

/// Explores the delivery protocol with the product's own state machines.
///
/// `README.md` in this folder lists what is modelled and what is assumed.
@Suite("Delivery, proved by a model")
struct ProtocolModelTests {
    private static let safe: [RepeatPolicy] = [.upsert, .refuses, .lookup, .versions]

    @Test("two workers and one record", arguments: safe)
    func oneRecord(_ repeats: RepeatPolicy) {
        var configuration = ModelConfiguration(name: "one record, \(repeats)", repeats: repeats)
        configuration.hasLastWills = Walk.isDeep
        configuration.hasOldPulls = Walk.isDeep
        configuration.mayRefuse = Walk.isDeep
        // The default policy depends on every rule, so its world is always explored completely.
        expectKept(configuration, stateLimit: repeats == .lookup ? .max : 6_000)
    }

    @Test("a busy destination, and errors that leave the outcome open", arguments: safe)
    func busy(_ repeats: RepeatPolicy) {
        var configuration = ModelConfiguration(name: "one record and no time, \(repeats)", repeats: repeats)
        configuration.mayBeBusy = true
        expectKept(configuration, stateLimit: repeats == .lookup ? 20_000 : 6_000)
    }

    @Test("two revisions and a deletion, at a busy destination", arguments: safe)
    func busyDeletion(_ repeats: RepeatPolicy) {
        var configuration = ModelConfiguration(name: "a deletion and no time, \(repeats)", repeats: repeats)
        (configuration.revisions, configuration.deletesLast, configuration.mayBeBusy) = (2, true, true)
        expectKept(configuration)
    }

    @Test("two revisions", arguments: safe)
    func twoRevisions(_ repeats: RepeatPolicy) {
        expectKept(
            ModelConfiguration(name: "two revisions, \(repeats)", repeats: repeats, revisions: 2)
        )
    }

    @Test("two revisions, and look-ups that fail, lag and lie", arguments: safe)
    func twoRevisionsOfAnUncertainList(_ repeats: RepeatPolicy) {
        var configuration = ModelConfiguration(name: "look-ups that fail and lag, \(repeats)", repeats: repeats)
        configuration.revisions = 2
        configuration.lookUpsMayFail = true
        configuration.listsMayLag = true
        expectKept(configuration)
    }

    @Test("a record and its deletion, and lists that lag", arguments: safe)
    func deletionFromALaggingList(_ repeats: RepeatPolicy) {
        var configuration = ModelConfiguration(name: "a deletion, and lists that lag, \(repeats)", repeats: repeats)
        configuration.revisions = 2
        configuration.deletesLast = true
        configuration.listsMayLag = true
        expectKept(configuration)
    }

    @Test("a record and its deletion", arguments: safe)
    func deletion(_ repeats: RepeatPolicy) {
        expectKept(
            ModelConfiguration(
                name: "a record and its deletion, \(repeats)",
                repeats: repeats,
                revisions: 2,
                deletesLast: true
            )
        )
    }

    /// A create may be in flight when the deletion arrives, and the producers' repeats and revisions follow it.
    @Test("an operator's deletion, and producers that continue", arguments: [RepeatPolicy.upsert, .lookup])
    func deletionByHand(_ repeats: RepeatPolicy) {
        expectKept(
            ModelConfiguration(
                name: "two hubs, revisions and an operator's deletion, \(repeats)",
                repeats: repeats,
                revisions: 2,
                operatorDeletes: true,
                hasHubs: true
            )
        )
    }

    /// Three grants: the first person's record, its deletion, the second person's record.
    @Test("an operator's correction of the person", arguments: safe)
    func correction(_ repeats: RepeatPolicy) {
        expectKept(
            ModelConfiguration(
                name: "an operator's correction of the person, \(repeats)",
                repeats: repeats,
                grants: 3,
                operatorCorrects: true
            )
        )
    }

    /// The session may end at any moment of a delivery, and the next one may start at any moment after that.
    @Test("a session's end, and the same person's next session", arguments: safe)
    func nextSession(_ repeats: RepeatPolicy) {
        expectKept(
            ModelConfiguration(
                name: "a session's end and the next one, \(repeats)",
                repeats: repeats,
                hasNextSession: true
            )
        )
    }

    @Test("a deletion across a session's end, and the same person's next session")
    func deletionInNextSession() {
        expectKept(
            ModelConfiguration(
                name: "a deletion, a session's end and the next one, upsert",
                repeats: .upsert,
                revisions: 2,
                deletesLast: true,
                hasNextSession: true
            )
        )
    }

    @Test("two hubs, two persons", arguments: [RepeatPolicy.upsert, .lookup])
    func twoPersons(_ repeats: RepeatPolicy) {
        expectKept(
            ModelConfiguration(
                name: "two hubs and persons, \(repeats)",
                repeats: repeats,
                grants: Walk.isDeep ? 2 : 1,
                hasHubs: true,
                hasSecondPerson: true
            )
        )
    }

    @Test("two hubs, two revisions, two persons")
    func twoRevisionsOfTwoPersons() {
        expectKept(
            ModelConfiguration(
                name: "two hubs, revisions and persons, upsert",
                repeats: .upsert,
                grants: Walk.isDeep ? 2 : 1,
                revisions: 2,
                hasHubs: true,
                hasSecondPerson: true
            )
        )
    }

    @Test("a destination that neither recognises repeats nor can be queried gets duplicates: no rule can prevent it")
    func blind() {
        expectFault("(2)", ModelConfiguration(name: "one record, blind", repeats: .blind))
    }

    @Test("requests that arrive after their timeout create duplicates if the destination only offers look-ups")
    func lateArrival() {
        expectFault(
            "(2)",
            ModelConfiguration(name: "late requests, lookup", repeats: .lookup, requestsMayArriveLate: true)
        )
    }

    @Test(
        "requests that arrive after their timeout do no harm where repeats do none",
        arguments: [
            RepeatPolicy.upsert, .refuses,
        ]
    )
    func lateArrivalTolerated(_ repeats: RepeatPolicy) {
        expectKept(
            ModelConfiguration(
                name: "late requests, \(repeats)",
                repeats: repeats,
                requestsMayArriveLate: true
            )
        )
    }

    @Test("a worker that pauses between its check of the clock and the request creates duplicates only with look-ups")
    func stalledRequest() {
        expectFault(
            "(4)",
            ModelConfiguration(name: "late starts, lookup", repeats: .lookup, mayStallBeforeRequest: true)
        )
    }

    private func expectKept(_ configuration: ModelConfiguration, stateLimit: Int = 6_000) {
        let report = Walk(configuration: configuration, stateLimit: stateLimit).run()
        if let violation = report.violation { Issue.record("\(violation.text)") }
        #expect(report.states > 500, "the walk is too small to mean anything")
    }

    private func expectFault(_ kind: String, _ configuration: ModelConfiguration) {
        let violation = Walk(configuration: configuration, stateLimit: 50_000, calmEvery: 0).run().violation
        #expect(violation?.fault.hasPrefix(kind) == true, "the explorer should find a fault \(kind)")
    }
}
