import SiteHealth
import Testing

@testable import VitalbusCommand

/// The doctor's findings about accounts that keep sessions at the broker.
@Suite struct BrokerSessionsTests {
    @Test func anAccountWithManySessionsIsNamedAndTheWorstFirst() {
        let most = BrokerSessions.most
        let findings = BrokerSessions(["nodered": 3_000, "lamp": most + 1, "phone": most, "reader": 1]).findings
        #expect(findings.count == 2 && findings.allSatisfy { $0.status == .warning })
        #expect(findings.first?.words.contains("'nodered' keeps 3000 sessions") == true)
        #expect(findings.first?.wayOut?.contains("vitalbus integration remove nodered") == true)
        #expect(findings.last?.words.contains("'lamp'") == true)
    }

    @Test func aBrokerWithoutADatabaseIsNoFinding() {
        #expect(BrokerSessions(directory: "/nonexistent") == nil)
        #expect(BrokerSessions([:]).findings.isEmpty)
    }
}
