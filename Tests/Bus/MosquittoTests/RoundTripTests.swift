import Mosquitto
import Testing

@Suite struct RoundTripTests {
    @Test func everyPropertyComesBack() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        try await connection.subscribe([TopicSubscription("a/+")])
        let properties = MessageProperties(
            contentType: "application/json",
            responseTopic: "reply/here",
            correlationData: [0, 1, 255],
            messageExpiry: 1_000,
            user: [.init("k", value: "v"), .init("k", value: "other"), .init("ü", value: "")]
        )
        let payload: [UInt8] = [0, 1, 2, 0, 255]
        #expect(try await connection.publish(topic: "a/b", payload: payload, properties: properties) == .delivered)
        var messages = connection.messages.makeAsyncIterator()
        let message = try #require(await messages.next())
        #expect(message == InboundMessage(topic: "a/b", payload: payload, qos: 1, properties: properties))
        #expect(message.properties["k"] == "v")
        await connection.close()
    }

    @Test func outcomesTellWhetherSomebodyListens() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        #expect(try await connection.publish("x", to: "nobody") == .noSubscribers)
        #expect(try await connection.publish("x", to: "nobody", qos: .atMostOnce) == .written)
        try await connection.subscribe([TopicSubscription("somebody", qos: .atMostOnce)])
        #expect(try await connection.publish("x", to: "somebody") == .delivered)
        try await connection.unsubscribe(["somebody"])
        #expect(try await connection.publish("x", to: "somebody") == .noSubscribers)
        await connection.close()
    }

    @Test func manyGoInTheirOrder() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker) { $0.publishWindow = 8 }
        try await connection.subscribe([TopicSubscription("many/+")])
        let topics = (0..<200).map { "many/\($0)" }
        async let received = connection.messages.prefix(topics.count).reduce(into: []) { $0.append($1.topic) }
        let results = await connection.publish(inOrder: topics.map { PublishRequest(topic: $0, payload: [1]) })
        #expect(results.map { try? $0.get() } == topics.map { _ in .delivered })
        #expect(await received == topics)
        #expect(await connection.publish(inOrder: []).isEmpty)
        await connection.close()
    }

    @Test func retainedMessagesAndTheirHandling() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        try await connection.publish(topic: "r/1", payload: [7], retain: true)
        try await connection.publish(topic: "r/gone", payload: [8], retain: true)
        try await connection.publish(topic: "r/gone", payload: [], retain: true)
        try await connection.subscribe([TopicSubscription("r/#", retainHandling: .never)])
        try await connection.subscribe([TopicSubscription("r/+", retainHandling: .always)])
        try await connection.subscribe([TopicSubscription("end")])
        try await connection.publish("end", to: "end")
        var received: [InboundMessage] = []
        for await message in connection.messages {
            if message.topic == "end" { break }
            received.append(message)
        }
        #expect(received == [InboundMessage(topic: "r/1", payload: [7], isRetained: true)])
        await connection.close()
    }

    @Test func noLocalKeepsOwnMessagesAway() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        let other = try await MosquittoConnection.connected(broker, "other")
        try await connection.subscribe([TopicSubscription("t", noLocal: true)])
        try await connection.publish("own", to: "t")
        try await other.publish("foreign", to: "t")
        var messages = connection.messages.makeAsyncIterator()
        #expect(await messages.next()?.text == "foreign")
        await connection.close()
        await other.close()
    }

    @Test func secondConsumerGetsNothing() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        try await connection.subscribe([TopicSubscription("t")])
        try await connection.publish("x", to: "t")
        var first = connection.messages.makeAsyncIterator()
        var second = connection.messages.makeAsyncIterator()
        #expect(await second.next() == nil)
        #expect(await first.next()?.text == "x")
        await connection.close()
        #expect(await first.next() == nil)
    }
}
