import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

@Suite struct SessionTests {
    @Test func aSessionStartsIsShownAndEnds() async throws {
        try await SessionSite().running { manager in
            let started = try await manager.start("bed-1", user: "ann")
            #expect(started.userID == "ann")
            #expect(started.validated == "pending")
            #expect(try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1")) == started)
            let ended = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            #expect(ended.reason == "requested")
            #expect(ended.unsyncedRecords == 0)
            await #expect {
                _ = try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1"))
            } throws: {
                ($0 as? BusError)?.code == .notFound
            }
            #expect(try await manager.told().map(\.name) == ["sessionStarted", "sessionEnded"])
        }
    }

    @Test func aNewSessionEndsTheSeatsPresentOne() async throws {
        try await SessionSite().running { manager in
            let first = try await manager.start("bed-1", user: "ann")
            let second = try await manager.start("bed-1", user: "bob")
            #expect(first.sessionID != second.sessionID)
            let ended = try #require(try await manager.told("sessionEnded").first)
            let data = try WireJSON.decode(SessionEnded.self, from: Array(ended.data.utf8))
            #expect(data.reason == "replaced")
            #expect(data.sessionID == first.sessionID)
        }
    }

    @Test func aRepeatedStartIsTheSameSession() async throws {
        try await SessionSite().running { manager in
            let first = try await manager.start("bed-1", id: "request-1")
            let again = try await manager.start("bed-1", id: "request-1")
            #expect(first == again)
            #expect(try await manager.told("sessionEnded").isEmpty)
        }
    }

    @Test(arguments: [
        StartSession(seat: "bed-9", userID: "u", organizationID: "o", sealedToken: "seal"),
        StartSession(seat: "Bed 1", userID: "u", organizationID: "o", sealedToken: "seal"),
        StartSession(seat: "bed-1", organizationID: "o", sealedToken: "seal"),
        StartSession(seat: "bed-1", userID: "u", sealedToken: "seal"),
        StartSession(seat: "bed-1", userID: "u", organizationID: "o"),
        StartSession(seat: "bed-1", userID: "u", organizationID: "o", sealedToken: ""),
        StartSession(seat: "bed-1", userID: "u", organizationID: "o", accessToken: "t"),
        StartSession(seat: "bed-1", userID: "u", organizationID: "o", sealedToken: "seal", accessToken: "t"),
        StartSession(seat: "bed-1", userID: "u", organizationID: "o", sealedToken: "bm90IHNlYWxlZA=="),
        StartSession(seat: "bed-1", userID: "u", organizationID: "o", sealedToken: "seal", apiVersion: "v9"),
        StartSession(
            seat: "bed-1",
            userID: String(repeating: "u", count: 257),
            organizationID: "o",
            sealedToken: "seal"
        ),
    ])
    func aWrongStartIsRefusedAndChangesNothing(body: StartSession) async throws {
        let site = try SessionSite()
        var body = body
        if body.sealedToken == "seal" { body.sealedToken = try site.sealed("t") }
        try await site.running { [body] manager in
            let present = try await manager.start("bed-1")
            await #expect { _ = try await manager.call(SessionOperations.startSession, body) } throws: { error in
                guard let error = error as? BusError else { return false }
                return [.invalidArgument, .invalidTopic, .malformed, .notFound].contains(error.code)
                    && !error.isRetriable
            }
            #expect(try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1")) == present)
        }
    }

    @Test func credentialsTravelSealedAndEndWithTheSession() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let session = try await manager.start("bed-1", token: "open sesame")
            let request = CredentialsRequest(sessionID: session.sessionID)
            let found = try await manager.call(SessionOperations.credentials, request)
            let sealed = try #require(Data(base64Encoded: found.sealedToken))
            #expect(try site.key.open(Array(sealed), context: "session-token") == Array("open sesame".utf8))
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            await #expect(throws: BusError.self) {
                _ = try await manager.call(SessionOperations.credentials, request)
            }
        }
    }

    @Test func aTokenThatComesSealedIsKeptAsItCame() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            let sealed = Data(try site.key.seal(Array("open sesame".utf8), context: "session-token"))
            let body = StartSession(
                seat: "bed-1",
                userID: "u",
                organizationID: "o",
                sealedToken: sealed.base64EncodedString()
            )
            let session = try await manager.call(SessionOperations.startSession, body)
            let request = CredentialsRequest(sessionID: session.sessionID)
            let found = try await manager.call(SessionOperations.credentials, request)
            #expect(found.sealedToken == sealed.base64EncodedString())
        }
    }

    /// Searches every file, every message and every line of the log for the token.
    @Test func theTokenStandsNowhereInTheOpen() async throws {
        let site = try SessionSite()
        let token = "ZEBRA-token-4711"
        var grant: [UInt8] = []
        try await site.running(["shared-seats": "*"]) { manager in
            let worker = try await FakeWorker("a", site)
            let session = try await manager.start("bed-1", token: token)
            try await manager.assign()
            _ = try await manager.submit(try Samples.reading())
            _ = try await manager.call(
                SessionOperations.credentials,
                CredentialsRequest(sessionID: session.sessionID)
            )
            try await worker.pull()
            grant = try await worker.nextBytes()
            _ = try? await manager.start("bed-2", token: token, api: "wrong")
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            try await eventually("the events are on the bus") { try manager.events("sessionStarted").count == 1 }
            #expect(try await !manager.told().contains { $0.data.contains(token) })
        }
        let files = try site.folder.contents(except: "site-key")
        #expect(files.keys.contains("session-manager.sqlite"))
        let payloads = site.messages.all.map(\.payload) + [grant] + site.log.all.map { Array($0.utf8) }
        #expect(site.messages.all.count >= 5)
        for bytes in Array(files.values) + payloads {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains(token))
            #expect(!text.contains(Data(token.utf8).base64EncodedString()))
        }
    }

    @Test func theSessionsStateIsShownWithoutSecrets() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start("bed-1")
            try await eventually("the seat's state is on the bus") {
                manager.pass(0)
                return try site.messages.all.contains { message in
                    guard message.topic == "vitalbus/v1/home/site/state/session/bed-1" else { return false }
                    return try Envelope<SessionState>.decode(message.payload).data.active
                }
            }
        }
    }

    /// With a thousand seats each reading would otherwise publish a thousand states.
    @Test func aStateThatDidNotChangeIsNotPublishedAgain() async throws {
        let site = try SessionSite()
        func states(_ leaf: String) -> [BusMessage] {
            site.messages.all.filter { $0.topic == "vitalbus/v1/home/site/state/\(leaf)" }
        }
        func isActive(_ seat: String) throws -> Bool {
            try states("session/\(seat)").contains { try Envelope<SessionState>.decode($0.payload).data.active }
        }
        try await site.running { manager in
            try await manager.start("bed-1")
            try await eventually("the first seat's state is on the bus") {
                manager.pass(0)
                return try isActive("bed-1")
            }
            let (first, queue) = (states("session/bed-1").count, states("queue").count)
            try await manager.start("bed-2")
            // Each round ends with the queue's state.
            try await eventually("the second seat's state and the queue's are on the bus") {
                manager.pass(0)
                return try isActive("bed-2") && states("queue").count > queue + 1
            }
            #expect(states("session/bed-1").count == first)
        }
    }
}
