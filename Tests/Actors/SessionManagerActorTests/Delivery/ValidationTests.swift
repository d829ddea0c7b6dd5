import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing

@testable import SessionManagerActor

@Suite struct ValidationTests {
    private func asked(
        _ body: (RunningManager, FakeWorker, UploadGrant.Check) async throws -> Void
    ) async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let session = try await manager.start()
            #expect(session.validated == "pending")
            let worker = try await FakeWorker("a", site)
            try await worker.pull()
            let check = try #require(try await worker.nextChecks().first)
            #expect(check.sessionID == session.sessionID)
            #expect(check.apiVersion == "inform")
            try await body(manager, worker, check)
        }
    }

    private func answer(_ manager: RunningManager, _ check: UploadGrant.Check, _ result: String) async throws {
        let answer = UploadAck.Checked(
            sessionID: check.sessionID,
            checkID: check.checkID,
            result: .init(rawValue: result)
        )
        #expect(try await manager.answer("uploader-a", [], checks: [answer]).isEmpty)
    }

    private func validated(_ manager: RunningManager) async throws -> SessionValidity {
        try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1")).validated
    }

    @Test func confirmedCredentialsAreShown() async throws {
        try await asked { manager, _, check in
            try await answer(manager, check, "valid")
            #expect(try await validated(manager) == "yes")
        }
    }

    @Test func refusedCredentialsEndTheSession() async throws {
        try await asked { manager, _, check in
            try await answer(manager, check, "refused")
            let told = try #require(try await manager.told("sessionEnded").first)
            #expect(try WireJSON.decode(SessionEnded.self, from: Array(told.data.utf8)).reason == "unauthorized")
            // A repeat of the answer after the next session's start ends nothing.
            try await manager.start(user: "another")
            try await answer(manager, check, "refused")
            #expect(try await manager.told("sessionEnded").count == 1)
        }
    }

    @Test func unreachableServerLeavesTheSessionPendingAndIsAskedAgain() async throws {
        try await asked { manager, worker, check in
            try await answer(manager, check, "unreachable")
            #expect(try await validated(manager) == "pending")
            manager.pass(1)
            try await worker.pull(id: "pull-2")
            let again = try #require(try await worker.nextChecks().first)
            #expect(again.sessionID == check.sessionID)
            #expect(again.checkID != check.checkID)
            try await answer(manager, again, "valid")
            #expect(try await validated(manager) == "yes")
        }
    }

    @Test func restartAsksAgain() async throws {
        let site = try SessionSite()
        try await site.running { manager in try await manager.start() }
        try await site.running { manager in
            let worker = try await FakeWorker("a", site)
            try await worker.pull()
            let check = try #require(try await worker.nextChecks().first)
            try await answer(manager, check, "valid")
            #expect(try await validated(manager) == "yes")
        }
    }

    @Test func anAnswerWithoutAnythingIsRefused() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let error = await #expect(throws: BusError.self) { _ = try await manager.answer("uploader-a", []) }
            #expect(error?.code == .invalidArgument)
        }
    }
}
