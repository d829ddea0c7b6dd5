import MessageBus
import TestSupport
import Testing

/// Deadlines of calls, all on one timer, and what ends a call first.
@Suite struct DeadlineTests {
    private let harness = Harness()
    private let hello = Sample.Body(text: "hello")
    private let gate = Gate()

    private var gated: [RequestHandler] {
        let echo = RequestHandler(Sample.echo) { [gate] body, _ in
            await gate.pass()
            return body
        }
        return [echo, Sample.pinging]
    }

    private func call(_ served: Served, _ timeout: Duration) -> Task<String?, Never> {
        Task {
            await busErrorCode {
                _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello, timeout: timeout)
            }
        }
    }

    @Test func manyCallsHaveOneTimer() async throws {
        try await harness.serving(gated) { served in
            let calls = (1...20).map { call(served, .seconds($0)) }
            for _ in calls { await gate.arrived() }
            // The timer runs in a task, which may begin later than the calls.
            await harness.clock.sleepers(atLeast: 1)
            #expect(harness.clock.sleeperCount == 1)
            for (number, call) in calls.enumerated() {
                harness.clock.advance(by: .seconds(1))
                #expect(await call.value == "deadlineExceeded")
                if number < calls.count - 1 { await harness.clock.sleepers(atLeast: 1) }
            }
            #expect(harness.clock.sleeperCount == 0)
            gate.open()
        }
    }

    /// A call that ends sooner than those before it is not held up by their timer.
    @Test func aShorterDeadlineComesFirst() async throws {
        try await harness.serving(gated) { served in
            let long = call(served, .seconds(60))
            await gate.arrived()
            let short = call(served, .seconds(1))
            await gate.arrived()
            // The longer timer is gone by now, so this is the shorter one.
            await harness.clock.sleepers(atLeast: 1)
            harness.clock.advance(by: .seconds(1))
            #expect(await short.value == "deadlineExceeded")
            await harness.clock.sleepers(atLeast: 1)
            harness.clock.advance(by: .seconds(58))
            await pause()
            harness.clock.advance(by: .seconds(1))
            #expect(await long.value == "deadlineExceeded")
            gate.open()
        }
    }

    /// Answered calls leave nothing behind that would delay a later deadline.
    @Test func answeredCallsDoNotDelayADeadline() async throws {
        try await harness.serving(gated) { served in
            for _ in 0..<200 { _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello) }
            await harness.clock.sleepers(atLeast: 1)
            #expect(harness.clock.sleeperCount == 1)
            harness.clock.advance(by: .seconds(5))
            let late = call(served, .seconds(10))
            await gate.arrived()
            harness.clock.advance(by: .seconds(5))
            await harness.clock.sleepers(atLeast: 1)
            harness.clock.advance(by: .seconds(5))
            #expect(await late.value == "deadlineExceeded")
            gate.open()
        }
    }

    /// When reply, deadline and cancellation coincide, one of them ends the call, and the next call is unaffected.
    @Test func oneOfReplyDeadlineAndCancellationEndsACall() async throws {
        try await harness.serving([Sample.echoing]) { served in
            for round in 0..<60 {
                let call = call(served, .seconds(1))
                if round.isMultiple(of: 3) { await Task.yield() }
                if round.isMultiple(of: 2) { call.cancel() } else { harness.clock.advance(by: .seconds(1)) }
                let outcome = await call.value
                #expect([nil, "CancellationError", "deadlineExceeded"].contains(outcome))
                let answer = try await served.requests.call(
                    Sample.echo,
                    hub: "h1",
                    body: hello,
                    timeout: .seconds(1_000)
                )
                #expect(answer == hello)
            }
        }
    }

    /// A task that is cancelled already sends nothing.
    @Test func aCancelledTaskCallsNobody() async throws {
        let count = Counter()
        let echo = RequestHandler(Sample.echo) { body, _ in
            count.next()
            return body
        }
        try await harness.serving([echo, Sample.pinging]) { served in
            let call = Task {
                while !Task.isCancelled { await Task.yield() }
                return await busErrorCode { _ = try await served.requests.call(Sample.echo, hub: "h1", body: hello) }
            }
            call.cancel()
            #expect(await call.value == "CancellationError")
            _ = try await served.requests.call(Sample.ping, hub: "h1", body: hello)
            #expect(count.value == 0)
        }
    }
}
