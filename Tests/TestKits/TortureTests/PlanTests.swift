import Testing

@testable import vitalbus_torture

@Suite struct PlanTests {
    private func strikes(_ seed: UInt64, _ count: Int = 400) -> [StrikePlan.Entry] {
        var plan = StrikePlan(seed: seed, victims: 8, pace: 1_000)
        return (0..<count).map { _ in plan.next() }
    }

    @Test func theSameSeedStrikesTheSame() {
        #expect(strikes(5) == strikes(5))
        #expect(strikes(5) != strikes(6))
    }

    @Test func everyProcessIsStruckAndOnlyTheBrokerLosesItsDatabase() {
        let all = strikes(1, 2_000)
        #expect(Set(all.map(\.victim)) == Set(0..<8))
        #expect(all.contains { $0.strike == .freeze })
        for entry in all {
            switch entry.strike {
            case .killAndForget, .killAndRemember: #expect(entry.victim == 7)
            case .kill, .freeze, .terminate: break
            }
        }
    }

    @Test(arguments: [1, 2, 3, 60, 200, 2_000, 2_001])
    func roundsAddUpAndCoverEveryServer(kills: Int) {
        let rounds = RoundPlan.rounds(kills: kills, seed: 9, servers: ServerKind.guaranteed)
        #expect(rounds.reduce(0) { $0 + $1.kills } == kills)
        #expect(Set(rounds.map(\.server)) == Set(ServerKind.guaranteed))
        #expect(Set(rounds.map(\.seed)).count == rounds.count)
        #expect(rounds.allSatisfy { $0.kills <= 100 })
    }

    @Test func aRoundCanBePlayedAgainAlone() throws {
        let rounds = RoundPlan.rounds(kills: 300, seed: 9, servers: ServerKind.guaranteed)
        let failed = try #require(rounds.last)
        #expect(failed.replay == "tools/dev torture --kills 100 --seed 9003 --server lookup")
        let changing = RoundPlan.rounds(kills: 300, seed: 9, servers: [.upsert], sessions: true, meter: true)
        #expect(changing.allSatisfy { $0.replay.hasSuffix(" --sessions") })
        let alone = RoundPlan.rounds(kills: 300, seed: 9, servers: [.upsert], sessions: true)
        #expect(alone.allSatisfy { $0.replay.hasSuffix(" --sessions --no-radio") })
        let radio = RoundPlan.rounds(kills: 300, seed: 9, servers: [.upsert], meter: true)
        #expect(radio.allSatisfy { $0.replay.hasSuffix(" --radio") })
        let again = RoundPlan.rounds(kills: 100, seed: 9_003, servers: [.lookup])
        #expect(again.map(\.seed) == [failed.seed])
    }
}
