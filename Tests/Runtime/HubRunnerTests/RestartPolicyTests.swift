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

    @Test func aKillFromOutsideAfterAGoodRunLengthensNoPause() {
        var policy = RestartPolicy()
        let kills: [ChildExit] = [.signal(9), .signal(15), .signal(2), .signal(1)]
        for (index, kill) in kills.enumerated() {
            #expect(
                policy.ended(kill, at: .seconds(8 * index), after: .seconds(5)) == .restart(after: .milliseconds(500))
            )
        }
        #expect(policy.ended(.code(70), at: .seconds(40), after: .seconds(8)) == .restart(after: .milliseconds(500)))
    }

    @Test(arguments: [
        (ChildExit.signal(9), Duration.seconds(4)), (.signal(6), .seconds(60)), (.code(70), .seconds(60)),
    ])
    func anEarlyKillAndACrashLengthenThePause(_ exit: ChildExit, _ run: Duration) {
        var policy = RestartPolicy()
        #expect(policy.ended(exit, at: .zero, after: run) == .restart(after: .milliseconds(500)))
        #expect(policy.ended(exit, at: .seconds(1), after: run) == .restart(after: .seconds(1)))
    }

    @Test func killsAfterGoodRunsStillCountTowardsGivingUp() {
        var policy = RestartPolicy(intensity: 2)
        #expect(policy.ended(.signal(9), at: .zero, after: .seconds(60)) == .restart(after: .milliseconds(500)))
        #expect(policy.ended(.signal(9), at: .seconds(10), after: .seconds(9)) == .restart(after: .milliseconds(500)))
        guard case .giveUp = policy.ended(.signal(9), at: .seconds(20), after: .seconds(9)) else {
            Issue.record("a child that is killed again and again must end the hub")
            return
        }
    }
}
