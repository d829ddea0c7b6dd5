import MessageBus
import TestSupport
import Testing

/// Retained values stay correct when the broker disappears and when wills arrive late.
@Suite struct PresenceTests {
    private let harness = Harness()

    private func watch(_ filter: String) async throws -> BusSubscription {
        try await harness.broker.connect().subscribe(to: [TopicFilter(filter)])
    }

    private func next(_ subscription: BusSubscription) async -> String? {
        var iterator = subscription.makeAsyncIterator()
        return await iterator.next().map { String(decoding: $0.payload, as: UTF8.self) }
    }

    @Test func statesAreSaidAgainAfterTheBrokerLostThem() async throws {
        let states = RetainedStates(try harness.client("actor"), logger: .silent)
        let watcher = try await watch("vitalbus/v1/s1/h1/#")
        await states.set(text: "one", at: "vitalbus/v1/s1/h1/state/a")
        await states.set(text: "two", at: "vitalbus/v1/s1/h1/state/b")
        #expect(await [next(watcher), next(watcher)] == ["one", "two"])
        let running = Task { await states.run() }
        #expect(await [next(watcher), next(watcher)] == ["one", "two"])
        harness.broker.goDown()
        harness.broker.comeBack()
        #expect(await [next(watcher), next(watcher)] == ["one", "two"])
        let late = try await watch("vitalbus/v1/s1/h1/state/b")
        #expect(await next(late) == "two")
        running.cancel()
        await running.value
    }

    @Test func aValueSetWhileTheBrokerIsAwayIsSaidLater() async throws {
        let states = RetainedStates(try harness.client("actor"), logger: .silent)
        let watcher = try await watch("vitalbus/v1/s1/h1/state/a")
        harness.broker.goDown()
        await states.set(text: "old", at: "vitalbus/v1/s1/h1/state/a")
        await states.set(text: "new", at: "vitalbus/v1/s1/h1/state/a")
        let running = Task { await states.run() }
        harness.broker.comeBack()
        #expect(await next(watcher) == "new")
        running.cancel()
        await running.value
    }

    @Test func aTypedStateIsRetainedInAnEnvelope() async throws {
        let states = RetainedStates(try harness.client("actor"), logger: .silent)
        await states.set(Sample.state, values: ["name": "a"], data: Sample.Body(text: "x"))
        let watcher = try await watch("vitalbus/v1/s1/h1/state/a")
        var iterator = watcher.makeAsyncIterator()
        let message = try #require(await iterator.next())
        #expect(message.retain)
        #expect(try Envelope<Sample.Body>.decode(message.payload).data == Sample.Body(text: "x"))
    }

    /// A value that changes while the values are republished after a connect must win.
    @Test func aRoundAfterAConnectDoesNotBringBackAnOldValue() async throws {
        let bus = ObservedBus(harness.broker.connect())
        let states = RetainedStates(try harness.client("actor", bus: bus), logger: .silent)
        await states.set(text: "first", at: "vitalbus/v1/s1/h1/state/a")
        await states.set(text: "online", at: "vitalbus/v1/s1/h1/state/b")
        let gate = bus.hold("vitalbus/v1/s1/h1/state/a")
        let running = Task { await states.run() }
        await gate.arrived()
        await states.set(text: "offline", at: "vitalbus/v1/s1/h1/state/b")
        gate.open()
        _ = await eventually { bus.messages.count == 5 }
        let kept = try await watch("vitalbus/v1/s1/h1/state/b")
        let last = await next(kept)
        #expect(last == "offline")
        running.cancel()
        await running.value
    }

    /// A value that is set while the previous one is being sent goes out after it.
    @Test func aSlowOldValueDoesNotOvertakeANewOne() async throws {
        let bus = ObservedBus(harness.broker.connect())
        let states = RetainedStates(try harness.client("actor", bus: bus), logger: .silent)
        let topic = "vitalbus/v1/s1/h1/state/a"
        let gate = bus.hold(topic)
        let first = Task { await states.set(text: "old", at: topic) }
        await gate.arrived()
        let second = Task { await states.set(text: "new", at: topic) }
        await pause()
        #expect(bus.messages.isEmpty)
        gate.open()
        await first.value
        await second.value
        #expect(bus.messages.map { String(decoding: $0.payload, as: UTF8.self) } == ["old", "new"])
        #expect(await next(try await watch(topic)) == "new")
    }

    @Test func aLateWillIsContradicted() async throws {
        let address = try BusAddress(site: "s1", hub: "h1", actor: "actor", instance: "1")
        let bus = ObservedBus(harness.broker.connect())
        let client = try harness.client("actor", bus: bus)
        let presence = Presence(client, states: RetainedStates(client, logger: .silent))
        let earlier = harness.broker.connect(will: Presence.will(address))
        let watcher = try await watch(Presence.topic(address))
        await presence.say(.online)
        let running = Task { try await presence.run() }
        _ = await bus.subscriptions.next()
        await earlier.vanish()
        #expect(await [next(watcher), next(watcher), next(watcher)] == ["online", "offline", "online"])
        #expect(try await next(watch(Presence.topic(address))) == "online")
        running.cancel()
        try await running.value
    }

    @Test func whoDrainsSaysSoAgain() async throws {
        let address = try BusAddress(site: "s1", hub: "h1", actor: "actor", instance: "1")
        let bus = ObservedBus(harness.broker.connect())
        let client = try harness.client("actor", bus: bus)
        let presence = Presence(client, states: RetainedStates(client, logger: .silent))
        let running = Task { try await presence.run() }
        _ = await bus.subscriptions.next()
        let watcher = try await watch(Presence.topic(address))
        await presence.say(.draining)
        _ = try await harness.broker.connect().publish(Presence.will(address))
        #expect(await [next(watcher), next(watcher), next(watcher)] == ["draining", "offline", "draining"])
        running.cancel()
        try await running.value
    }

    @Test(arguments: [Availability.online, .draining])
    func whoIsThereAnswersTheQuestion(present: Availability) async throws {
        let address = try BusAddress(site: "s1", hub: "h1", actor: "actor", instance: "1")
        let bus = ObservedBus(harness.broker.connect())
        let client = try harness.client("actor", bus: bus)
        let presence = Presence(client, states: RetainedStates(client, logger: .silent))
        let running = Task { try await presence.run() }
        _ = await bus.subscriptions.next()
        let watcher = try await watch(Presence.topic(address))
        await presence.say(present)
        let question = BusMessage(topic: Presence.topic(address), payload: Array(Presence.question.utf8))
        _ = try await harness.broker.connect().publish(question)
        let words = await [next(watcher), next(watcher), next(watcher)]
        #expect(words == [present.rawValue, "asked", present.rawValue])
        #expect(try await next(watch(Presence.topic(address))) == present.rawValue, "the question is not kept")
        running.cancel()
        try await running.value
    }

    @Test func whoIsOfflineLetsItStand() async throws {
        let address = try BusAddress(site: "s1", hub: "h1", actor: "actor", instance: "1")
        let bus = ObservedBus(harness.broker.connect())
        let client = try harness.client("actor", bus: bus)
        let presence = Presence(client, states: RetainedStates(client, logger: .silent))
        let running = Task { try await presence.run() }
        _ = await bus.subscriptions.next()
        await presence.say(.online)
        await presence.say(.offline)
        _ = try await harness.broker.connect().publish(Presence.will(address))
        await pause()
        #expect(bus.messages.count == 2)
        running.cancel()
        try await running.value
    }
}
