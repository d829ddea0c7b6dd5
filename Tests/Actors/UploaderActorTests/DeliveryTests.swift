import BusContract
import ContractLiterals
import Foundation
import LedgerStore
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("An uploader, a queue's owner and an HTTP server")
struct DeliveryRulesTests {
    @Test("a record is delivered, answered and noted once", arguments: ["inform", "legacy"])
    func happyPath(_ api: String) async throws {
        try await Site.with { site in
            try await site.running { actor in
                let record = try Samples.record()
                await site.owner.offer([Samples.item(record, api: api)])
                let answer = try #require(try await site.owner.settled(1).first)
                #expect(answer.result == "done")
                #expect(answer.serverID == "000000000000000000000001")
                #expect(!answer.possiblySent)
                #expect(try await site.cloud.seen.count("POST") == 1)
                try await eventually("all is confirmed") { await actor.health().queueDepths["unconfirmed"] == 0 }
                let health = await actor.health()
                #expect(health.counters["posted"] == 1)
                #expect(health.counters["accepted"] == 1)
                // The mean arterial pressure, which the legacy API accepts in `extras`.
                #expect(health.counters["measurementsLeftOut"] == (api == "inform" ? 1 : 0))
                #expect(health.status == .ok)
                #expect(health.lastSuccess != nil)
                try await eventually("all is confirmed") {
                    try await actor.service.ledger.unconfirmedOutcomes(limit: 9).isEmpty
                }
            }
        }
    }

    @Test("many records are sent, each once")
    func many() async throws {
        try await Site.with { site in
            try await site.running(["concurrency": "8", "request.timeout": "20s"]) { _ in
                let items = try (1...100).map { Samples.item(try Samples.record($0)) }
                await site.owner.grantAgain()
                await site.owner.offer(items)
                let answers = try await site.owner.settled(100)
                #expect(answers.allSatisfy { $0.result == "done" })
                let seen = try await site.cloud.seen
                #expect(seen.count("POST") == 100)
                #expect(Set(seen.records.compactMap { $0["log_id"]?.text }).count == 100)
            }
        }
    }

    @Test("an answer whose reply is lost is repeated, without another request to the server")
    func lostReply() async throws {
        try await Site.with { site in
            await site.owner.goDeaf(for: 1)
            try await site.running { actor in
                await site.owner.offer([Samples.item(try Samples.record())])
                try await eventually("an answer") { await site.owner.answers.count >= 2 }
                let answers = await site.owner.answers
                #expect(answers[0] == answers[1])
                try await eventually("all is confirmed") { await actor.health().queueDepths["unconfirmed"] == 0 }
                #expect(try await site.cloud.seen.count("POST") == 1)
                // A busy machine may repeat it more often.
                #expect((await actor.health().counters["acksRepeated"] ?? 0) >= 1)
            }
        }
    }

    @Test("after a lease that ended before its answer was heard, the new grant is answered without a second request")
    func regrantedWhileUnconfirmed() async throws {
        try await Site.with { site in
            await site.owner.goDeaf(for: 2)
            try await site.running { _ in
                let record = try Samples.record()
                await site.owner.offer([Samples.item(record, fence: 1)])
                try await eventually("an answer") { await !site.owner.answers.isEmpty }
                await site.owner.offer([Samples.item(record, fence: 2, possiblySent: true)])
                let answers = try await site.owner.settled(2)
                #expect(answers.map(\.result) == ["done", "done"])
                #expect(answers[1].serverID == answers[0].serverID)
                #expect(try await site.cloud.seen.requests.count == 1)
            }
        }
    }

    @Test("a crash between the request and its note gives the answer possibly sent")
    func crash() async throws {
        try await Site.with { site in
            try await site.cloud.fail(#"[{"method": "POST", "accept": true, "hold": true, "status": 201}]"#)
            let record = try Samples.record()
            try await site.running(["request.timeout": "20s"]) { actor in
                await site.owner.offer([Samples.item(record)])
                try await eventually("a POST") { try await site.cloud.seen.count("POST") == 1 }
                // From here on this uploader cannot write notes, as if it had crashed.
                try await actor.service.ledger.close()
            }
            try await site.cloud.release()
            #expect(await site.owner.answers.isEmpty)
            try await site.running(["destination.inform.repeats": "lookup"]) { actor in
                let answer = try #require(try await site.owner.settled(1).first)
                #expect((1...21).contains(answer.underWaySeconds ?? 0), "what does not show until then may come yet")
                #expect(answer.result == "retry")
                #expect(answer.possiblySent)
                #expect(answer.error?.code == "interrupted")
                await site.owner.offer([Samples.item(record, fence: 2, possiblySent: true)])
                let second = try await site.owner.settled(2)[1]
                #expect(second.result == "done")
                #expect(second.serverID == "000000000000000000000001")
                #expect(try await site.cloud.seen.count("POST") == 1)
                #expect(await actor.health().counters["foundByLookup"] == 1)
            }
        }
    }

    @Test("a doubtful attempt is reported at once with its request's remaining time, and looked up 2 s later")
    func tellsDoubt() async throws {
        try await Site.with { site in
            try await site.cloud.fail(#"[{"method": "POST", "drop": true}]"#)
            try await site.running(["request.timeout": "20s"]) { _ in
                let start = ContinuousClock.now
                await site.owner.offer([Samples.item(try Samples.record())])
                let answer = try #require(try await site.owner.settled(1).first)
                // A slow machine reports it later, with less time remaining.
                let passed = Int(start.duration(to: .now).components.seconds)
                #expect(answer.result == "retry")
                #expect(answer.possiblySent)
                #expect((19 - passed...21).contains(answer.underWaySeconds ?? 0))
                #expect(answer.retryAfterSeconds == 2)
            }
        }
    }

    @Test("a grant for a demand that was never sent is returned, not sent")
    func unknownPull() async throws {
        try await Site.with { site in
            await site.owner.forgetPulls()
            try await site.running { _ in
                await site.owner.offer([Samples.item(try Samples.record())])
                let answer = try #require(try await site.owner.settled(1).first)
                #expect(answer.result == "release")
                #expect(!answer.possiblySent)
                #expect(try await site.cloud.seen.requests.isEmpty)
            }
        }
    }

    @Test("a lease too short for a request's whole timeout is returned, not used")
    func shortLease() async throws {
        try await Site.with { site in
            await site.owner.lease(seconds: 3)
            try await site.running { actor in
                await site.owner.offer([Samples.item(try Samples.record())])
                let answer = try #require(try await site.owner.settled(1).first)
                #expect(answer.result == "release")
                #expect(await actor.health().problems.map(\.code).contains("leaseTooShort"))
                #expect(try await site.cloud.seen.requests.isEmpty)
            }
        }
    }

    @Test("a grant that arrives twice is sent once and answered once")
    func doubledGrant() async throws {
        try await Site.with { site in
            await site.owner.sendTwice()
            // An answer whose reply is late would be repeated, and look like a second one.
            try await site.running(["ack.timeout": "60s"]) { actor in
                await site.owner.offer(try (1...5).map { Samples.item(try Samples.record($0)) })
                #expect(try await site.owner.settled(5).allSatisfy { $0.result == "done" })
                await actor.drain()
                #expect(await site.owner.answers.count == 5)
                let seen = try await site.cloud.seen
                #expect(seen.count("POST") == 5)
            }
        }
    }

    @Test("two uploaders share the work without sending anything twice")
    func twoUploaders() async throws {
        try await Site.with { site in
            try await site.running(["request.timeout": "20s"]) { _ in
                try await site.running(["request.timeout": "20s"], instance: "b") { _ in
                    await site.owner.grantAgain()
                    await site.owner.offer(try (1...40).map { Samples.item(try Samples.record($0)) })
                    #expect(try await site.owner.settled(40).allSatisfy { $0.result == "done" })
                    let seen = try await site.cloud.seen
                    #expect(seen.count("POST") == 40)
                }
            }
        }
    }
}
