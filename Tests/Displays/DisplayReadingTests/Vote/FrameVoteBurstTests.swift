import DisplayReading
import Testing

@Suite("Votes over drawn bursts")
struct FrameVoteBurstTests {
    /// The number of completed bursts, and how many of them were wrong.
    private func outcome(
        bursts: UInt64,
        isStill: Bool = false,
        covered: ClosedRange<Double>? = nil,
        rests: Bool = false,
        rules: VoteRules = VoteRules(),
        confidences: ClosedRange<Double>
    ) -> (completed: Int, wrong: Int) {
        var (completed, wrong) = (0, 0)
        for seed in 0..<bursts {
            let truth = DrawnOutcomes.truth(seed: seed)
            var outcomes = DrawnOutcomes(seed: seed, truth: truth)
            outcomes.isStill = isStill
            outcomes.covered = covered
            outcomes.restsOnOne = rests
            var vote = FrameVote(rules: rules)
            for _ in 0..<20 where !vote.isComplete {
                for case .completed(let reading) in vote.take(outcomes.next(confidences: confidences)) {
                    completed += 1
                    if reading.fields.map(\.text) != truth.map(\.text) { wrong += 1 }
                }
            }
        }
        return (completed, wrong)
    }

    @Test("Of 1,000 bursts with different views, 99.9 % of the completed ones are right")
    func different() {
        let (completed, wrong) = outcome(bursts: 1000, isStill: false, confidences: 0.6...0.98)
        #expect(completed >= 900)
        #expect(1000 * wrong <= completed)
    }

    @Test("Under a reflection that moves across the digits most bursts complete, and correctly")
    func wandering() {
        let (completed, wrong) = outcome(bursts: 100, covered: 0.2...0.8, confidences: 0.6...0.98)
        #expect(completed >= 50 && wrong == 0)
    }

    @Test("Under a reflection that rests on a digit no burst completes with a wrong value")
    func resting() {
        let (_, wrong) = outcome(bursts: 100, covered: 0.4...0.9, rests: true, confidences: 0.9...0.99)
        #expect(wrong == 0)
        var blind = VoteRules()
        (blind.coveredCell, blind.coveredRow) = (0, 0)
        let (_, fooled) = outcome(
            bursts: 100,
            covered: 0.4...0.9,
            rests: true,
            rules: blind,
            confidences: 0.9...0.99
        )
        #expect(fooled > 20, "the reflection misleads nobody, so that this shows nothing")
    }

    @Test("A camera that does not move completes no reading without sufficient evidence in its frames")
    func still() {
        let (unsure, _) = outcome(bursts: 100, isStill: true, confidences: 0.6...0.95)
        #expect(unsure == 0)
        let (sure, wrong) = outcome(bursts: 500, isStill: true, confidences: 0.996...0.9999)
        #expect(sure >= 450)
        #expect(100 * wrong <= sure)
    }
}
