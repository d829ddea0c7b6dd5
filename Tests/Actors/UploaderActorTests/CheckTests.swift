import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing

@testable import UploaderActor

@Suite("A server's verdict on a session's credentials")
struct CheckTests {
    /// The answer to a check is repeated only a few times, which a busy machine must not use up, because this owner
    /// asks once.
    private static let patient = ["ack.timeout": "10s"]

    private func checked(
        api: String = "inform",
        token: String = CloudServer.token,
        faults: String = "[]",
        _ flags: [String: String] = [:],
        check: (Site, UploadAck.Checked) async throws -> Void
    ) async throws {
        try await Site.with(token: token) { site in
            try await site.cloud.fail(faults)
            try await site.running(Self.patient.merging(flags) { $1 }) { _ in
                await site.owner.ask([
                    UploadGrant.Check(sessionID: "s-1", apiVersion: .init(rawValue: api), checkID: "c-1")
                ])
                let answer = try #require(try await site.owner.checked(1).first)
                #expect(answer.sessionID == "s-1")
                #expect(answer.checkID == "c-1")
                try await check(site, answer)
            }
        }
    }

    @Test("good ones are confirmed", arguments: ["inform", "legacy"])
    func valid(_ api: String) async throws {
        try await checked(api: api) { site, answer in
            #expect(answer.result == "valid")
            #expect(answer.error == nil)
            let path = api == "inform" ? "/organizations/o/users/u" : "/v1/me.json"
            let seen = try await site.cloud.seen
            #expect(seen.requests.map(\.path) == [path])
        }
    }

    @Test("others are refused, and never logged", arguments: ["inform", "legacy"])
    func refused(_ api: String) async throws {
        try await checked(api: api, token: "revoked-token-9") { _, answer in
            #expect(answer.result == "refused")
            #expect(answer.error?.retriable == false)
            let told = String(decoding: try WireJSON.encode(answer), as: UTF8.self)
            #expect(!told.contains("revoked-token-9"))
        }
    }

    @Test(
        "only the API's own answer decides",
        arguments: [
            (404, #"{\"errors\": [\"not found\"]}"#, "refused"), (403, #"{\"message\": \"no\"}"#, "refused"),
            (401, "<html>", "unreachable"), (404, "", "unreachable"), (200, "<html>", "unreachable"),
            (200, #"{\"id\": \"1\", \"uid\": \"another\"}"#, "unreachable"), (302, "", "unreachable"),
            (429, "", "unreachable"), (503, "", "unreachable"), (422, #"{\"errors\": [\"no\"]}"#, "unreachable"),
        ]
    )
    func answers(_ status: Int, _ body: String, _ result: String) async throws {
        try await checked(faults: #"[{"status": \#(status), "body": "\#(body)"}]"#) { _, answer in
            #expect(answer.result.rawValue == result)
        }
    }

    @Test("an answer that the owner refuses to store is repeated")
    func refusedAnswer() async throws {
        try await Site.with { site in
            await site.owner.refuse(3)
            try await site.running(Self.patient) { _ in
                await site.owner.ask([UploadGrant.Check(sessionID: "s-1", apiVersion: .inform, checkID: "c-1")])
                let answer = try #require(try await site.owner.checked(1).first)
                #expect(answer.result == "valid")
            }
        }
    }

    @Test("a server that is unreachable, or not asked, leaves it open")
    func unreachable() async throws {
        try await checked(["destination.inform.base-url": "http://127.0.0.1:1"]) { _, answer in
            #expect(answer.result == "unreachable")
        }
        try await checked(["destination.inform.paths.validate": "off"]) { site, answer in
            #expect(answer.error?.code == "validationOff")
            let seen = try await site.cloud.seen
            #expect(seen.requests.isEmpty)
        }
    }
}
