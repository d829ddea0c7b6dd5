import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import MessageBus
import TestSupport
import Testing

@testable import SessionManagerActor

/// A worker's answers about records that it was never granted are rejected.
@Suite struct ForgedAnswerTests {
    @Test func aNumberIsOfOneWorkerOneRecordAndOneLease() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "grant-key").path
        let seal = try GrantSeal.load(path)
        let number = seal.number(3, of: "a", for: "uploader-u1")
        #expect(number > 0 && number < seal.number(4, of: "a", for: "uploader-u1"))
        #expect(seal.fence(number, of: "a", for: "uploader-u1") == 3)
        #expect(seal.fence(number, of: "a", for: "uploader-u2") == nil)
        #expect(seal.fence(number, of: "b", for: "uploader-u1") == nil)
        for forged in [number + 1, 3, 0, -1, .max, .min] {
            #expect(seal.fence(forged, of: "a", for: "uploader-u1") == nil, "\(forged)")
        }
        #expect(try GrantSeal.load(path).number(3, of: "a", for: "uploader-u1") == number, "kept over a restart")
        // A power cut may leave the file incomplete.
        try Data("x".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(try GrantSeal.load(path).fence(number, of: "a", for: "uploader-u1") == nil)
    }

    @Test func evenAfterMillionsOfGrantsANumberIsGood() throws {
        let folder = try TemporaryFolder()
        let seal = try GrantSeal.load(folder.url.appending(path: "grant-key").path)
        let number = seal.number(1 << 40, of: "a", for: "uploader-u1")
        #expect(number > 0 && seal.fence(number, of: "a", for: "uploader-u1") == (1 << 22) - 1)
    }

    /// A worker that knows a session's id could otherwise end it, or approve wrong credentials.
    @Test(arguments: ["refused", "valid"])
    func anAnswerToNoQuestionDecidesNothing(_ result: String) async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let session = try await manager.start()
            let worker = try await FakeWorker("a", site)
            try await worker.pull()
            let check = try #require(try await worker.nextChecks().first)
            let forged = UploadAck.Checked(
                sessionID: session.sessionID,
                checkID: "guessed",
                result: .init(rawValue: result)
            )
            _ = try await manager.answer("uploader-b", [], checks: [forged])
            let view = try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1"))
            #expect(view.sessionID == session.sessionID && view.validated == "pending")
            #expect(manager.actor.parts.context.client.refusals.counters == ["refusedCheck": 1])
            let honest = UploadAck.Checked(sessionID: session.sessionID, checkID: check.checkID, result: "valid")
            _ = try await manager.answer(worker.name, [], checks: [honest])
            #expect(try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1")).validated == "yes")
        }
    }
}
