import Mosquitto
import Testing

@Suite struct WillTests {
    /// Watches the will's topic and a marker that is published afterwards.
    private func messages(
        _ broker: TestBroker,
        _ end: (MosquittoConnection) async -> Void
    ) async throws -> [String] {
        let watcher = try await MosquittoConnection.connected(broker, "watcher")
        try await watcher.subscribe([TopicSubscription("will"), TopicSubscription("mark")])
        let mortal = try await MosquittoConnection.connected(broker, "mortal") {
            $0.will = MosquittoWill(topic: "will", payload: Array("gone".utf8))
        }
        await end(mortal)
        // The broker handles the client's next connection, or its absence, after the will.
        try? await mortal.waitUntilConnected()
        try await watcher.publish("mark", to: "mark")
        var received: [String] = []
        for await message in watcher.messages {
            received.append(message.text)
            if message.topic == "mark" { break }
        }
        await mortal.close()
        await watcher.close()
        return received
    }

    @Test func brokenConnectionPublishesTheWill() async throws {
        let received = try await messages(TestBroker()) { await $0.breakSocket() }
        #expect(received == ["gone", "mark"])
    }

    @Test func cleanCloseDoesNot() async throws {
        let received = try await messages(TestBroker()) { await $0.close() }
        #expect(received == ["mark"])
    }

    @Test func closeWithWillPublishesIt() async throws {
        let received = try await messages(TestBroker()) { await $0.close(sendingWill: true) }
        #expect(received == ["gone", "mark"])
    }

    @Test func willWithDelayComesLater() async throws {
        let broker = try TestBroker()
        let watcher = try await MosquittoConnection.connected(broker, "watcher")
        try await watcher.subscribe([TopicSubscription("will")])
        let mortal = try await MosquittoConnection.connected(broker, "mortal") {
            $0.will = MosquittoWill(topic: "will", payload: [1], delay: .seconds(1))
        }
        let clock = ContinuousClock()
        let start = clock.now
        await mortal.close(sendingWill: true)
        var messages = watcher.messages.makeAsyncIterator()
        #expect(await messages.next()?.payload == [1])
        #expect(start.duration(to: clock.now) > .milliseconds(300))
        await watcher.close()
    }
}
