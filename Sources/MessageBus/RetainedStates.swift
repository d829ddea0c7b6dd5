public import Logging

/// A process's retained values: published when they change, and again after every connect, since a broker may lose them.
public actor RetainedStates {
    private let client: BusClient
    private let logger: Logger
    private var latest: [String: BusMessage] = [:]

    /// Makes an empty set.
    public init(_ client: BusClient, logger: Logger) {
        self.client = client
        self.logger = logger
    }

    /// Sets the value of a retained topic; while there is no connection it is published at the next connect.
    public func set<Payload>(_ topic: Topic<Payload>, _ values: [String: String] = [:], _ data: Payload) async {
        let envelope = client.envelope(topic.descriptor.type, data: data)
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

    /// Publishes every value after each connect, until cancelled.
    public func run() async {
        for await state in client.bus.connectionStates() where state == .connected {
            for message in latest.values.sorted(by: { $0.topic < $1.topic }) { await publish(message) }
        }
    }

    private func put(_ message: BusMessage) async {
        latest[message.topic] = message
        await publish(message)
    }

    private func publish(_ message: BusMessage) async {
        do {
            _ = try await client.bus.publish(message)
        } catch let error as BusError where error.code == .notConnected || error.code == .outcomeUnknown {
            return  // the next connect publishes it again
        } catch {
            logger.warning("a state was not published", metadata: ["topic": "\(message.topic)", "error": "\(error)"])
        }
    }
}
