import ActorRuntime
import BusContract
import Foundation
import MessageBus
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct SessionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "vb-cli-\(UUID().uuidString)").path

    private func start(_ shell: @escaping @Sendable (InMemoryBroker) -> Shell, _ arguments: [String]) async throws -> (
        Shell.Outcome, StartSession?
    ) {
        let broker = InMemoryBroker()
        let seen = Mutex<StartSession?>(nil)
        let handler = RequestHandler(SessionOperations.startSession) { body, _ in
            seen.withLock { $0 = body }
            return SessionView(
                sessionID: "id1",
                seat: body.seat,
                userID: body.userID,
                organizationID: body.organizationID,
                apiVersion: body.apiVersion ?? "inform",
                startedAt: Date(timeIntervalSince1970: 0),
                validated: "pending",
                defaultUser: body.defaultUser ?? false
            )
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await shell(broker).run(["session", "start", "--seat", "bed-a"] + arguments)
        }
        return (outcome, seen.withLock { $0 })
    }

    @Test func aTokenIsSealedWithTheSitesKeyAndNeverShown() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = try SiteKey.load("\(folder)/site-key", createIfMissing: true)
        let (outcome, body) = try await start(
            { Shell($0, input: "s3cret-token\n") },
            ["--user", "u", "--organization", "o", "--state", folder]
        )
        #expect(outcome.code == 0)
        #expect(body?.accessToken == nil)
        let sealed = try #require(body?.sealedToken.flatMap { Data(base64Encoded: $0) })
        #expect(try key.open(Array(sealed), context: "session-token") == Array("s3cret-token".utf8))
        #expect(!(outcome.out + outcome.err).joined().contains("s3cret"))
    }

    @Test func withoutTheKeyTheTokenGoesNowhere() async throws {
        let (outcome, body) = try await start(
            { Shell($0, input: "t0ken") },
            ["--user", "u", "--organization", "o", "--state", folder, "--json"]
        )
        #expect(outcome.code == 65)
        #expect(body == nil)
        #expect(outcome.err.first?.contains("site key") == true)
        #expect(!(outcome.out + outcome.err).joined().contains("t0ken"))
    }

    @Test func theDefaultUserNeedsNoToken() async throws {
        let (outcome, body) = try await start({ Shell($0) }, ["--default-user", "--state", folder])
        #expect(outcome.code == 0)
        #expect(body?.defaultUser == true)
        #expect(body?.accessToken == nil)
    }

    @Test(arguments: ["", "two words", String(repeating: "x", count: 5000)])
    func aWrongTokenIsWrongInputAndNotRepeated(token: String) async throws {
        let outcome = await Shell(InMemoryBroker(), input: token)
            .run("session", "start", "--seat", "a", "--user", "u", "--organization", "o", "--state", folder)
        #expect(outcome.code == 65)
        #expect(outcome.err.first?.contains("access token") == true)
        if !token.isEmpty { #expect(!outcome.err.joined().contains(token)) }
    }

    @Test func aWrongSeatIsWrongInput() async {
        let outcome = await Shell(InMemoryBroker()).run("session", "end", "--seat", "Bed A", "--state", folder)
        #expect(outcome.code == 65)
    }
}
