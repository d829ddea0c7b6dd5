import FoundationEssentials
import MessageBus
import TestSupport
import Testing

/// More requests than a server can take.
@Suite struct RequestFloodTests {
    private let harness = Harness()
    private let hello = Sample.Body(text: "hello")

    /// A member sends requests, each with a made-up reply topic: a caller that was answered before still gets its turn,
    /// and the requests for which there is no room get `busy`.
    @Test func aFloodLeavesOthersTheirTurn() async throws {
        let gate = Gate()
        let flooded = RequestHandler(Sample.echo) { body, _ in
            await gate.pass()
            return body
        }
        try await harness.serving([flooded, Sample.pinging]) { served in
            for _ in 0..<2 { _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello) }
            let replies = try await served.replies("+")
            let first = Task { await replies.first { $0.topic.contains("/flood-") } }
            // One more than can be in work or waiting, and the gate holds them all: the first answer is a refusal.
            for number in 0...(RequestServer.concurrency + 1_024) { try await send(number, served) }
            let answer = await first.value
            replies.cancel()
            let error = try Envelope<ReplyPayload<Sample.Body>>.decode(try #require(answer).payload).data.error
            #expect(error?.code == "busy")
            #expect(error?.retriable == true)
            let asked = try await harness.broker.connect().subscribe(to: [
                TopicFilter("vitalbus/v1/s1/h1/request/test-server/ping/#")
            ])
            let call = Task { try await served.requests.call(Sample.ping, hub: "h1", body: hello) }
            // Before the gate opens: a call that is sent only after the flood's end proves nothing.
            _ = await asked.first { _ in true }
            gate.open()
            let pinged = try await call.value
            #expect(pinged == hello)
            let flood = served.bus.messages.filter { $0.topic.contains("reply/flood-") }.count
            #expect(flood < 512, "the caller did not wait for the flood's end")
        }
    }

    private func send(_ number: Int, _ served: Served) async throws {
        let client = "flood-\(number)"
        let topic = "vitalbus/v1/s1/h1/reply/\(client)"
        var envelope = Envelope(id: client, source: "/s1/h1/flood/\(number)", type: "t", time: Date(), data: hello)
        envelope.correlationid = client
        envelope.replyto = topic
        let properties = BusProperties(responseTopic: topic, correlationData: client)
        try await served.send(WireJSON.encode(envelope), properties: properties)
    }
}
