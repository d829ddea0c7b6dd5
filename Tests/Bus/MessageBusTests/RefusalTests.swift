import MessageBus
import TestSupport
import Testing

/// Messages that the broker lets through and the receiver rejects, and their counts.
@Suite struct RefusalTests {
    private let harness = Harness()
    private let hello = Sample.Body(text: "hello")

    private func request(replyTo topic: String) throws -> [UInt8] {
        var envelope = try harness.client("raw").envelope("t", data: hello)
        envelope.replyto = topic
        return try WireJSON.encode(envelope)
    }

    @Test func aRequestThatAsksForAnotherIsNotDone() async throws {
        let count = Counter()
        let handler = RequestHandler(Sample.echo) { body, _ in
            count.next()
            return body
        }
        try await harness.serving([handler, Sample.pinging]) { served in
            for topic in ["vitalbus/v1/s1/h1/reply/caller-1", "vitalbus/v1/s1/h2/reply/raw-1"] {
                try await served.send(try request(replyTo: topic))
            }
            _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            #expect(await eventually { served.refusals == ["refusedSource": 2] })
            #expect(count.value == 0)
        }
    }

    @Test func aKeptRequestIsNotDoneAtTheStart() async throws {
        let count = Counter()
        let handler = RequestHandler(Sample.echo) { body, _ in
            count.next()
            return body
        }
        let kept = BusMessage(
            topic: "vitalbus/v1/s1/h1/request/test-server/echo",
            payload: try request(replyTo: "vitalbus/v1/s1/h1/reply/raw-1"),
            retain: true
        )
        _ = try await harness.broker.connect().publish(kept)
        try await harness.serving([handler, Sample.pinging]) { served in
            _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            #expect(await eventually { served.refusals == ["refusedRetained": 1] })
            #expect(count.value == 0)
        }
    }

    @Test func aReplyThatNobodyWaitsForIsCounted() async throws {
        try await harness.serving([Sample.pinging]) { served in
            _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            let stray = BusMessage(
                topic: "vitalbus/v1/s1/h1/reply/caller-1",
                payload: [1],
                properties: BusProperties(correlationData: "guessed")
            )
            _ = try await harness.broker.connect().publish(stray)
            #expect(await eventually { served.caller.refusals.counters == ["refusedReply": 1] })
            #expect(try await served.requests.call(Sample.ping, hub: "h1", body: hello) == hello)
        }
    }
}
