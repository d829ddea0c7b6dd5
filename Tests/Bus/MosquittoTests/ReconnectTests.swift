import BusEndpoints
import MessageBus
import Mosquitto
import Testing

@Suite struct ReconnectTests {
    @Test func restartOfTheBrokerKeepsSubscriptions() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        try await connection.subscribe([TopicSubscription("a"), TopicSubscription("gone")])
        try await connection.unsubscribe(["gone"])
        for round in 1...3 {
            await broker.stop()
            let error = try await connection.waitUntilDisconnected()
            #expect(error.reasonCode?.rawValue == 139 || error.code == .connectionLost, "\(error)")
            #expect(error.isRetriable)
            try broker.start()
            try await connection.waitUntilConnected()
            #expect(try await connection.publish("\(round)", to: "a") == .delivered)
            #expect(try await connection.publish("\(round)", to: "gone") == .noSubscribers)
        }
        await connection.close()
        var texts: [String] = []
        for await message in connection.messages { texts.append(message.text) }
        #expect(texts == ["1", "2", "3"])
    }

    @Test func whoAsksBeforeReconnectingRestsUntilItIsToldToGoOn() async throws {
        let broker = try TestBroker()
        let first = try await MosquittoConnection.connected(broker, "same") { $0.asksBeforeReconnecting = true }
        let second = try await MosquittoConnection.connected(broker, "same")
        _ = try await first.waitUntilDisconnected()
        #expect(await first.isOnHold)
        // Each answer of the broker is a chance to reconnect and push the other client out.
        for round in 1...200 { try await second.publish("\(round)", to: "t") }
        #expect(await second.isConnected)
        #expect(await !first.isConnected)
        await second.close()
        await first.resume()
        try await first.waitUntilConnected()
        await first.resume()
        #expect(await first.isConnected, "nothing was waited for")
        await first.close()
    }

    @Test func aFilterThatIsWantedAgainIsNotEnded() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        try await connection.subscribe([TopicSubscription("kept"), TopicSubscription("gone")])
        try await connection.unsubscribe(["kept", "gone"]) { $0 == "kept" }
        #expect(try await connection.publish("x", to: "kept") == .delivered)
        #expect(try await connection.publish("x", to: "gone") == .noSubscribers)
        await connection.close()
    }

    @Test func killedBrokerIsNoticed() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        await broker.stop(9)
        #expect(try await connection.waitUntilDisconnected().code == .connectionLost)
        try broker.start()
        try await connection.waitUntilConnected()
        await connection.close()
    }

    @Test func brokerMayComeLater() async throws {
        let broker = try TestBroker(starts: false)
        let connection = try await MosquittoConnection.started(broker)
        #expect(try await connection.waitUntilDisconnected().code == .connectFailed)
        let subscribing = Task { try await connection.subscribe([TopicSubscription("early")]) }
        #expect(try await connection.waitUntilDisconnected().isRetriable)
        try broker.start()
        try await subscribing.value
        #expect(try await connection.publish("x", to: "early") == .delivered)
        await connection.close()
    }

    @Test func frozenBrokerRunsIntoTheHandshakeTimeout() async throws {
        let broker = try TestBroker()
        try await MosquittoConnection.connected(broker, "probe").close()
        broker.freeze()
        let connection = try await MosquittoConnection.started(broker) { $0.handshakeTimeout = .seconds(1) }
        #expect(try await connection.waitUntilDisconnected().code == .handshakeTimeout)
        broker.thaw()
        try await connection.waitUntilConnected()
        await connection.close()
    }

    @Test func publishWithoutConnectionIsNotSentLater() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        try await connection.subscribe([TopicSubscription("t")])
        await broker.stop()
        _ = try await connection.waitUntilDisconnected()
        let failure = await mosquittoError { try await connection.publish("lost", to: "t") }
        #expect(failure?.code == .notConnected)
        #expect(failure?.isRetriable == true)
        try broker.start()
        try await connection.waitUntilConnected()
        try await connection.publish("later", to: "t")
        await connection.close()
        var texts: [String] = []
        for await message in connection.messages { texts.append(message.text) }
        #expect(texts == ["later"])
    }

    @Test func unansweredPublishIsUnknownAndNeverRepeated() async throws {
        let broker = try TestBroker()
        let watcher = try await MosquittoConnection.connected(broker, "watcher")
        try await watcher.subscribe([TopicSubscription("t")])
        let connection = try await MosquittoConnection.connected(broker) { $0.publishWindow = 1 }
        broker.freeze()
        async let first = mosquittoError { try await connection.publish("sent", to: "t") }
        while await !connection.isAnswerDue { await Task.yield() }
        async let second = mosquittoError { try await connection.publish("waiting", to: "t") }
        while await connection.waitingPublishCount == 0 { await Task.yield() }
        await connection.breakSocket()
        #expect(await first?.code == .outcomeUnknown)
        #expect(await second?.code == .notConnected)
        broker.thaw()
        try await connection.waitUntilConnected()
        try await connection.publish("after", to: "t")
        var texts: [String] = []
        for await message in watcher.messages {
            texts.append(message.text)
            if message.text == "after" { break }
        }
        // The kernel had accepted the first message's bytes, so it arrives once or not at all.
        #expect(texts == ["sent", "after"] || texts == ["after"])
        await connection.close()
        await watcher.close()
    }

    @Test func unknownHostIsNoEnd() async throws {
        let broker = try TestBroker(starts: false)
        let connection = try await MosquittoConnection.started(broker) {
            $0.endpoint = .tcp(host: "no-such-host.invalid", port: 1_883)
        }
        for _ in 0..<2 {
            #expect(try await connection.waitUntilDisconnected().code == .connectFailed)
        }
        await connection.close()
    }
}
