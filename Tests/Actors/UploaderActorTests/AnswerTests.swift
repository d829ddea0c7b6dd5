import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("The outcomes of the server's answers")
struct AnswerTests {
    private func answer(
        to faults: String = "[]",
        token: String = CloudServer.token,
        api: String = "inform",
        _ flags: [String: String] = [:],
        possiblySent: Bool = false,
        check: (Site, UploaderActor, UploadAck.Outcome) async throws -> Void
    ) async throws {
        try await Site.with(token: token) { site in
            try await site.cloud.fail(faults)
            try await site.running(flags) { actor in
                await site.owner.offer([Samples.item(try Samples.record(), api: api, possiblySent: possiblySent)])
                try await check(site, actor, try #require(try await site.owner.settled(1).first))
            }
        }
    }

    @Test("refused credentials end the session", arguments: ["inform", "legacy"])
    func unauthorized(_ api: String) async throws {
        try await answer(token: "revoked-token-9", api: api) { site, actor, outcome in
            #expect(outcome.result == "unauthorized")
            #expect(!outcome.possiblySent)
            #expect(try await site.cloud.seen.records.isEmpty)
            let told = String(decoding: try WireJSON.encode(outcome), as: UTF8.self)
            #expect(!told.contains("revoked-token-9"))
            #expect(await actor.health().counters["unauthorized"] == 1)
        }
    }

    @Test("409 for the same log id is success", arguments: ["inform", "legacy"])
    func conflict(_ api: String) async throws {
        let flags = ["destination.inform.repeats": "refuses", "destination.legacy.repeats": "refuses"]
        try await answer(to: #"[{"accept": true, "drop": true}]"#, api: api, flags) { site, actor, first in
            #expect(first.result == "retry")
            #expect(first.possiblySent)
            await site.owner.offer([Samples.item(try Samples.record(), fence: 2, api: api, possiblySent: true)])
            #expect(try await site.owner.settled(2)[1].result == "done")
            #expect(try await site.cloud.seen.records.count == 1)
            let counters = await actor.health().counters
            #expect(counters["resent"] == 1)
            #expect(counters["resentBlind"] == 0)
        }
    }

    @Test("409 for a later revision is not success: the record is updated in place")
    func conflictOfRevision() async throws {
        try await answer(to: "[]", ["destination.inform.repeats": "refuses"]) { site, _, first in
            #expect(first.result == "done")
            let newer = try Samples.record(revision: 2, [.init(metric: .systolic, value: 130, unit: "mm[Hg]")])
            await site.owner.offer([Samples.item(newer, fence: 2, possiblySent: true)])
            #expect(try await site.owner.settled(2)[1].result == "done")
            let seen = try await site.cloud.seen
            #expect(seen.records.count == 1)
            #expect(seen.records[0]["metrics"]?.first?["value"] == .number(130))
        }
    }

    @Test("422 in the API's format is a rejection with its text, but never with the token")
    func rejected() async throws {
        let body = #"{\"errors\": {\"metrics\": [\"can't be good-token-123\"]}}"#
        try await answer(to: #"[{"status": 422, "body": "\#(body)"}]"#) { _, _, outcome in
            #expect(outcome.result == "failed")
            #expect(outcome.error?.code == "http422")
            #expect(outcome.error?.message == "metrics: can't be [token]")
            #expect(outcome.error?.retriable == false)
        }
    }

    @Test("a captive portal pauses the destination", arguments: [200, 302, 404, 422])
    func portal(_ status: Int) async throws {
        try await answer(to: #"[{"status": \#(status), "body": "<html>Log in</html>"}]"#) { _, actor, outcome in
            #expect(outcome.result == "paused")
            #expect(outcome.possiblySent == (status == 200))
            let health = await actor.health()
            #expect(health.status == .degraded)
            #expect(health.problems.contains { $0.message.contains("portal") })
        }
    }

    @Test(
        "503 keeps the record, and Retry-After is passed on, also as a date of a server whose clock is wrong",
        arguments: [
            #""Retry-After": "17""#,
            #""Retry-After": "Wed, 01 Jan 2127 00:00:17 GMT", "Date": "Wed, 01 Jan 2127 00:00:00 GMT""#,
        ]
    )
    func retryAfter(headers: String) async throws {
        try await answer(to: #"[{"status": 503, "headers": {\#(headers)}}]"#) { _, actor, outcome in
            #expect(outcome.result == "retry")
            #expect(outcome.retryAfterSeconds == 17)
            #expect(!outcome.possiblySent)
            #expect(await actor.health().counters["retried"] == 1)
        }
    }

    @Test("without a connection the record is kept, as certainly not sent")
    func noConnection() async throws {
        try await answer(["destination.inform.base-url": "http://127.0.0.1:1"]) { _, _, outcome in
            #expect(outcome.result == "retry")
            #expect(!outcome.possiblySent)
            #expect(outcome.error?.code == "couldNotConnect")
        }
    }

    @Test("an API without a base URL pauses with a clear reason")
    func unknownAPI() async throws {
        try await answer(api: "fhir") { _, _, outcome in
            #expect(outcome.result == "paused")
            #expect(outcome.error?.message.contains("destination.fhir.base-url") == true)
        }
    }

    @Test("a look-up prevents the second create", arguments: ["inform", "legacy"])
    func lookup(_ api: String) async throws {
        try await answer(to: #"[{"accept": true, "drop": true}]"#, api: api) { site, actor, first in
            #expect(first.result == "retry")
            try await site.cloud.repeats("double")
            await site.owner.offer([Samples.item(try Samples.record(), fence: 2, api: api, possiblySent: true)])
            #expect(try await site.owner.settled(2)[1].serverID == "000000000000000000000001")
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1)
            #expect(seen.count("GET") == 1)
            #expect(await actor.health().counters["resent"] == 0)
        }
    }

    @Test("a look-up that finds nothing lets the record be sent")
    func lookupAbsent() async throws {
        try await answer(possiblySent: true) { site, actor, outcome in
            #expect(outcome.result == "done")
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1)
            #expect(await actor.health().counters["resent"] == 1)
        }
    }

    @Test(
        "an unanswered look-up sends nothing; refused credentials and portals count as everywhere",
        arguments: [
            (401, #"{\"errors\": [\"no\"]}"#, "unauthorized", "unauthorized"),
            (403, #"{\"message\": \"Invalid authentication credentials\"}"#, "unauthorized", "unauthorized"),
            (401, "<html>", "paused", "http401"), (200, "<html>", "paused", "http200"), (302, "", "paused", "http302"),
            (404, "<html>", "paused", "http404"), (200, "{}", "paused", "http200"),
            (404, #"{\"errors\": [\"not found\"]}"#, "retry", "lookupUnanswered"),
            (400, #"{\"errors\": [\"too long ago\"]}"#, "retry", "lookupUnanswered"),
            (500, "", "retry", "lookupUnanswered"), (429, "", "retry", "lookupUnanswered"),
        ]
    )
    func lookupUnanswered(_ status: Int, _ body: String, _ result: String, _ code: String) async throws {
        let fault = #"[{"method": "GET", "status": \#(status), "body": "\#(body)"}]"#
        try await answer(to: fault, possiblySent: true) { site, actor, outcome in
            #expect(outcome.result.rawValue == result)
            #expect(!outcome.possiblySent, "nothing was sent now; of before the owner knows")
            #expect(outcome.error?.code == code)
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 0)
            if result == "paused" { #expect(await actor.health().status == .degraded) }
        }
    }

    @Test("a destination without look-ups gets the record again, and this is counted")
    func blind() async throws {
        try await answer(["destination.inform.repeats": "blind"], possiblySent: true) { _, actor, outcome in
            #expect(outcome.result == "done")
            #expect(await actor.health().counters["resentBlind"] == 1)
        }
    }

    @Test("an update uses the server's own id", arguments: ["inform", "legacy"])
    func update(_ api: String) async throws {
        try await answer(api: api) { site, _, first in
            let newer = try Samples.record(revision: 2, [.init(metric: .systolic, value: 131, unit: "mm[Hg]")])
            await site.owner.offer([
                Samples.item(newer, fence: 2, api: api, isUpdate: true, serverID: first.serverID)
            ])
            let second = try await site.owner.settled(2)[1]
            #expect(second.result == "done")
            #expect(second.serverID == first.serverID)
            let seen = try await site.cloud.seen
            #expect(seen.count("PUT") == 1)
            #expect(seen.records.count == 1)
        }
    }

    @Test("a record that was deleted at the server is created again only once the list confirms it")
    func recreated() async throws {
        try await answer { site, _, _ in
            let newer = try Samples.record(2, revision: 2)
            await site.owner.offer([Samples.item(newer, isUpdate: true, serverID: "deleted")])
            #expect(try await site.owner.settled(2)[1].result == "done")
            #expect(try await site.cloud.seen.requests.map(\.method) == ["POST", "PUT", "GET", "POST"])
            try await site.cloud.fail(#"[{"method": "GET", "status": 500}]"#)
            await site.owner.offer([
                Samples.item(try Samples.record(3, revision: 2), isUpdate: true, serverID: "deleted")
            ])
            let undecided = try await site.owner.settled(3)[2]
            #expect(undecided.result == "retry" && undecided.error?.code == "lookupUnanswered")
            #expect(try await site.cloud.seen.records.count == 2)
        }
    }

    @Test(
        "409 for a later revision is postponed while the list fails or is foreign, with every policy",
        arguments: ["lookup", "refuses", "upsert", "blind"],
        [(500, ""), (503, ""), (429, ""), (401, "<html>"), (200, "{}")]
    )
    func conflictWithoutID(_ policy: String, _ list: (status: Int, body: String)) async throws {
        try await answer(["destination.inform.repeats": policy]) { site, _, _ in
            try await site.cloud.fail(
                #"[{"method": "GET", "status": \#(list.status), "body": "\#(list.body)"}]"#
            )
            await site.owner.offer([Samples.item(try Samples.record(revision: 2), fence: 2)])
            let outcome = try await site.owner.settled(2)[1]
            #expect(outcome.result == (policy == "lookup" && list.status < 429 ? "paused" : "retry"))
            #expect(outcome.result == "paused" || outcome.error?.code == "lookupUnanswered")
            try await site.cloud.fail("[]")
            await site.owner.offer([Samples.item(try Samples.record(revision: 2), fence: 3)])
            #expect(try await site.owner.settled(3)[2].result == "done", "the change is made once the list answers")
            #expect(try await site.cloud.seen.records.count == 1)
        }
    }

    @Test("409 for a later revision without a list to find its id is reported as unchangeable")
    func conflictWithoutList() async throws {
        try await answer(["destination.inform.repeats": "refuses"]) { site, _, _ in
            let body = #"{\"errors\": [\"not found\"]}"#
            try await site.cloud.fail(#"[{"method": "GET", "status": 404, "body": "\#(body)"}]"#)
            await site.owner.offer([Samples.item(try Samples.record(revision: 2), fence: 2)])
            let outcome = try await site.owner.settled(2)[1]
            #expect(outcome.result == "failed" && outcome.error?.code == "updateRefused")
        }
    }

    @Test(
        "a record created under an unusable id is neither doubled nor reported as sent",
        arguments: [
            String(repeating: "x", count: 900_000), String(repeating: "x", count: 257), #"s\u0007"#,
        ]
    )
    func unusableID(_ id: String) async throws {
        let made = #"[{"method": "POST", "accept": true, "status": 201, "body": "{\"id\": \"ID\"}"}]"#
            .replacing("ID", with: id.replacing("\\", with: "\\\\"))
        try await answer(to: made) { site, _, first in
            #expect(first.result == "paused")
            #expect(first.possiblySent)
            #expect(first.serverID == nil)
            let log = try Samples.record().logID.rawValue
            let list =
                #"[{"method": "GET", "status": 200, "body": "{\"data\": [{\"log_id\": \"LOG\", \"id\": \"ID\"}]}"}]"#
                .replacing("LOG", with: log).replacing("ID", with: id.replacing("\\", with: "\\\\"))
            try await site.cloud.fail(list)
            await site.owner.offer([Samples.item(try Samples.record(), fence: 2, possiblySent: true)])
            let second = try await site.owner.settled(2)[1]
            #expect(second.result == "retry")
            #expect(second.error?.code == "lookupUnanswered")
            #expect(second.error?.message.contains("too long") == true)
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1)
            #expect(seen.records.count == 1)
        }
    }

    @Test("a record without any accepted value is refused, with the reason")
    func nothingToUpload() async throws {
        try await Site.with { site in
            try await site.running { _ in
                let nowhere = VitalRecords.Measurement(metric: .meanArterialPressure, value: 89, unit: "mm[Hg]")
                await site.owner.offer([Samples.item(try Samples.record(1, [nowhere]))])
                let outcome = try #require(try await site.owner.settled(1).first)
                #expect(outcome.result == "failed")
                #expect(outcome.error?.code == "nothingToUpload")
                #expect(try await site.cloud.seen.requests.isEmpty)
            }
        }
    }
}
