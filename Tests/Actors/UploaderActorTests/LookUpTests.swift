import BusContract
import ContractLiterals
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import UploaderActor

/// Lists that lag behind the server's records, and ledgers that know more than the owner.
@Suite struct LookUpTests {
    private func running(
        _ faults: String = "[]",
        _ flags: [String: String] = ["lookup.settle": "60s", "request.timeout": "15s"],
        _ body: @Sendable (Site, UploaderActor) async throws -> Void
    ) async throws {
        try await Site.with { site in
            try await site.cloud.fail(faults)
            try await site.running(flags) { try await body(site, $0) }
        }
    }

    @Test("a record missing from the list is sent again only once the list must show it", arguments: [nil, 0, 59, 60])
    func settles(_ sentAgo: Int?) async throws {
        try await running { site, _ in
            await site.owner.offer([
                Samples.item(try Samples.record(), possiblySent: true, sentAgoSeconds: sentAgo)
            ])
            let outcome = try #require(try await site.owner.settled(1).first)
            let seen = try await site.cloud.seen
            guard sentAgo != 60 else {
                #expect(outcome.result == "done")
                #expect(seen.requests.map(\.method) == ["GET", "GET", "POST"], "it takes two words of the list")
                return
            }
            #expect(outcome.result == "retry")
            #expect(outcome.error?.code == "lookupUnanswered")
            #expect(outcome.error?.message.contains("lookup.settle") == true)
            #expect(
                outcome.retryAfterSeconds == (sentAgo == 59 ? 1 : 15),
                "30 s after it was sent, or when it must show"
            )
            #expect(!outcome.possiblySent, "the owner keeps the time that it has")
            #expect(seen.requests.map(\.method) == ["GET"])
        }
    }

    @Test("a record whose request may still arrive is not sent again, however little the list lags")
    func underWay() async throws {
        try await running("[]", ["lookup.settle": "0s", "request.timeout": "15s"]) { site, _ in
            let record = try Samples.record()
            await site.owner.offer([
                Samples.item(record, possiblySent: true, sentAgoSeconds: 0, underWaySeconds: 13)
            ])
            let first = try #require(try await site.owner.settled(1).first)
            #expect(first.result == "retry" && first.retryAfterSeconds == 8, "10 s after it was sent")
            #expect(try await site.cloud.seen.count("POST") == 0)
            await site.owner.offer([Samples.item(record, fence: 2, possiblySent: true, sentAgoSeconds: 0)])
            #expect(try await site.owner.settled(2)[1].result == "done")
            #expect(try await site.cloud.seen.count("POST") == 1)
        }
    }

    @Test("a second list that shows the record keeps it from being created twice")
    func secondLook() async throws {
        let first = #"[{"method": "POST", "accept": true, "drop": true}]"#
        try await running(first, ["lookup.settle": "1s", "request.timeout": "15s"]) { site, actor in
            let record = try Samples.record()
            await site.owner.offer([Samples.item(record)])
            #expect(try await site.owner.settled(1)[0].possiblySent)
            try await site.cloud.fail(#"[{"method": "GET", "status": 200, "body": "{\"data\": []}"}]"#)
            await site.owner.offer([Samples.item(record, fence: 2, possiblySent: true, sentAgoSeconds: 9)])
            #expect(try await site.owner.settled(2)[1].result == "done")
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1)
            #expect(seen.count("GET") == 2)
            #expect(await actor.health().counters["foundByLookup"] == 1)
        }
    }

    @Test("a doubt known only to the uploader's own ledger is reported, so that the owner counts its time")
    func ownDoubt() async throws {
        let first = #"[{"method": "POST", "accept": true, "drop": true}]"#
        try await running(first, ["lookup.settle": "60s", "request.timeout": "15s"]) { site, _ in
            let record = try Samples.record()
            await site.owner.offer([Samples.item(record)])
            #expect(try await site.owner.settled(1)[0].possiblySent)
            try await site.cloud.fail(#"[{"method": "GET", "status": 200, "body": "{\"data\": []}"}]"#)
            await site.owner.offer([Samples.item(record, fence: 2)])
            let second = try await site.owner.settled(2)[1]
            #expect(second.result == "retry" && second.possiblySent)
            #expect(try await site.cloud.seen.count("POST") == 1)
        }
    }

    @Test(
        "a delivery in the uploader's own ledger answers a new grant, whatever the owner knows",
        arguments: ["upsert", "lookup", "blind"]
    )
    func ledgersWord(_ policy: String) async throws {
        try await running("[]", ["destination.inform.repeats": policy]) { site, actor in
            let record = try Samples.record()
            await site.owner.offer([Samples.item(record)])
            let first = try await site.owner.settled(1)[0]
            #expect(first.result == "done")
            try await eventually("all is confirmed") { await actor.health().queueDepths["unconfirmed"] == 0 }
            // An owner that was set back knows of no grant, and counts from the start.
            await site.owner.offer([Samples.item(record, fence: 7)])
            let second = try await site.owner.settled(2)[1]
            #expect(second.result == "done" && second.serverID == first.serverID)
            #expect(try await site.cloud.seen.requests.count == 1)
            #expect(await actor.health().counters["answeredByLedger"] == 1)
            // The same revision number was given twice, with different values.
            let other = try Samples.record(1, [.init(metric: .systolic, value: 131, unit: "mm[Hg]")])
            await site.owner.offer([Samples.item(other, fence: 8, isUpdate: true, serverID: first.serverID)])
            #expect(try await site.owner.settled(3)[2].result == "done")
            #expect(try await site.cloud.seen.requests.count == 2)
        }
    }
}
