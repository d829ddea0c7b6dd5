import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("Records that are deleted at the server")
struct DeletionTests {
    /// Creates a record at the server, and then grants its deletion.
    private func deletion(
        api: String = "inform",
        faults: String = "[]",
        _ flags: [String: String] = [:],
        knowsID: Bool = true,
        possiblySent: Bool = false,
        check: (Site, UploadAck.Outcome) async throws -> Void
    ) async throws {
        try await Site.with { site in
            try await site.running(flags) { _ in
                await site.owner.offer([Samples.item(try Samples.record(), api: api)])
                let first = try #require(try await site.owner.settled(1).first)
                #expect(first.result == "done")
                try await site.cloud.fail(faults)
                var item = Samples.item(
                    try Samples.record(revision: 2),
                    fence: 2,
                    api: api,
                    isUpdate: knowsID,
                    serverID: knowsID ? first.serverID : nil,
                    possiblySent: possiblySent
                )
                item.isDeletion = true
                await site.owner.offer([item])
                try await check(site, try await site.owner.settled(2)[1])
            }
        }
    }

    @Test("a known id is deleted", arguments: ["inform", "legacy"])
    func known(_ api: String) async throws {
        try await deletion(api: api) { site, outcome in
            #expect(outcome.result == "done")
            #expect(outcome.serverID == nil)
            let seen = try await site.cloud.seen
            #expect(seen.records.isEmpty)
            #expect(seen.requests.map(\.method) == ["POST", "DELETE"])
            #expect(seen.requests[1].path.contains("000000000000000000000001"))
        }
    }

    @Test("an unknown id is looked up, and never sent as a record", arguments: ["inform", "legacy"])
    func unknown(_ api: String) async throws {
        try await deletion(api: api, knowsID: false, possiblySent: true) { site, outcome in
            #expect(outcome.result == "done")
            let seen = try await site.cloud.seen
            #expect(seen.records.isEmpty)
            #expect(seen.requests.map(\.method) == ["POST", "GET", "DELETE"])
        }
    }

    @Test("an absent record needs no deletion")
    func absent() async throws {
        try await Site.with { site in
            try await site.running { _ in
                var item = Samples.item(try Samples.record(revision: 2), possiblySent: true)
                item.isDeletion = true
                await site.owner.offer([item])
                #expect(try await site.owner.settled(1)[0].result == "done")
                #expect(try await site.cloud.seen.requests.map(\.method) == ["GET", "GET"])
                // A known id that the server no longer has: the list confirms it.
                item = Samples.item(try Samples.record(2, revision: 2), isUpdate: true, serverID: "gone")
                item.isDeletion = true
                await site.owner.offer([item])
                #expect(try await site.owner.settled(2)[1].result == "done")
                #expect(try await site.cloud.seen.requests.map(\.method) == ["GET", "GET", "DELETE", "GET"])
            }
        }
    }

    @Test("404 for a wrong path is not a deletion, because the list still has the record")
    func wrongPath() async throws {
        let body = #"{\"errors\": [\"not found\"]}"#
        try await deletion(faults: #"[{"method": "DELETE", "status": 404, "body": "\#(body)"}]"#) { site, outcome in
            #expect(outcome.result == "failed")
            #expect(outcome.error?.code == "deletionMissed")
            let seen = try await site.cloud.seen
            #expect(seen.records.count == 1)
        }
    }

    @Test("without look-ups, a deletion without an id fails with a clear reason")
    func blind() async throws {
        try await deletion(["destination.inform.repeats": "blind"], knowsID: false, possiblySent: true) {
            site,
            outcome in
            #expect(outcome.result == "failed")
            #expect(outcome.error?.code == "serverIDUnknown")
            let seen = try await site.cloud.seen
            #expect(seen.requests.map(\.method) == ["POST"])
        }
    }

    @Test(
        "answers to a deletion",
        arguments: [
            (204, "", "done"), (200, "<html>", "paused"), (401, #"{\"errors\": [\"no\"]}"#, "unauthorized"),
            (422, #"{\"errors\": [\"no\"]}"#, "failed"), (429, "", "retry"),
        ]
    )
    func answers(_ status: Int, _ body: String, _ result: String) async throws {
        let fault = #"[{"method": "DELETE", "status": \#(status), "body": "\#(body)"}]"#
        try await deletion(faults: fault, ["destination.inform.repeats": "upsert"]) { _, outcome in
            #expect(outcome.result.rawValue == result)
        }
    }

    @Test("a path for records by their log id creates and replaces them there")
    func upsert() async throws {
        let path = "/connect/provider/data/{type}/by-log/{logID}"
        let flags = ["destination.inform.paths.upsert": path, "destination.inform.repeats": "upsert"]
        try await Site.with { site in
            try await site.cloud.fail(#"[{"method": "PUT", "status": 200, "body": "{\"id\": \"s-1\"}"}]"#)
            try await site.running(flags) { _ in
                let record = try Samples.record()
                await site.owner.offer([Samples.item(record)])
                #expect(try await site.owner.settled(1)[0].serverID == "s-1")
                let request = try #require(try await site.cloud.seen.requests.first)
                #expect(request.path == "/connect/provider/data/measurements/by-log/\(record.logID.rawValue)")
            }
        }
    }
}
