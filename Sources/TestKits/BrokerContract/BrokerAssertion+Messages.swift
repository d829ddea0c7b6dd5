internal import MQTTBus
internal import MessageBus

extension BrokerAssertion {
    private static func unless(_ isRight: Bool, _ words: @autoclosure () -> String) -> Verdict {
        isRight ? .holds : .fails(words())
    }

    /// The assertions about messages and their properties.
    static let messages: [BrokerAssertion] = [
        BrokerAssertion("VB-001", words: "A client with MQTT 5, clean start and session expiry 0 is taken.") { bench in
            try await bench.connected { _ in .holds }
        },
        BrokerAssertion("VB-002", words: "Messages of QoS 1 on one topic arrive whole and in their order.") { bench in
            let topic = bench.topic()
            return try await order(bench, filter: topic, topics: [topic], count: 1_000)
        },
        BrokerAssertion(
            "VB-003",
            words: "Messages of QoS 1 of one sender on several topics arrive at one subscription in their order."
        ) { bench in
            let root = bench.topic("e")
            return try await order(
                bench,
                filter: "\(root)/+",
                topics: (0..<5).map { "\(root)/\($0)" },
                count: 500
            )
        },
        BrokerAssertion("VB-004", words: "A payload of 64 KiB crosses whole.") { bench in
            let (topic, bytes) = (bench.topic(), (0..<BusMessage.payloadLimit).map { UInt8(truncatingIfNeeded: $0) })
            let heard = try await echo(bench, of: BusMessage(topic: topic, payload: bytes))
            return unless(heard?.payload == bytes, "\(heard?.payload.count ?? 0) bytes came")
        },
        BrokerAssertion(
            "VB-005",
            words: "Content type, response topic, correlation data and user properties cross unchanged."
        ) { bench in
            let properties = BusProperties(
                contentType: "application/cloudevents+json",
                responseTopic: "\(BrokerBench.root)/reply",
                correlationData: "c-1",
                userProperties: [.init(name: "id", value: "1"), .init(name: "type", value: "ü")]
            )
            let heard = try await echo(
                bench,
                of: BusMessage(topic: bench.topic(), payload: [1], properties: properties)
            )
            return unless(heard?.properties == properties, "\(heard.map { "\($0.properties)" } ?? "nothing came")")
        },
        BrokerAssertion(
            "VB-006",
            need: .should,
            words:
                "A message without subscribers is acknowledged with reason 16: the requester learns that no process serves it."
        ) { bench in
            let receipt = try await bench.connected {
                try await $0.publish(BusMessage(topic: bench.topic(), payload: [1]))
            }
            return unless(receipt == .noSubscribers, "it is acknowledged as any other")
        },
        BrokerAssertion("VB-007", words: "A subscriber receives its own messages: a process watches its presence.") {
            bench in
            unless(try await echo(bench, of: BusMessage(topic: bench.topic(), payload: [1])) != nil, "it hears nothing")
        },
        BrokerAssertion(
            "VB-008",
            words: "A subscriber that takes 20 at a time (receive maximum) and reads slowly gets all of 5,000."
        ) { bench in
            try await slowReader(bench)
        },
    ]

    /// The message as delivered back to its sender.
    private static func echo(_ bench: BrokerBench, of message: BusMessage) async throws -> BusMessage? {
        try await bench.connected { bus in
            let subscription = try await bus.subscribe(to: [TopicFilter(message.topic)], capacity: 16)
            _ = try await bus.publish(message)
            return await BrokerBench.read(1, of: subscription).first
        }
    }

    private static func order(
        _ bench: BrokerBench,
        filter: String,
        topics: [String],
        count: Int
    ) async throws -> Verdict {
        try await bench.connected(as: bench.reader) { reader in
            let subscription = try await reader.subscribe(to: [TopicFilter(filter)], capacity: count)
            try await bench.connected { writer in
                let messages = (0..<count).map {
                    BusMessage(topic: topics[$0 % topics.count], payload: Array("\($0)".utf8))
                }
                for result in await writer.publish(inOrder: messages) { _ = try result.get() }
            }
            let heard = await BrokerBench.read(count, of: subscription).map {
                String(decoding: $0.payload, as: UTF8.self)
            }
            guard heard.count == count else { return .fails("\(heard.count) of \(count) came") }
            return unless(heard == (0..<count).map(String.init), "they came in another order")
        }
    }

    private static func slowReader(_ bench: BrokerBench) async throws -> Verdict {
        let (topic, count) = (bench.topic(), 5_000)
        return try await bench.connected(as: bench.reader) { reader in
            let subscription = try await reader.subscribe(to: [TopicFilter(topic)], capacity: 4)
            return try await bench.connected { writer in
                let sending = Task {
                    await writer.publish(
                        inOrder: (0..<count).map { BusMessage(topic: topic, payload: Array("\($0)".utf8)) }
                    )
                }
                // All messages are at the broker before the first one is read.
                for result in await sending.value { _ = try result.get() }
                var read = 0
                for await _ in subscription {
                    read += 1
                    if read.isMultiple(of: 50) { try await Task.sleep(for: .milliseconds(1)) }
                    if read == count { return .holds }
                }
                return .fails("\(read) of \(count) came")
            }
        }
    }

    /// The assertions about retained messages.
    static let retained: [BrokerAssertion] = [
        BrokerAssertion("VB-010", words: "A later subscriber gets a retained message, marked as retained.") {
            bench in
            let topic = bench.topic("state")
            return try await bench.connected { bus in
                _ = try await bus.publish(BusMessage(topic: topic, payload: [1], retain: true))
                _ = try await bus.publish(BusMessage(topic: topic, payload: [2], retain: true))
                let subscription = try await bus.subscribe(to: [TopicFilter(topic)], capacity: 16)
                let heard = await BrokerBench.rest(of: subscription)
                return unless(
                    heard.map(\.payload) == [[2]] && heard.allSatisfy(\.retain),
                    "\(heard.map { ($0.payload, $0.retain) })"
                )
            }
        },
        BrokerAssertion("VB-011", words: "An empty retained message deletes the kept one.") { bench in
            let topic = bench.topic("state")
            return try await bench.connected { bus in
                _ = try await bus.publish(BusMessage(topic: topic, payload: [1], retain: true))
                _ = try await bus.publish(BusMessage(topic: topic, payload: [], retain: true))
                let subscription = try await bus.subscribe(to: [TopicFilter(topic)], capacity: 16)
                return unless(await BrokerBench.rest(of: subscription).isEmpty, "it is kept")
            }
        },
        BrokerAssertion(
            "VB-012",
            words: "An earlier subscriber gets a retained message without the mark: only kept ones are old."
        ) { bench in
            let heard = try await echo(bench, of: BusMessage(topic: bench.topic("state"), payload: [1], retain: true))
            return unless(heard?.retain == false, heard == nil ? "nothing came" : "it is marked")
        },
        BrokerAssertion("VB-013", words: "A wildcard '+' gets the retained messages of all that it matches.") { bench in
            let root = bench.topic("actor")
            return try await bench.connected { bus in
                for number in 0..<20 {
                    _ = try await bus.publish(
                        BusMessage(topic: "\(root)/\(number)/availability", payload: [1], retain: true)
                    )
                }
                let filter = try TopicFilter("\(root)/+/availability")
                let heard = await BrokerBench.read(20, of: try await bus.subscribe(to: [filter], capacity: 32))
                return unless(heard.count == 20, "\(heard.count) of 20 came")
            }
        },
    ]
}
