import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import Testing
import VitalRecords

@Suite struct RecordChangeTests {
    private let logID = "b3a1f0d2-6c7e-5a84-9b1f-2e3d4c5b6a70"

    @Test func anUpdateSendsEveryValueAndItsBaseRevision() async throws {
        let broker = InMemoryBroker()
        let seen = Mutex<UpdateRecord?>(nil)
        let handler = RequestHandler(SessionOperations.updateRecord) { body, _ in
            seen.withLock { $0 = body }
            return RecordChanged(logID: body.logID, revision: body.baseRevision + 1, outcome: "accepted")
        }
        let arguments = [
            "record", "update", logID, "--revision", "2", "bp=131/81", "blood_glucose=5.40mmol/L",
        ]
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await Shell(broker).run(arguments)
        }
        #expect(outcome.code == 0)
        #expect(outcome.out == ["131/81 mmHg, blood_glucose 5.40 mmol/L", "record \(logID) revision 3: accepted"])
        let body = try #require(seen.withLock { $0 })
        #expect(body.baseRevision == 2)
        #expect(body.measurements.map(\.unit) == ["mm[Hg]", "mm[Hg]", "mmol/L"])
        #expect(body.measurements.map(\.value.description) == ["131", "81", "5.40"])
        #expect(body.measurements.allSatisfy { $0.origin == .manual })
    }

    @Test func aDeletionNamesItsRevisionAndARefusalIsTold() async throws {
        let broker = InMemoryBroker()
        let handler = RequestHandler(SessionOperations.deleteRecord) { body, _ -> RecordChanged in
            throw BusError(.conflict, message: "record \(body.logID) has revision 4")
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await Shell(broker).run(["record", "delete", logID, "--revision", "1"])
        }
        #expect(outcome.code != 0)
        #expect(outcome.err.joined().contains("has revision 4"))
    }

    private func retry(_ arguments: [String], _ reply: RecordsRetried) async throws -> (Shell.Outcome, RetryRecords?) {
        let broker = InMemoryBroker()
        let seen = Mutex<RetryRecords?>(nil)
        let handler = RequestHandler(SessionOperations.retryRecords) { body, _ in
            seen.withLock { $0 = body }
            return reply
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await Shell(broker).run(["record", "retry"] + arguments)
        }
        return (outcome, seen.withLock { $0 })
    }

    @Test func refusedRecordsAreSentAgainByNameOrAllSinceATime() async throws {
        let (one, body) = try await retry([logID], RecordsRetried(retried: 1, ended: 0))
        #expect(one.code == 0 && one.out == ["1 sent again"])
        #expect(body == RetryRecords(logID: LogID(rawValue: logID)))
        let (all, since) = try await retry(["--all", "--since", "1d"], RecordsRetried(retried: 3, ended: 1))
        #expect(all.code == 0 && all.out == ["3 sent again, 1 stay rejected: their session has ended"])
        let age = try #require(since?.since).timeIntervalSinceNow
        #expect(since?.logID == nil && (-86_500 ... -86_300).contains(age))
        let (ended, _) = try await retry(["--all"], RecordsRetried(retried: 0, ended: 2))
        #expect(ended.code == 65 && ended.err.joined().contains("session has ended"))
    }

    @Test(arguments: [[], ["--all", "x"], ["x", "--since", "1d"], ["--all", "--since", "soon"]])
    func aRetryNamesARecordOrAll(_ arguments: [String]) async throws {
        let (outcome, body) = try await retry(arguments, RecordsRetried(retried: 1, ended: 0))
        #expect(outcome.code != 0 && body == nil)
    }

    @Test(arguments: [
        ["update", String(repeating: "x", count: 129), "--revision", "1", "pulse=60"],
        ["update", "a", "--revision", "1", "pulse"],
        ["update", "a", "--revision", "1", "pulse=fast"],
        ["update", "a", "--revision", "1", "mood=3"], ["update", "a", "--revision", "1", "blood_pressure=1280/81"],
        ["update", "a", "--revision", "1", "systolic=128"], ["update", "a", "--revision", "1", "body_weight=80"],
    ])
    func wrongInputIsExplained(arguments: [String]) async {
        let outcome = await Shell().run(["record"] + arguments)
        #expect(outcome.code == 65)
        #expect(!outcome.err.isEmpty)
    }
}
