import MessageBus

/// The server and the caller that run in ``Harness/serving(_:_:)``.
struct Served: Sendable {
    let requests: RequestClient
    let caller: BusClient
    /// The server's connection.
    let bus: ObservedBus
    let serverTask: Task<Void, any Error>
    let harness: Harness
    /// The server's client on the bus.
    let server: BusClient

    /// The messages that the server rejected, by reason.
    var refusals: [String: Int64] { server.refusals.counters }

    var requestTopic: String { "vitalbus/v1/s1/h1/request/test-server/echo" }

    /// Subscribes to the reply topic of a caller without a ``RequestClient``.
    func replies(_ client: String) async throws -> BusSubscription {
        try await harness.broker.connect().subscribe(to: [TopicFilter("vitalbus/v1/s1/h1/reply/\(client)")])
    }

    /// Sends bytes as a request.
    func send(_ payload: [UInt8], properties: BusProperties = BusProperties()) async throws {
        let message = BusMessage(topic: requestTopic, payload: payload, properties: properties)
        _ = try await harness.broker.connect().publish(message)
    }
}
