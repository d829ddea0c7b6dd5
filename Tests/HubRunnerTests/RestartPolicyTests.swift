import HubRunner
import Processes
import Testing

@Suite struct RestartPolicyTests {
    @Test func pausesDoubleUpToTheLongest() {
        var policy = RestartPolicy(
            intensity: 5,
            period: .seconds(60),
            firstPause: .seconds(1),
            longestPause: .seconds(4)
        )
        let decisions = (0..<6).map { policy.ended(.code(70), at: .seconds($0)) }
        #expect(
            decisions.dropLast() == [
                .restart(after: .seconds(1)), .restart(after: .seconds(2)), .restart(after: .seconds(4)),
                .restart(after: .seconds(4)), .restart(after: .seconds(4)),
            ]
        )
        guard case .giveUp = decisions[5] else {
            Issue.record("the sixth end within the period must give up, not \(decisions[5])")
            return
        }
    }

    @Test func endsOutsideThePeriodAreForgotten() {
        var policy = RestartPolicy(intensity: 2, period: .seconds(10), firstPause: .seconds(1))
        for round in 0..<20 {
            #expect(policy.ended(.signal(9), at: .seconds(round * 11)) == .restart(after: .seconds(1)))
        }
    }

    @Test func aWrongConfigurationIsNotTriedAgain() {
        var policy = RestartPolicy()
        guard case .giveUp(let reason) = policy.ended(.code(78), at: .zero) else {
            Issue.record("exit code 78 must give up at once")
            return
        }
        #expect(reason.contains("configuration"))
    }

    @Test func anEndInOrderThatNobodyAskedForIsStartedAgain() {
        var policy = RestartPolicy()
        #expect(policy.ended(.code(0), at: .zero) == .restart(after: .milliseconds(500)))
    }
}
