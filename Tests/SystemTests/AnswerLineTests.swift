import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SimulatedHub
import Testing

/// The effects of the server's answers on the whole line.
@Suite(.serialized) struct AnswerLineTests {
    private func withLine(
        checksCredentials: Bool = false,
        _ body: @Sendable @escaping (RunningLine) async throws -> Void
    ) async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.checksCredentials = checksCredentials
        // Credentials that a slow machine could not check in time would be taken unchecked.
        if checksCredentials { (settings.leaseSeconds, settings.requestTimeout) = (40, "30s") }
        settings.configuration["uploader"] = ["pull.interval": "500ms", "health.interval": "1s"]
        try await RunningLine.with(settings, body)
    }

    private func reasons(_ line: RunningLine) async throws -> [String] {
        try await line.told("sessionEnded").map {
            try WireJSON.decode(SessionEnded.self, from: Array($0.data.utf8)).reason.rawValue
        }
    }

    @Test func aCaptivePortalPausesTheDestinationUntilItIsGone() async throws {
        try await withLine { line in
            try await line.cloud.setFaults(#"[{"kind":"captivePortal","method":"POST"}]"#)
            try await line.submit(1...2)
            try await line.wait("the pause") { try await line.states.queueState().paused?.contains("inform") == true }
            #expect(try await line.queued().count == 2, "nothing is lost, nothing is refused")
            try await line.states.waitForHealth("uploader-u1", what: "the paused destination") { health in
                health.destinations?.first { $0.apiVersion == "inform" }?.state == .paused
            }
            // Still behind the portal: the portal answers the probe, and the rest waits.
            _ = try await line.records.processQueue()
            try await line.cloud.setFaults("[]")
            try await line.wait("the probe") { try await line.records.processQueue().paused == nil }
            try await line.wait("the records") { try await line.toldSubmitted().count == 2 }
            let summary = try await line.summary()
            #expect(summary.accepted == 2)
            #expect(summary.duplicates == 0)
        }
    }

    @Test func aRevokedTokenEndsTheSessionAndLosesNothing() async throws {
        // Without the check at the start, which on a slow machine would follow the revocation and end the session
        // first.
        try await withLine { line in
            try await line.submit(1...1)
            try await line.wait("the first record") { try await line.toldSubmitted().count == 1 }
            let session = try await line.states.toldSession()
            try await line.cloud.revoke("demo-token")
            try await line.submit(2...3)
            try await line.wait("the end") { try await reasons(line) == ["unauthorized"] }
            let states = try await line.unsynced(session)
            #expect(states.count == 2, "\(states)")
            #expect(try await line.summary().accepted == 1)
        }
    }

    @Test func credentialsAreCheckedAtTheStartWithoutAnyRecord() async throws {
        try await withLine(checksCredentials: true) { line in
            try await line.wait("the confirmation") { try await line.states.sessionState().validated == "yes" }
            try await line.cloud.revoke("token-of-another")
            let error = await #expect(throws: BusError.self) { try await line.startSession(user: "another") }
            #expect(error?.code == .unauthorized)
            #expect(try await reasons(line).isEmpty, "the working session goes on")
            #expect(try await line.told("recordSubmitted").isEmpty)
        }
    }

    @Test func aRecordIsChangedAndDeletedAtTheServer() async throws {
        try await withLine { line in
            try await line.submit(1...1)
            try await line.wait("the record") { try await line.records.toldOperations().count == 1 }
            let logID = try await line.records.toldOperations()[0].logID
            try await line.records.update(logID, revision: 1, systolic: 131)
            try await line.wait("the change") { try await line.records.toldOperations().count == 2 }
            #expect(try await line.summary().updates == 1)
            // The uploader dies during the deletion, which is then carried out and announced only once.
            try await line.cloud.setFaults(#"[{"kind":"stallAfter","method":"DELETE","count":1,"milliseconds":2500}]"#)
            try await line.records.delete(logID, revision: 2)
            try await line.wait("the deletion") { try await line.summary().deletes == 1 }
            try await line.kill("uploader-u1")
            try await line.wait("its word") { try await line.records.toldOperations().count == 3 }
            #expect(try await line.records.toldOperations().map(\.operation) == ["create", "update", "delete"])
            let summary = try await line.summary()
            #expect(summary.deletes == 1)
            #expect(summary.duplicates == 0)
        }
    }
}
