import BusContract
import ContractLiterals
import Foundation
import MessageBus
import TestSupport
import Testing

@testable import UploaderActor

@Suite("Stopping")
struct DrainTests {
    @Test("current requests are finished, waiting records are returned, and all outcomes are reported")
    func drain() async throws {
        try await Site.with { site in
            try await site.cloud.fail(#"[{"method": "POST", "accept": true, "hold": true}]"#)
            // An answer whose reply is late would be repeated, and counted twice.
            let flags = ["concurrency": "1", "prefetch": "2", "ack.timeout": "60s"]
            try await site.running(flags) { actor in
                await site.owner.offer(try (1...3).map { Samples.item(try Samples.record($0)) })
                try await eventually("a POST") { try await site.cloud.seen.count("POST") == 1 }
                async let drained: Void = actor.drain()
                try await eventually("what it held is given back") {
                    await site.owner.answers.count { $0.result == "release" } == 2
                }
                try await site.cloud.release()
                await drained
                let answers = await site.owner.answers
                #expect(answers.filter { $0.result == "done" }.count == 1)
                let released = answers.filter { $0.result == "release" }
                #expect(released.count == 2)
                #expect(released.allSatisfy { !$0.possiblySent })
                #expect(try await site.cloud.seen.count("POST") == 1)
                try await eventually("the last demand is for nothing") { await site.owner.demands.last == 0 }
                #expect(await actor.health().queueDepths == ["waiting": 0, "sending": 0, "unconfirmed": 0])
            }
        }
    }

    @Test("a request that takes too long is cancelled and reported as possibly sent")
    func cutOff() async throws {
        try await Site.with { site in
            try await site.cloud.fail(#"[{"method": "POST", "hold": true}]"#)
            try await site.running(["drain.timeout": "1s", "request.timeout": "20s"]) { actor in
                await site.owner.offer([Samples.item(try Samples.record())])
                try await eventually("a POST") { try await site.cloud.seen.count("POST") == 1 }
                await actor.drain()
                let answer = try #require(await site.owner.answers.first)
                #expect(answer.result == "retry")
                #expect(answer.possiblySent)
                #expect(answer.error?.code == "cancelled")
            }
        }
    }

    @Test("work continues after the broker returns")
    func reconnect() async throws {
        try await Site.with { site in
            try await site.running { _ in
                try await eventually("a demand") { await !site.owner.demands.isEmpty }
                site.broker.goDown()
                site.broker.comeBack()
                await site.owner.offer([Samples.item(try Samples.record())])
                #expect(try await site.owner.settled(1).first?.result == "done")
            }
        }
    }
}
