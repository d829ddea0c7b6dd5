import Mosquitto
import Testing

@Suite struct ClosingTests {
    @Test func closeFlushesWhatWasAccepted() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker) { $0.publishWindow = 4 }
        broker.freeze()
        let publishes = (0..<100).map { number in
            Task { try await connection.publish("\(number)", to: "t") }
        }
        while await connection.waitingPublishCount < 96 { await Task.yield() }
        let closing = Task { await connection.close(within: .seconds(60)) }
        while await connection.isConnected { await Task.yield() }
        #expect(await mosquittoError { try await connection.publish("late", to: "t") }?.code == .closed)
        broker.thaw()
        for publish in publishes { #expect(try await publish.value == .noSubscribers) }
        await closing.value
        await connection.close()
        for await _ in connection.messages { Issue.record("nothing was subscribed") }
    }

    @Test func deadlineEndsAFlushThatHangs() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        broker.freeze()
        let publish = Task { try await connection.publish("x", to: "t") }
        while await !connection.isAnswerDue { await Task.yield() }
        let elapsed = await ContinuousClock().measure { await connection.close(within: .milliseconds(200)) }
        #expect(elapsed >= .milliseconds(190), "it waits for the broker, and not for ever")
        #expect(await mosquittoError { _ = try await publish.value }?.code == .outcomeUnknown)
        #expect(await mosquittoError { try await connection.subscribe([TopicSubscription("t")]) }?.code == .closed)
    }

    @Test func closeWithoutABrokerReturnsAtOnce() async throws {
        let broker = try TestBroker(starts: false)
        let connection = try await MosquittoConnection.started(broker)
        let subscribing = Task { try await connection.subscribe([TopicSubscription("t")]) }
        while await connection.waitingSubscribeCount == 0 { await Task.yield() }
        await connection.close()
        #expect(await mosquittoError { try await subscribing.value }?.code == .closed)
        await connection.start()
        #expect(await !connection.isConnected)
        for await _ in connection.events {}
    }

    @Test func releasedConnectionGoesAway() async throws {
        let broker = try TestBroker()
        let watcher = try await MosquittoConnection.connected(broker, "watcher")
        try await watcher.subscribe([TopicSubscription("will")])
        var released: MosquittoConnection? = try await .connected(broker, "released") {
            $0.will = MosquittoWill(topic: "will", payload: [1])
        }
        weak let reference = released
        released = nil
        var messages = watcher.messages.makeAsyncIterator()
        #expect(await messages.next()?.topic == "will")
        #expect(reference == nil)
        await watcher.close()
    }
}
