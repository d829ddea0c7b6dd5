import Synchronization

/// A process's place on the bus: sends typed messages under its own name.
public final class BusClient: Sendable {
    /// The underlying connection.
    public let bus: any Bus
    /// This process's address.
    public let address: BusAddress
    /// This process's start, greater than that of every earlier start.
    public let epoch: Int64
    /// The clock and the id generator.
    public let environment: BusEnvironment
    /// The messages that this process has rejected.
    public let refusals = Refusals()
    /// Receives the spans of this process's work; nil if tracing is off.
    public let tracer: (any TraceSink)?
    private let sequence = Atomic<Int64>(0)

    /// Creates a client.
    ///
    /// - Parameter tracer: Receives spans; nil for none.
    public init(
        bus: any Bus,
        address: BusAddress,
        epoch: Int64,
        environment: BusEnvironment,
        tracer: (any TraceSink)? = nil
    ) {
        self.tracer = tracer
        self.bus = bus
        self.address = address
        self.epoch = epoch
        self.environment = environment
    }

    /// Wraps data in an envelope of this process.
    ///
    /// - Parameter id: The message's id; a repeat uses the same id; nil creates one.
    public func envelope<Payload>(_ type: String, id: String? = nil, data: Payload) -> Envelope<Payload> {
        var envelope = Envelope(
            id: id ?? environment.newID(),
            source: address.source,
            type: type,
            time: environment.now(),
            data: data
        )
        envelope.epoch = epoch
        envelope.seq = sequence.add(1, ordering: .relaxed).newValue
        envelope.traceparent = TraceParent.next().description
        return envelope
    }

    /// Publishes data on a topic of the contract.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - values: The topic's variables.
    ///   - hub: The hub in the topic; nil for this process's own.
    ///   - id: The message's id; a repeat uses the same id.
    ///   - data: The content.
    /// - Returns: Whether any process was subscribed.
    /// - Throws: ``BusError``.
    @discardableResult
    public func publish<Payload>(
        _ topic: Topic<Payload>,
        values: [String: String] = [:],
        hub: String? = nil,
        id: String? = nil,
        data: Payload
    ) async throws -> PublishReceipt {
        try await send(
            envelope(topic.descriptor.type, id: id, data: data),
            to: address.topic(ownLeaf(topic.descriptor, values: values), hub: hub),
            descriptor: topic.descriptor
        )
    }

    /// Publishes content that is already JSON on a topic of the contract.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - values: The topic's variables.
    ///   - encoded: The content, a JSON value, which is not checked.
    /// - Returns: Whether any process was subscribed.
    /// - Throws: ``BusError``; `payloadTooLarge` over 64 KiB.
    @discardableResult
    public func publish<Payload>(
        _ topic: Topic<Payload>,
        values: [String: String] = [:],
        encoded: [UInt8]
    ) async throws -> PublishReceipt {
        let envelope = envelope(topic.descriptor.type, data: IgnoredPayload())
        let message = try message(
            try envelope.encoded(data: encoded),
            to: address.topic(ownLeaf(topic.descriptor, values: values), hub: nil),
            as: topic.descriptor,
            properties: envelope.properties
        )
        return try await bus.publish(message)
    }

    /// The part of a topic below the hub, as this process may publish to it.
    package func ownLeaf(_ topic: TopicDescriptor, values: [String: String] = [:]) -> String {
        topic.leaf(values.merging(["caller": address.principal]) { given, _ in given })
    }

    /// Publishes a finished envelope.
    ///
    /// - Throws: ``BusError``; `payloadTooLarge` over 64 KiB.
    @discardableResult
    public func send<Payload>(
        _ envelope: Envelope<Payload>,
        to topic: String,
        descriptor: TopicDescriptor
    ) async throws -> PublishReceipt {
        try await bus.publish(try message(envelope, to: topic, descriptor: descriptor))
    }

    /// The bus message for a finished envelope.
    func message<Payload>(
        _ envelope: Envelope<Payload>,
        to topic: String,
        descriptor: TopicDescriptor
    ) throws -> BusMessage {
        try message(try envelope.encoded(), to: topic, as: descriptor, properties: envelope.properties)
    }

    /// The bus message for a finished text.
    ///
    /// - Throws: ``BusError`` `payloadTooLarge` over 64 KiB.
    func message(
        _ payload: [UInt8],
        to topic: String,
        as descriptor: TopicDescriptor,
        properties: BusProperties
    ) throws -> BusMessage {
        guard payload.count <= BusMessage.payloadLimit else {
            throw BusError(
                .payloadTooLarge,
                message:
                    "\(descriptor.name) of \(payload.count) bytes is over \(BusMessage.payloadLimit): send it in pages"
            )
        }
        return BusMessage(
            topic: topic,
            payload: payload,
            quality: descriptor.quality,
            retain: descriptor.retain,
            properties: properties
        )
    }

    /// Subscribes to topics of the contract at one hub; nil for all hubs.
    ///
    /// - Throws: ``BusError``.
    public func subscribe(
        to topics: [TopicDescriptor],
        hub: String?,
        values: [String: String] = [:],
        capacity: Int = 256
    ) async throws -> BusSubscription {
        try await subscribe(to: topics, hubs: hub.map { [$0] }, values: values, capacity: capacity)
    }

    /// Subscribes to topics of the contract at some hubs; nil for all hubs.
    ///
    /// - Throws: ``BusError``.
    public func subscribe(
        to topics: [TopicDescriptor],
        hubs: [String]?,
        values: [String: String] = [:],
        capacity: Int = 256
    ) async throws -> BusSubscription {
        let leaves = topics.flatMap { $0.template.hasSuffix("/{caller}") ? $0.servedLeaves : [$0.leaf(values)] }
        let filters = try (hubs ?? ["+"]).flatMap { hub in
            try leaves.map { try TopicFilter("\(BusAddress.root)/\(address.site)/\(hub)/\($0)") }
        }
        return try await bus.subscribe(to: filters, capacity: capacity)
    }
}
