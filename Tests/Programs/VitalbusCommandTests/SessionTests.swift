import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import TestSupport
import Testing
import VitalRecords
import VitalbusCommand

@Suite struct SessionTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "vb-cli-\(UUID().uuidString)").path

    private func start(
        _ shell: @escaping @Sendable (InMemoryBroker) -> Shell,
        _ arguments: [String],
        sealing: SealingState? = nil
    ) async throws -> (Shell.Outcome, StartSession?) {
        let broker = InMemoryBroker()
        let seen = Mutex<StartSession?>(nil)
        let handler = RequestHandler(SessionOperations.startSession) { body, _ in
            seen.withLock { $0 = body }
            return Self.view(body.seat, body)
        }
        let sessions = RequestHandler(SessionOperations.sessions) { _, _ in SessionPage(page: 1, pages: 1, sessions: [])
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler, sessions], on: broker) {
            if let sealing { try await tell(sealing, on: broker) }
            return await shell(broker).run(["session", "start", "--seat", "bed-a"] + arguments)
        }
        return (outcome, seen.withLock { $0 })
    }

    private static func view(_ seat: String, _ body: StartSession? = nil) -> SessionView {
        SessionView(
            sessionID: "id1",
            seat: seat,
            userID: body?.userID,
            organizationID: body?.organizationID,
            apiVersion: body?.apiVersion ?? "inform",
            startedAt: Date(timeIntervalSince1970: 0),
            validated: "pending",
            defaultUser: body?.defaultUser ?? false
        )
    }

    /// Publishes the session manager's state with its public key.
    private func tell(_ state: SealingState, on broker: InMemoryBroker) async throws {
        let address = try BusAddress(site: "s", hub: "site", actor: "session-manager", instance: "main")
        let client = BusClient(bus: broker.connect(), address: address, epoch: 1, environment: .system)
        _ = try await client.publish(SessionEvents.sealingState, data: state)
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

    @Test func whoMayNotReadTheKeySealsForItsPublicHalf() async throws {
        let keys = try TemporaryFolder()
        let key = try SiteKey.load(keys.url.appending(path: "site-key").path, createIfMissing: true)
        let state = SealingState(
            algorithm: .hpke,
            kid: key.publicKeyID,
            publicKey: Data(key.publicKey).base64EncodedString()
        )
        let (outcome, body) = try await start(
            { Shell($0, input: "s3cret-token\n") },
            ["--user", "u", "--organization", "o", "--state", folder],
            sealing: state
        )
        #expect(outcome.code == 0, "\(outcome.err)")
        let token = try #require(body?.hpkeToken)
        #expect(body?.sealedToken == nil && token.kid == key.publicKeyID)
        let open = try key.openSealedForSite(
            Array(try #require(Data(base64Encoded: token.ciphertext))),
            encapsulatedKey: Array(try #require(Data(base64Encoded: token.enc))),
            info: SiteKey.tokenInfo,
            aad: "s/bed-a/u"
        )
        #expect(open == Array("s3cret-token".utf8))
        #expect(!(outcome.out + outcome.err).joined().contains("s3cret"))
    }

    @Test func withoutTheKeyTheTokenGoesNowhere() async throws {
        let (outcome, body) = try await start(
            { Shell($0, input: "t0ken") },
            ["--user", "u", "--organization", "o", "--state", folder, "--json"]
        )
        #expect(outcome.code == 69)
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

    @Test func withoutAnAccountASeatsPersonIsLocal() async throws {
        let (outcome, body) = try await start({ Shell($0) }, ["--state", folder])
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(body?.userID == "local-bed-a" && body?.apiVersion == "file")
        #expect(body?.sealedToken == nil && body?.takes == nil)
    }

    @Test func furtherDestinationsAreNamedWithThePersonThere() async throws {
        let (outcome, body) = try await start(
            { Shell($0) },
            ["--api", "file", "--user", "u", "--also", "fhir=urn:oid:1.2|a=b", "--also", "legacy", "--state", folder]
        )
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(body?.apiVersion == "file" && body?.sealedToken == nil)
        let named = [FurtherDestination("fhir", userID: "urn:oid:1.2|a=b"), FurtherDestination("legacy")]
        #expect(body?.destinations == named)
    }

    @Test(arguments: [
        ["--user", "u", "--organization", "o", "--also", "cloud=x"],
        ["--api", "fhir", "--user", "Patient/1", "--token-file", "token"], ["--api", "inform", "--user", "u"],
    ])
    func whatNoDestinationTakesIsAWrongCommand(arguments: [String]) async throws {
        let (outcome, body) = try await start({ Shell($0) }, arguments + ["--state", folder])
        #expect(outcome.code == 64 && body == nil, "\(outcome.err)")
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

    @Test func aTokenIsTypedWithoutBeingShown() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let key = try SiteKey.load("\(folder)/site-key", createIfMissing: true)
        let (outcome, body) = try await start(
            { Shell($0, input: "not this", secret: "typed-token") },
            ["--user", "u", "--organization", "o", "--force", "--state", folder]
        )
        #expect(outcome.code == 0)
        #expect(body?.force == true)
        let sealed = try #require(body?.sealedToken.flatMap { Data(base64Encoded: $0) })
        #expect(try key.open(Array(sealed), context: "session-token") == Array("typed-token".utf8))
    }

    @Test func oneEnterEndsWhatIsTypedAndMistakesAreTakenBack() {
        func typed(_ keys: String) -> (HiddenLine.Step, String) {
            var line = HiddenLine(limit: 8)
            for byte in keys.utf8 {
                let step = line.take(byte)
                if step != .more { return (step, String(decoding: line.bytes, as: UTF8.self)) }
            }
            return (line.take(nil), String(decoding: line.bytes, as: UTF8.self))
        }
        #expect(typed("abc\ndef") == (.done, "abc"))
        #expect(typed("abx\u{7F}c\r") == (.done, "abc"))
        #expect(typed("\u{8}xyz\u{15}abc") == (.done, "abc"))
        #expect(typed("ab\u{3}") == (.cancelled, "ab"))
        #expect(typed("0123456789").1.utf8.count == 9, "one more than the limit shows that it is too long")
    }

    /// The number of waiting records, the answer to the question, the flags, and the exit code.
    @Test(
        arguments: [
            (0, nil, [], 0), (2, nil, [], 65), (2, "n", [], 65), (2, "y", [], 0), (2, nil, ["--yes"], 0),
        ] as [(Int, String?, [String], Int32)]
    )
    func anEndWithWaitingRecordsIsAskedAbout(
        waiting: Int,
        answer: String?,
        flags: [String],
        code: Int32
    ) async throws {
        let broker = InMemoryBroker()
        let isEnded = Mutex(false)
        let record = try Self.record()
        let entries = Array(
            repeating: RecordPage.Entry(record: record, state: "pending", attempts: 0, error: nil),
            count: waiting
        )
        let handlers = [
            RequestHandler(SessionOperations.session) { body, _ in Self.view(body.seat) },
            RequestHandler(SessionOperations.queuedRecords) { body, _ in
                #expect(body.sessionID == "id1" && body.seat == nil)
                return RecordPage(page: 1, pages: 1, records: entries)
            },
            RequestHandler(SessionOperations.endSession) { body, _ in
                isEnded.withLock { $0 = true }
                return SessionEnded(
                    seat: body.seat,
                    hub: "site",
                    sessionID: "id1",
                    userID: "u",
                    organizationID: "o",
                    reason: "requested",
                    unsyncedRecords: waiting
                )
            },
        ]
        let outcome = try await Shell.serving("session-manager", hub: "site", handlers, on: broker) { [folder] in
            await Shell(broker, answer: answer).run(["session", "end", "--seat", "bed-a", "--state", folder] + flags)
        }
        #expect(outcome.code == code, "\(outcome.err)")
        #expect(isEnded.withLock(\.self) == (code == 0))
        if answer == nil, code != 0 { #expect(outcome.err.first?.contains("--yes") == true) }
    }

    @Test(arguments: [("yes", 0), ("pending", 75), ("no", 77)] as [(String, Int32)])
    func aRetrySaysWhatTheServerSays(word: String, code: Int32) async throws {
        let broker = InMemoryBroker()
        let handler = RequestHandler(SessionOperations.retrySession) { body, _ in
            SessionRetried(
                seat: body.seat,
                sessionID: "id1",
                validated: .init(rawValue: word),
                waiting: 3,
                unsyncedRecords: 2
            )
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) { [folder] in
            await Shell(broker).run("session", "retry", "--seat", "bed-a", "--state", folder)
        }
        #expect(outcome.code == code)
        #expect(outcome.out.first?.contains("3 records tried now, 2 unsynced of ended sessions") == true)
    }

    private static func record() throws -> VitalRecord {
        let file = ProjectFolder.file("topics/examples/recordSubmitted.json")
        return try Envelope<RecordSubmitted>.decode(Array(Data(contentsOf: file))).data.record
    }
}
