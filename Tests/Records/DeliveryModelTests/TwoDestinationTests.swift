import DeliveryRules
import Testing

/// One record at two destinations: each delivery has its own row, and both are renewed in one step.
@Suite("One record at two destinations, by the model")
struct TwoDestinationTests {
    /// The pairs of destinations, by their treatment of repeats.
    private static let pairs: [(RepeatPolicy, RepeatPolicy)] = [(.lookup, .upsert), (.upsert, .refuses)]

    private func configuration(
        _ name: String,
        _ first: RepeatPolicy,
        _ second: RepeatPolicy,
        revisions: Int = 1
    ) -> ModelConfiguration {
        let name = "two destinations, \(name), \(first) and \(second)"
        var configuration = ModelConfiguration(name: name, repeats: first, grants: 3, revisions: revisions)
        configuration.second = second
        configuration.hasLastWills = Walk.isDeep
        configuration.hasOldPulls = Walk.isDeep
        return configuration
    }

    @Test("each has the record once, whatever fails, dies or arrives late at the other", arguments: pairs)
    func oneRecord(_ first: RepeatPolicy, _ second: RepeatPolicy) {
        var configuration = configuration("one record", first, second)
        (configuration.mayRefuse, configuration.mayBeBusy) = (true, true)
        expectKept(configuration)
    }

    @Test("each ends with the newest of two revisions", arguments: pairs)
    func twoRevisions(_ first: RepeatPolicy, _ second: RepeatPolicy) {
        expectKept(configuration("two revisions", first, second, revisions: 2))
    }

    @Test("a deletion reaches each", arguments: pairs)
    func deletion(_ first: RepeatPolicy, _ second: RepeatPolicy) {
        var configuration = configuration("a deletion", first, second, revisions: 2)
        configuration.deletesLast = true
        expectKept(configuration)
    }

    @Test("the further destination's session may end alone, and continue later", arguments: pairs)
    func ends(_ first: RepeatPolicy, _ second: RepeatPolicy) {
        var configuration = configuration("an end of the second", first, second)
        configuration.hasNextSession = true
        expectKept(configuration)
    }

    /// In each state the first delivery can take the same steps as alone, with the same results; the second one's steps
    /// do not change it.
    @Test("one that never answers keeps its record, and does not affect the other's result", arguments: pairs)
    func silent(_ first: RepeatPolicy, _ second: RepeatPolicy) {
        var beside = configuration("the second silent", first, second, revisions: 2)
        (beside.isSecondSilent, beside.tellsWorkersApart) = (true, true)
        var alone = beside
        alone.second = nil
        let wander = Wander(configuration: beside, ways: Walk.isDeep ? 200 : 20) { $0.interference(beside, alone) }
        let report = wander.run()
        if let violation = report.violation { Issue.record("\(violation)") }
    }

    @Test(
        "each rule left out once is found",
        arguments: [
            (ModelConfiguration.Mutation.renewsFirstOnly, "(5)"), (.mixesAnswers, "(1)"), (.waitsForOther, "(1)"),
            (.ignoresDoubt, "(2)"), (.restartFreesLeases, "(4)"),
        ]
    )
    func mutations(_ mutation: ModelConfiguration.Mutation, _ kind: String) {
        var configuration = configuration("without a rule: \(mutation)", .upsert, .lookup, revisions: 2)
        configuration.isSecondSilent = mutation == .waitsForOther
        configuration.mutation = mutation
        // The longer run takes the shorter one's path, so that this rule causes the fault.
        (configuration.hasLastWills, configuration.hasOldPulls) = (false, false)
        let violation = Wander(configuration: configuration).run().violation
        #expect(violation?.hasPrefix(kind) == true, "a fault \(kind) should be found")
    }

    private func expectKept(_ configuration: ModelConfiguration) {
        let report = Wander(configuration: configuration).run()
        if let violation = report.violation { Issue.record("\(violation)") }
        #expect(report.delivered > 3, "too few came to an end to mean anything")
    }
}

extension ProtocolWorld {
    /// The part of the world that belongs to the first destination's delivery.
    private var first: ProtocolWorld {
        var first = self
        (first.entries[1], first.copies[1], first.isTwofold) = (nil, Copy(), false)
        first.grants.removeAll { $0.person == 1 }
        return first
    }

    /// The second delivery's effect on the first one, if any.
    fileprivate func interference(_ beside: ModelConfiguration, _ alone: ModelConfiguration) -> String? {
        let before = first
        var offered: Set<String> = []
        for step in steps(beside) {
            var reached = self
            _ = reached.take(step, beside)
            guard let own = ofFirst(step) else {
                if reached.first != before { return "(5) '\(step)' of the second changes the first" }
                continue
            }
            offered.insert("\(own)")
            var expected = before
            _ = expected.take(own, alone)
            if reached.first != expected { return "(5) '\(step)' comes to something else than alone" }
        }
        let missing = before.steps(alone).first { !offered.contains("\($0)") }
        return missing.map { "(5) '\($0)' is not possible beside the second" }
    }

    /// The step as the first delivery alone would take it; nil for one of the second delivery.
    private func ofFirst(_ step: ProtocolStep) -> ProtocolStep? {
        func own(_ number: Int64) -> Int64? {
            guard grants[index(number)].person == 0 else { return nil }
            return Int64(grants[...index(number)].count { $0.person == 0 })
        }
        switch step {
        case .grant(_, let person, _), .grantUnheard(let person): return person == 0 ? step : nil
        case .take(let number, let list): return own(number).map { .take(number: $0, list: list) }
        case .post(let number): return own(number).map { .post(number: $0) }
        case .arrive(let number, let fate): return own(number).map { .arrive(number: $0, fate) }
        case .answer(let number, let list): return own(number).map { .answer(number: $0, list: list) }
        case .breakOff(let number): return own(number).map { .breakOff(number: $0) }
        case .settle(let number, let told, let confirmed):
            return own(number).map { .settle(number: $0, told, isConfirmed: confirmed) }
        default: return step
        }
    }
}
