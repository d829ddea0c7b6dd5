import Mosquitto
import Testing

@Suite struct CancellationTests {
    @Test func cancelledPublishes() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker) {
            $0.publishWindow = 1
            $0.publishQueueLimit = 1
        }
        try await connection.subscribe([TopicSubscription("t")])
        broker.freeze()
        let sent = Task { try await connection.publish("sent", to: "t") }
        while await !connection.isAnswerDue { await Task.yield() }
        let waiting = Task { try await connection.publish("waiting", to: "t") }
        while await connection.waitingPublishCount == 0 { await Task.yield() }
        #expect(await mosquittoError { try await connection.publish("one too many", to: "t") }?.code == .busy)
        waiting.cancel()
        #expect(await error { _ = try await waiting.value } is CancellationError)
        sent.cancel()
        #expect(await mosquittoError { _ = try await sent.value }?.code == .outcomeUnknown)
        broker.thaw()
        #expect(try await connection.publish("next", to: "t") == .delivered)
        await connection.close()
        var texts: [String] = []
        for await message in connection.messages { texts.append(message.text) }
        #expect(texts == ["sent", "next"])
    }

    @Test func cancelledBeforeItBegins() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await connection.publish("x", to: "t")
        }
        #expect(await error { _ = try await task.value } is CancellationError)
        let several = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await connection.publish(inOrder: [PublishRequest(topic: "t", payload: [1])])
        }
        for result in await several.value {
            #expect(await error { _ = try result.get() } is CancellationError, "nothing was sent")
        }
        await connection.close()
    }

    @Test func cancelledSubscribeStaysWanted() async throws {
        let broker = try TestBroker(starts: false)
        let connection = try await MosquittoConnection.started(broker)
        _ = try await connection.waitUntilDisconnected()
        let task = Task { try await connection.subscribe([TopicSubscription("t")]) }
        while await connection.waitingSubscribeCount == 0 { await Task.yield() }
        task.cancel()
        #expect(await error { try await task.value } is CancellationError)
        try broker.start()
        try await connection.waitUntilConnected()
        #expect(try await connection.publish("x", to: "t") == .delivered)
        await connection.close()
    }
}
