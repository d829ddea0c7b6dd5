import FoundationEssentials
import MessageBus
import TestSupport
import Testing

/// Requests and replies over a broker in this process.
@Suite struct RequestTests {
    private let harness = Harness()
    private let hello = Sample.Body(text: "hello")

    private struct Odd: Error {
        let secret = "s3cret"
    }

    @Test func aRequestIsAnswered() async throws {
        try await harness.serving([Sample.echoing]) { served in
            let answer = try await served.requests.call(Sample.echo, hub: "h1", body: hello)
            #expect(answer == hello)
            #expect(harness.clock.sleeperCount <= 1, "all deadlines have one timer")
        }
    }

    @Test func manyAtOnceAreAnsweredEachWithItsOwn() async throws {
        try await harness.serving([Sample.echoing]) { served in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        let body = Sample.Body(text: "\(number)")
                        return try await served.requests.call(Sample.echo, hub: "h1", body: body) == body
                    }
                }
                var answered = 0
                for try await isOwn in group where isOwn { answered += 1 }
                #expect(answered == 300)
            }
        }
    }

    @Test func anUnknownOperationIsAnswered() async throws {
        try await harness.serving([Sample.echoing]) { served in
            let code = await busErrorCode { _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello) }
            #expect(code == "unknownOperation")
        }
    }

    @Test func aMalformedBodyIsAnswered() async throws {
        let wrong = Operation<[Int], Sample.Body>(Sample.server, name: "echo", callers: [])
        try await harness.serving([Sample.echoing]) { served in
            #expect(
                await busErrorCode { _ = try await served.requests.call(wrong, hub: "h1", body: [1]) } == "malformed"
            )
        }
    }

    @Test func nobodyThereIsToldAtOnce() async throws {
        try await harness.serving([Sample.echoing]) { served in
            let code = await busErrorCode { _ = try await served.requests.call(Sample.echo, hub: "h2", body: hello) }
            #expect(code == "noResponder")
        }
    }

    @Test func aHandlersErrorGoesToTheCaller() async throws {
        let handlers = [
            RequestHandler(Sample.echo) { _, _ in throw BusError(.conflict, message: "already there") },
            RequestHandler(Sample.ping) { _, _ in throw Odd() },
        ]
        try await harness.serving(handlers) { served in
            do {
                _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello)
                Issue.record("it was answered")
            } catch let error as BusError {
                #expect(error == BusError(.conflict, message: "already there"))
            }
            do {
                _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
                Issue.record("it was answered")
            } catch let error as BusError {
                #expect(error.code == .internalError)
                #expect(!error.message.contains("s3cret"))
            }
        }
    }

    @Test func noAnswerInTimeIsADeadline() async throws {
        let gate = Gate()
        let handler = RequestHandler(Sample.echo) { body, _ in
            await gate.pass()
            return body
        }
        try await harness.serving([handler]) { served in
            let call = Task {
                await busErrorCode {
                    _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello, timeout: .seconds(10))
                }
            }
            await gate.arrived()
            await harness.clock.sleepers(atLeast: 1)
            harness.clock.advance(by: .milliseconds(9_999))
            #expect(harness.clock.sleeperCount == 1)
            harness.clock.advance(by: .milliseconds(1))
            #expect(await call.value == "deadlineExceeded")
            gate.open()
        }
    }

    @Test func aLateReplyIsPassedOver() async throws {
        let gate = Gate()
        let handlers = [
            RequestHandler(Sample.echo) { body, _ in
                await gate.pass()
                return body
            }, Sample.pinging,
        ]
        try await harness.serving(handlers) { served in
            let call = Task {
                await busErrorCode { _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello) }
            }
            await gate.arrived()
            await harness.clock.sleepers(atLeast: 1)
            harness.clock.advance(by: .seconds(10))
            #expect(await call.value == "deadlineExceeded")
            gate.open()
            #expect(await eventually { served.bus.messages.count == 1 })
            let answer = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            #expect(answer == hello)
        }
    }

    @Test func aCancelledCallEnds() async throws {
        let gate = Gate()
        let handler = RequestHandler(Sample.echo) { body, _ in
            await gate.pass()
            return body
        }
        try await harness.serving([handler]) { served in
            let call = Task {
                await busErrorCode { _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello) }
            }
            await gate.arrived()
            call.cancel()
            #expect(await call.value == "CancellationError")
            gate.open()
        }
    }

    @Test func aPassedDeadlineIsAnsweredAndNotServed() async throws {
        let served = Counter()
        let handler = RequestHandler(Sample.echo) { body, _ in
            served.next()
            return body
        }
        try await harness.serving([handler]) { running in
            let reply = try await exchange(running) { $0.deadline = $0.time.addingTimeInterval(-0.001) }
            #expect(reply?.error?.code == "deadlineExceeded")
            #expect(served.value == 0)
        }
    }

    @Test func anOversizeReplyBecomesAnError() async throws {
        let large = String(repeating: "x", count: BusMessage.payloadLimit)
        let handler = RequestHandler(Sample.echo) { _, _ in Sample.Body(text: large) }
        try await harness.serving([handler]) { served in
            let code = await busErrorCode { _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello) }
            #expect(code == "payloadTooLarge")
        }
    }

    @Test func anOversizeRequestIsNotSent() async throws {
        try await harness.serving([Sample.echoing]) { served in
            let large = Sample.Body(text: String(repeating: "x", count: BusMessage.payloadLimit))
            let code = await busErrorCode { _ = try await served.requests.call(Sample.echo, hub: "h1", body: large) }
            #expect(code == "payloadTooLarge")
        }
    }

    @Test(arguments: [
        "vitalbus/v1/other/h1/reply/x", "vitalbus/v1/s1/h1/event/recordSubmitted", "vitalbus/v1/s1/h1/reply/+",
        "vitalbus/v1/s1/#", "vitalbus/v2/s1/h1/reply/x", "vitalbus/v1/s1/h1/reply/x/y", "homeassistant/x", "",
    ])
    func aReplyTopicOutsideTheSiteIsRefused(_ topic: String) async throws {
        try await harness.serving([Sample.echoing, Sample.pinging]) { served in
            var envelope = served.caller.envelope("t", data: hello)
            envelope.replyto = topic
            try await served.send(WireJSON.encode(envelope))
            try await served.send(Array("no json".utf8), properties: BusProperties(responseTopic: topic))
            let answer = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            #expect(answer == hello)
            #expect(await eventually { served.bus.messages.count > 0 })
            #expect(Set(served.bus.messages.map(\.topic)) == ["vitalbus/v1/s1/h1/reply/caller-1"])
        }
    }

    @Test func anUnreadableRequestIsAnsweredByItsProperties() async throws {
        try await harness.serving([Sample.echoing]) { served in
            let replies = try await served.replies("raw-1")
            let properties = BusProperties(responseTopic: "vitalbus/v1/s1/h1/reply/raw-1", correlationData: "c7")
            try await served.send(Array("no json".utf8), properties: properties)
            var iterator = replies.makeAsyncIterator()
            let reply = try #require(await iterator.next())
            let envelope = try Envelope<ReplyPayload<Sample.Body>>.decode(reply.payload)
            #expect(envelope.correlationid == "c7")
            #expect(envelope.data.error?.code == "malformed")
        }
    }

    /// An MQTT 3.1.1 client has no properties, so its `replyto` must suffice.
    @Test func aRequestWithoutDataIsAnswered() async throws {
        try await harness.serving([Sample.echoing]) { served in
            let text = #"""
                {"specversion":"1.0","id":"a","source":"/s1/h1/x/1","type":"t","time":"2026-11-21T10:00:00.000Z",
                "correlationid":"c1","replyto":"vitalbus/v1/s1/h1/reply/raw-1"}
                """#
            try await served.send(Array(text.utf8))
            let isAnswered = await eventually { !served.bus.messages.isEmpty }
            #expect(isAnswered)
        }
    }

    /// One bad attribute must not cost the caller its answer.
    @Test(arguments: [#""time":"yesterday","data":{}"#, #""time":7,"data":{}"#, #""seq":"x","data":{}"#])
    func aRequestWithABadAttributeIsAnswered(_ rest: String) async throws {
        try await harness.serving([Sample.echoing]) { served in
            let replies = try await served.replies("raw-1")
            let text = #"""
                {"specversion":"1.0","id":"a","source":"/s1/h1/x/1","type":"t",
                "correlationid":"c1","replyto":"vitalbus/v1/s1/h1/reply/raw-1",\#(rest)}
                """#
            try await served.send(Array(text.utf8), properties: BusProperties(responseTopic: "elsewhere"))
            var iterator = replies.makeAsyncIterator()
            let reply = try #require(await iterator.next())
            let envelope = try Envelope<ReplyPayload<Sample.Body>>.decode(reply.payload)
            #expect(envelope.correlationid == "c1")
            #expect(envelope.data.error?.code == "malformed")
        }
    }

    @Test func theTraceGoesThroughTheServerAndBack() async throws {
        let handler = RequestHandler(Sample.echo) { _, _ in
            Sample.Body(text: TraceParent.current?.traceID ?? "none")
        }
        let parent = TraceParent.next(after: nil)
        try await harness.serving([handler]) { served in
            let answer = try await TraceParent.$current.withValue(parent) {
                try await served.requests.call(Sample.echo, hub: "h1", body: hello)
            }
            #expect(answer.text == parent.traceID)
        }
    }

    /// Sends an echo by hand and returns the reply.
    private func exchange(
        _ served: Served,
        _ change: (inout Envelope<Sample.Body>) -> Void
    ) async throws -> ReplyPayload<Sample.Body>? {
        let replies = try await served.replies("raw-1")
        var envelope = try harness.client("raw").envelope("t", data: hello)
        envelope.correlationid = "c1"
        envelope.replyto = "vitalbus/v1/s1/h1/reply/raw-1"
        change(&envelope)
        try await served.send(WireJSON.encode(envelope))
        var iterator = replies.makeAsyncIterator()
        guard let reply = await iterator.next() else { return nil }
        return try Envelope<ReplyPayload<Sample.Body>>.decode(reply.payload).data
    }
}
