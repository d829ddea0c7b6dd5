import MessageBus
import Testing

@Suite struct InMemoryBrokerTests {
    private let broker = InMemoryBroker()

    private func message(_ topic: String, _ text: String, retain: Bool = false) -> BusMessage {
        BusMessage(topic: topic, payload: Array(text.utf8), retain: retain)
    }

    private func text(_ message: BusMessage?) -> String? { message.map { String(decoding: $0.payload, as: UTF8.self) } }

    private func next(_ subscription: BusSubscription) async -> BusMessage? {
        var iterator = subscription.makeAsyncIterator()
        return await iterator.next()
    }

    @Test func retainedValuesAreHandedOutAtSubscribing() async throws {
        let bus = broker.connect()
        _ = try await bus.publish(message("a/2", "old", retain: true))
        _ = try await bus.publish(message("a/2", "two", retain: true))
        _ = try await bus.publish(message("a/1", "one", retain: true))
        _ = try await bus.publish(message("a/3", "not kept"))
        let subscription = try await bus.subscribe(to: [TopicFilter("a/+")])
        let (first, second) = (await next(subscription), await next(subscription))
        #expect([text(first), text(second)] == ["one", "two"])
        #expect(first?.retain == true && second?.retain == true)
        subscription.cancel()
        #expect(await next(subscription) == nil)
    }

    @Test func aLiveRetainedMessageArrivesUnmarked() async throws {
        let bus = broker.connect()
        let subscription = try await bus.subscribe(to: [TopicFilter("a")])
        _ = try await bus.publish(message("a", "live", retain: true))
        #expect(await next(subscription)?.retain == false)
    }

    @Test func anEmptyRetainedPayloadClears() async throws {
        let bus = broker.connect()
        _ = try await bus.publish(message("a", "kept", retain: true))
        _ = try await bus.publish(message("a", "", retain: true))
        let subscription = try await bus.subscribe(to: [TopicFilter("a")])
        subscription.cancel()
        #expect(await next(subscription) == nil)
    }

    @Test func overlappingFiltersOfOneSubscriptionDeliverOnce() async throws {
        let bus = broker.connect()
        let subscription = try await bus.subscribe(to: [TopicFilter("a/#"), TopicFilter("a/b")])
        _ = try await bus.publish(message("a/b", "one"))
        subscription.cancel()
        #expect(text(await next(subscription)) == "one")
        #expect(await next(subscription) == nil)
    }

    @Test func theReceiptSaysWhetherAnybodyListens() async throws {
        let bus = broker.connect()
        #expect(try await bus.publish(message("a", "x")) == .noSubscribers)
        let subscription = try await bus.subscribe(to: [TopicFilter("a")])
        #expect(try await bus.publish(message("a", "x")) == .delivered)
        subscription.cancel()
        #expect(try await bus.publish(message("a", "x")) == .noSubscribers)
    }

    @Test func aVanishedProcessLeavesItsWill() async throws {
        let watcher = try await broker.connect().subscribe(to: [TopicFilter("will")])
        let bus = broker.connect(will: message("will", "gone", retain: true))
        await bus.vanish()
        #expect(text(await next(watcher)) == "gone")
        await bus.vanish()
        watcher.cancel()
        #expect(await next(watcher) == nil)
        let late = try await broker.connect().subscribe(to: [TopicFilter("will")])
        #expect(text(await next(late)) == "gone")
        #expect(await busErrorCode { _ = try await bus.publish(message("a", "x")) } == "notConnected")
    }

    @Test func rightsAreEnforced() async throws {
        let rules = [AccessRule(.publish, pattern: "out/+"), AccessRule(.subscribe, pattern: "in/#")]
        let bus = broker.connect(rules: rules)
        _ = try await bus.publish(message("out/a", "x"))
        _ = try await bus.subscribe(to: [TopicFilter("in/a/b")])
        #expect(await busErrorCode { _ = try await bus.publish(message("in/a", "x")) } == "notAuthorized")
        #expect(await busErrorCode { _ = try await bus.publish(message("out/a/b", "x")) } == "notAuthorized")
        #expect(await busErrorCode { _ = try await bus.subscribe(to: [TopicFilter("out/a")]) } == "notAuthorized")
        let mixed = try [TopicFilter("in/a"), TopicFilter("#")]
        #expect(await busErrorCode { _ = try await bus.subscribe(to: mixed) } == "notAuthorized")
        let none = broker.connect(rules: [])
        #expect(await busErrorCode { _ = try await none.publish(message("out/a", "x")) } == "notAuthorized")
    }

    @Test func aTopicHasNoWildcard() async {
        let bus = broker.connect()
        for topic in ["", "a/+", "a/#", "+"] {
            #expect(await busErrorCode { _ = try await bus.publish(message(topic, "x")) } == "invalidTopic", "\(topic)")
        }
    }

    @Test func aBrokerThatIsAwayTakesNothingAndComesBack() async throws {
        let bus = broker.connect()
        var states = bus.connectionStates().makeAsyncIterator()
        #expect(await states.next() == .connected)
        let subscription = try await bus.subscribe(to: [TopicFilter("a")])
        _ = try await bus.publish(message("kept", "x", retain: true))
        broker.goDown()
        #expect(await states.next() == .disconnected(reason: "the broker has stopped"))
        #expect(await busErrorCode { _ = try await bus.publish(message("a", "lost")) } == "notConnected")
        broker.comeBack()
        #expect(await states.next() == .connected)
        _ = try await bus.publish(message("a", "again"))
        #expect(text(await next(subscription)) == "again")
        let kept = try await bus.subscribe(to: [TopicFilter("kept")])
        kept.cancel()
        #expect(await next(kept) == nil)
    }

    @Test func aBrokerMayKeepItsRetainedValues() async throws {
        let bus = broker.connect()
        _ = try await bus.publish(message("kept", "x", retain: true))
        broker.goDown(keepingRetained: true)
        broker.comeBack()
        let kept = try await bus.subscribe(to: [TopicFilter("kept")])
        #expect(text(await next(kept)) == "x")
    }

    @Test func aSlowReaderHoldsTheSenderBack() async throws {
        let bus = broker.connect()
        let subscription = try await bus.subscribe(to: [TopicFilter("a")], capacity: 1)
        _ = try await bus.publish(message("a", "1"))
        let sent = Counter()
        let sender = Task {
            _ = try await bus.publish(message("a", "2"))
            sent.next()
        }
        await pause()
        #expect(sent.value == 0)
        #expect(text(await next(subscription)) == "1")
        try await sender.value
        #expect(text(await next(subscription)) == "2")
    }

    @Test func anOversizePayloadIsRefused() async {
        let bus = broker.connect()
        let large = BusMessage(topic: "a", payload: [UInt8](repeating: 0, count: BusMessage.payloadLimit + 1))
        let code = await busErrorCode { _ = try await bus.publish(large) }
        #expect(code == "payloadTooLarge")
    }

    @Test func retainedValuesBeyondTheCapacityAllArrive() async throws {
        let bus = broker.connect()
        for number in 1...3 { _ = try await bus.publish(message("a/\(number)", "\(number)", retain: true)) }
        let subscription = try await bus.subscribe(to: [TopicFilter("a/+")], capacity: 2)
        #expect(text(await next(subscription)) == "1")
        #expect(text(await next(subscription)) == "2")
        subscription.cancel()
        let third = text(await next(subscription))
        #expect(third == "3")
    }

    @Test func liveMessagesComeAfterAllRetainedOnes() async throws {
        let bus = broker.connect()
        for number in 1...3 { _ = try await bus.publish(message("a/\(number)", "\(number)", retain: true)) }
        let subscription = try await bus.subscribe(to: [TopicFilter("a/+")], capacity: 1)
        let sender = Task { try await bus.publish(message("a/1", "live")) }
        await pause()
        var texts: [String?] = []
        for _ in 0..<4 { texts.append(text(await next(subscription))) }
        #expect(texts == ["1", "2", "3", "live"])
        #expect(try await sender.value == .delivered)
    }

    /// `Bus.subscribe` waits for a connection first.
    @Test func subscribingWaitsForTheBroker() async throws {
        let bus = broker.connect()
        broker.goDown()
        let code = Task { await busErrorCode { _ = try await bus.subscribe(to: [TopicFilter("a")]) } }
        await pause()
        broker.comeBack()
        let result = await code.value
        #expect(result == nil)
    }
}
