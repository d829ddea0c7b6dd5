import Mosquitto
import TestSupport
import Testing

@Suite struct FlowTests {
    @Test func fiveThousandPublishesAtOnceAreAllAnswered() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker)
        try await connection.subscribe([TopicSubscription("n", qos: .atMostOnce)])
        let counting = Task { [messages = connection.messages] in
            var seen: Set<String> = []
            for await message in messages {
                seen.insert(message.text)
                if seen.count == 5_000 { break }
            }
            return seen.count
        }
        let delivered = try await withThrowingTaskGroup(of: PublishOutcome.self) { group in
            for number in 0..<5_000 {
                group.addTask { try await connection.publish("\(number)", to: "n") }
            }
            return try await group.reduce(into: 0) { $0 += $1 == .delivered ? 1 : 0 }
        }
        #expect(delivered == 5_000)
        #expect(await counting.value == 5_000)
        await connection.close()
    }

    @Test func slowConsumerLosesNothingAndIsBounded() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker) {
            $0.inboundLimit = InboundLimit(low: 8, high: 16)
        }
        try await connection.subscribe([TopicSubscription("n")])
        let publisher = try await MosquittoConnection.connected(broker, "publisher")
        for number in 0..<2_000 { try await publisher.publish("\(number)", to: "n") }
        // The broker has everything by now; the connection has read up to the watermark plus one read call.
        try await eventually("the watermark is reached") { await connection.receivedCount >= 16 }
        #expect(await connection.receivedCount <= 64)
        var numbers: [Int] = []
        for await message in connection.messages {
            numbers.append(try #require(Int(message.text)))
            if numbers.count == 2_000 { break }
        }
        #expect(numbers == Array(0..<2_000))
        await connection.close()
        await publisher.close()
    }

    @Test func consumerThatPublishesDoesNotLockItselfOut() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker) {
            $0.inboundLimit = InboundLimit(low: 4, high: 8)
            $0.receiveMaximum = 4
        }
        try await connection.subscribe([TopicSubscription("in")])
        let publisher = try await MosquittoConnection.connected(broker, "publisher")
        let flood = Task {
            for number in 0..<1_000 { try await publisher.publish("\(number)", to: "in") }
        }
        var count = 0
        for await message in connection.messages {
            #expect(try await connection.publish(topic: "out", payload: message.payload) == .noSubscribers)
            count += 1
            if count == 1_000 { break }
        }
        try await flood.value
        await connection.close()
        await publisher.close()
    }

    @Test func stallBeyondKeepAliveIsACleanReconnect() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker) {
            $0.inboundLimit = InboundLimit(low: 2, high: 4)
            $0.keepAlive = .seconds(5)
        }
        try await connection.subscribe([TopicSubscription("n")])
        let publisher = try await MosquittoConnection.connected(broker, "publisher")
        for number in 0..<100 { try await publisher.publish("\(number)", to: "n") }
        #expect(try await connection.waitUntilDisconnected().code == .keepAliveTimeout)
        #expect(await connection.receivedCount < 50)
        let caughtUp = Task { [messages = connection.messages] in
            for await message in messages where message.text == "fresh" { return true }
            return false
        }
        try await connection.waitUntilConnected()
        // It uses the same connection, so it arrives after the filters.
        #expect(try await connection.publish("fresh", to: "n") == .delivered)
        #expect(await caughtUp.value)
        await connection.close()
        await publisher.close()
    }

    @Test func consumerThatLeavesDoesNotBlockTheConnection() async throws {
        let broker = try TestBroker()
        let connection = try await MosquittoConnection.connected(broker) {
            $0.inboundLimit = InboundLimit(low: 2, high: 4)
        }
        try await connection.subscribe([TopicSubscription("n")])
        try await connection.publish("first", to: "n")
        for await _ in connection.messages { break }
        for number in 0..<100 { #expect(try await connection.publish("\(number)", to: "n") == .delivered) }
        await connection.close()
    }
}
