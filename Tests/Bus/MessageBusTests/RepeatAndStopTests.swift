import MessageBus
import TestSupport
import Testing

/// Repeated requests, and processes that start and stop.
@Suite struct RepeatAndStopTests {
    private let harness = Harness()
    private let hello = Sample.Body(text: "hello")

    private func gated(_ gate: Gate, _ count: Counter = Counter()) -> [RequestHandler] {
        let echo = RequestHandler(Sample.echo) { body, _ in
            count.next()
            await gate.pass()
            return body
        }
        return [echo, Sample.pinging]
    }

    @Test func aRepeatOfARequestInWorkIsServedOnce() async throws {
        let (gate, count) = (Gate(), Counter())
        try await harness.serving(gated(gate, count)) { served in
            let replies = try await served.replies("raw-1")
            var envelope = try harness.client("raw").envelope("t", id: "same", data: hello)
            envelope.correlationid = "c1"
            envelope.replyto = "vitalbus/v1/s1/h1/reply/raw-1"
            let payload = try WireJSON.encode(envelope)
            try await served.send(payload)
            await gate.arrived()
            try await served.send(payload)
            _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            await pause()
            #expect(count.value == 1)
            gate.open()
            var iterator = replies.makeAsyncIterator()
            let reply = try #require(await iterator.next())
            #expect(try Envelope<ReplyPayload<Sample.Body>>.decode(reply.payload).data.ok == hello)
        }
    }

    /// A sender repeats its call after a deadline while the server still works on the first one.
    @Test func aRepeatWhileInWorkIsAnsweredToo() async throws {
        let gate = Gate()
        try await harness.serving(gated(gate)) { served in
            func call() -> Task<String?, Never> {
                Task {
                    await busErrorCode {
                        _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello, id: "same")
                    }
                }
            }
            let first = call()
            await gate.arrived()
            await harness.clock.sleepers(atLeast: 1)
            harness.clock.advance(by: .seconds(10))
            #expect(await first.value == "deadlineExceeded")
            let second = call()
            _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            await pause()
            gate.open()
            let outcome = await second.value
            #expect(outcome == nil)
        }
    }

    /// Callers choose their own ids, so two may choose the same.
    @Test func twoCallersWithOneIDAreBothAnswered() async throws {
        let (gate, count) = (Gate(), Counter())
        try await harness.serving(gated(gate, count)) { served in
            for name in ["raw-1", "raw-2"] {
                let client = try harness.client("raw", instance: String(name.suffix(1)))
                var envelope = client.envelope("t", id: "1", data: hello)
                envelope.correlationid = name
                envelope.replyto = "vitalbus/v1/s1/h1/reply/\(name)"
                try await served.send(WireJSON.encode(envelope))
                if name == "raw-1" { await gate.arrived() }
            }
            _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            let bothServed = await eventually { count.value == 2 }
            #expect(bothServed)
            gate.open()
        }
    }

    @Test func requestsInWorkAreAnsweredWhenTheServerStops() async throws {
        let gate = Gate()
        let handler = RequestHandler(Sample.echo) { body, _ in
            // The work ignores the task's cancellation, as a commit does.
            await Task { await gate.pass() }.value
            return body
        }
        try await harness.serving([handler]) { served in
            let call = Task {
                await busErrorCode { _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello) }
            }
            await gate.arrived()
            served.serverTask.cancel()
            gate.open()
            try await served.serverTask.value
            let outcome = await call.value
            #expect(outcome == nil)
        }
    }

    @Test func callsThatWaitEndWhenTheCallerStops() async throws {
        let gate = Gate()
        try await harness.serving(gated(gate)) { served in
            let other = RequestClient(try harness.client("other"))
            let running = Task { try await other.run() }
            let call = Task { await busErrorCode { _ = try await other.call(Sample.echo, hub: "h1", body: hello) } }
            await gate.arrived()
            running.cancel()
            #expect(await call.value == "draining")
            gate.open()
        }
    }

    @Test func aCallWaitsForTheCallersStart() async throws {
        try await harness.serving([Sample.echoing]) { served in
            let other = RequestClient(try harness.client("other"))
            let call = Task { try await other.call(Sample.echo, hub: "h1", body: hello) }
            await pause()
            let running = Task { try await other.run() }
            let answer = try await call.value
            #expect(answer == hello)
            running.cancel()
        }
    }

    @Test func aCallBeforeTheStartCanBeCancelled() async throws {
        let other = RequestClient(try harness.client("other"))
        let call = Task { await busErrorCode { _ = try await other.call(Sample.echo, hub: "h1", body: hello) } }
        await pause()
        call.cancel()
        #expect(await call.value == "CancellationError")
    }

    @Test func aCallWithoutAStartMeetsItsDeadline() async throws {
        let other = RequestClient(try harness.client("other"))
        let call = Task { await busErrorCode { _ = try await other.call(Sample.echo, hub: "h1", body: hello) } }
        await harness.clock.sleepers(atLeast: 1)
        harness.clock.advance(by: .seconds(10))
        #expect(await call.value == "deadlineExceeded")
    }

    /// A broker that is away at the start must not keep a call past its deadline.
    @Test func aCallBeforeTheStartHasItsDeadlineToo() async throws {
        let other = RequestClient(try harness.client("other"))
        let call = Task { await busErrorCode { _ = try await other.call(Sample.echo, hub: "h1", body: hello) } }
        let isTimed = await eventually { harness.clock.sleeperCount == 1 }
        #expect(isTimed)
        let running = Task { try await other.run() }
        #expect(await call.value == "noResponder")
        running.cancel()
    }
}
