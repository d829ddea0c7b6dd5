public import Logging

/// A process's retained values, published when they change, and again after every connect, because a broker may lose
/// them.
///
/// Each topic has one publication in flight at a time, always of its latest value, so that an older value never
/// overwrites a newer one.
public actor RetainedStates {
    private struct Value {
        let message: BusMessage
        let number: Int
    }

    private let client: BusClient
    private let logger: Logger
    private var latest: [String: Value] = [:]
    private var underWay: [String: WakeUpAll] = [:]
    private var count = 0
    /// How long the broker took to acknowledge the last publication; nil before the first.
    public private(set) var roundTrip: Duration?

    /// Creates an empty set.
    public init(_ client: BusClient, logger: Logger) {
        self.client = client
        self.logger = logger
    }

    /// Sets the value of a retained topic; without a connection it is published at the next connect.
    public func set<Payload>(_ topic: Topic<Payload>, values: [String: String] = [:], data: Payload) async {
        let envelope = client.envelope(topic.descriptor.type, data: data)
        // Absent is nil: handled below.
        guard let payload = try? WireJSON.encode(envelope), payload.count <= BusMessage.payloadLimit else {
            return logger.error("a state is too large to publish", metadata: ["state": "\(topic.descriptor.name)"])
        }
        let name = client.address.topic(topic.descriptor.leaf(values))
        await put(BusMessage(topic: name, payload: payload, retain: true, properties: envelope.properties))
    }

    /// Sets the plain text of a retained topic.
    public func set(text: String, at topic: String) async {
        await put(BusMessage(topic: topic, payload: Array(text.utf8), retain: true))
    }

    /// Clears a retained value at the broker.
    public func clear<Payload>(_ topic: Topic<Payload>, values: [String: String] = [:]) async {
        await put(BusMessage(topic: client.address.topic(topic.descriptor.leaf(values)), payload: [], retain: true))
    }

    /// Publishes every value after each connect, until cancelled.
    public func run() async {
        for await state in client.bus.connectionStates() where state == .connected {
            for topic in latest.keys.sorted() {
                // Messages in flight may have been lost with the last connection.
                // Cleanup: the publication's own caller gets its error.
                try? await underWay[topic]?.wait()
                await publishLatest(topic)
            }
        }
    }

    private func put(_ message: BusMessage) async {
        count += 1
        latest[message.topic] = Value(message: message, number: count)
        await publishLatest(message.topic)
    }

    /// Publishes a topic's latest value, or waits for the task that already does, which continues until the latest is
    /// sent.
    private func publishLatest(_ topic: String) async {
        if let other = underWay[topic] {
            // Cleanup: the publication's own caller gets its error.
            try? await other.wait()
            return
        }
        let done = WakeUpAll()
        underWay[topic] = done
        var sent = 0
        while let value = latest[topic], value.number > sent {
            sent = value.number
            await publish(value.message)
        }
        underWay[topic] = nil
        done.open()
    }

    private func publish(_ message: BusMessage) async {
        do {
            roundTrip = try await client.environment.clock.measure { _ = try await client.bus.publish(message) }
        } catch let error as BusError where error.code == .notConnected || error.code == .outcomeUnknown {
            return  // the next connect publishes it again
        } catch {
            logger.warning("could not publish a state", metadata: ["topic": "\(message.topic)", "error": "\(error)"])
        }
    }
}
