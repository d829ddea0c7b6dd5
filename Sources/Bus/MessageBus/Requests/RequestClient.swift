import FoundationEssentials

/// Calls operations of other actors and matches their replies.
///
/// ``run()`` must be running while calls are made. At most ``pendingLimit`` calls wait at a time; one more is `busy`.
public final class RequestClient: Sendable {
    /// The limit of calls that wait for a reply at a time.
    public static let pendingLimit = 4096

    private let client: BusClient
    private let pending: PendingCalls
    private let started = WakeUpAll()

    /// Creates a client with a process's own name.
    public init(_ client: BusClient) {
        self.client = client
        pending = PendingCalls(clock: client.environment.clock)
    }

    /// Receives replies until cancelled.
    ///
    /// - Throws: ``BusError`` if the reply topic cannot be subscribed.
    public func run() async throws {
        let topic = try TopicFilter(replyTopic)
        // MQTT 5 repeats the correlation id as a property, so replies find their caller without decoding the payload.
        let subscription = try await client.bus.subscribe(to: [topic], capacity: 1024) { [pending] message in
            message.properties.correlationData.map { pending.answer($0, reply: message.payload) } ?? false
        }
        started.open()
        for await message in subscription { receive(message) }
        subscription.cancel()
        pending.failAll(BusError(.draining, message: "this process is stopping"))
    }

    /// Calls an operation.
    ///
    /// - Parameters:
    ///   - operation: The operation to call.
    ///   - hub: The hub of the actor that serves it.
    ///   - body: The request's content.
    ///   - id: The request's id; a repeat of a request uses the same id.
    ///   - timeout: How long an answer is useful, including the wait for ``run()``.
    /// - Throws: ``BusError``: the server's error, `noResponder`, `deadlineExceeded`, or the reason why it could not be
    ///   sent.
    public func call<Body, Reply>(
        _ operation: Operation<Body, Reply>,
        hub: String,
        body: Body,
        id: String? = nil,
        timeout: Duration = .seconds(10)
    ) async throws -> Reply {
        try Self.result(of: await callRaw(operation.request, hub: hub, body: body, id: id, timeout: timeout))
    }

    /// Calls an operation with a body that is already JSON.
    ///
    /// - Parameter encoded: The request's content, a JSON value, which is not checked.
    /// - Throws: The errors of ``call(_:hub:body:id:timeout:)``.
    public func call<Body, Reply>(
        _ operation: Operation<Body, Reply>,
        hub: String,
        encoded: [UInt8],
        id: String? = nil,
        timeout: Duration = .seconds(10)
    ) async throws -> Reply {
        let raw = try await ask(operation.request, hub: hub, content: IgnoredPayload(), id: id, timeout: timeout) {
            envelope in
            try envelope.encoded(data: encoded)
        }
        return try Self.result(of: raw)
    }

    private static func result<Reply: Codable & Sendable>(of raw: [UInt8]) throws -> Reply {
        let reply = try Envelope<ReplyPayload<Reply>>.decode(raw).data
        if let fault = reply.error { throw fault.error }
        guard let result = reply.ok else {
            throw BusError(.malformed, message: "the reply has neither 'ok' nor 'error'")
        }
        return result
    }

    /// Sends a payload on a topic of the contract that has an answer, and returns the reply's bytes.
    ///
    /// - Throws: The errors of ``call(_:hub:body:id:timeout:)``, except the server's error, which is returned.
    public func callRaw<Body>(
        _ topic: Topic<Body>,
        values: [String: String] = [:],
        hub: String,
        body: Body,
        id: String? = nil,
        timeout: Duration = .seconds(10)
    ) async throws -> [UInt8] {
        try await ask(topic, values: values, hub: hub, content: body, id: id, timeout: timeout) { try $0.encoded() }
    }

    private func ask<Body, Content>(
        _ topic: Topic<Body>,
        values: [String: String] = [:],
        hub: String,
        content: Content,
        id: String?,
        timeout: Duration,
        encode: (Envelope<Content>) throws -> [UInt8]
    ) async throws -> [UInt8] {
        let target = client.address.topic(client.ownLeaf(topic.descriptor, values: values), hub: hub)
        let left = try await timeout - waitForStart(atMost: timeout, target: target)
        var envelope = client.envelope(topic.descriptor.type, id: id, data: content)
        let correlation = client.environment.newID()
        envelope.correlationid = correlation
        envelope.replyto = replyTopic
        envelope.deadline = envelope.time.addingTimeInterval(left.seconds)
        let message = try client.message(
            try encode(envelope),
            to: target,
            as: topic.descriptor,
            properties: envelope.properties
        )
        return try await exchange(message, correlation: correlation, timeout: left)
    }

    /// Waits until replies can be received, and returns the duration.
    private func waitForStart(atMost limit: Duration, target: String) async throws -> Duration {
        guard !started.isOpen else { return .zero }
        let (started, clock) = (started, client.environment.clock)
        return try await clock.measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await started.wait() }
                group.addTask {
                    try await clock.sleep(for: limit)
                    throw BusError(
                        .deadlineExceeded,
                        message: "no replies could be received for \(target) within \(limit)"
                    )
                }
                try await group.next()
            }
        }
    }

    private func exchange(_ message: BusMessage, correlation: String, timeout: Duration) async throws -> [UInt8] {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let call = PendingCalls.Call(topic: message.topic, timeout: timeout, continuation: continuation)
                guard pending.begin(correlation, call: call) else { return }
                client.bus.post(message) { [pending] result in
                    switch result {
                    case .success(.delivered): break
                    case .success(.noSubscribers):
                        let text = "no process serves \(message.topic): is the actor running?"
                        pending.fail(correlation, error: BusError(.noResponder, message: text))
                    case .failure(let error): pending.fail(correlation, error: error)
                    }
                }
            }
        } onCancel: {
            pending.fail(correlation, error: CancellationError())
        }
    }

    private var replyTopic: String { client.address.replyTopic }

    /// Handles a reply without MQTT's correlation data, or without a waiting call.
    private func receive(_ message: BusMessage) {
        // MQTT 5 repeats the correlation id as a property, which avoids decoding the payload twice.
        if let id = message.properties.correlationData, pending.answer(id, reply: message.payload) { return }
        // Absent is nil: the message is not a reply to this process.
        guard let header = try? Envelope<IgnoredPayload>.decode(message.payload), let id = header.correlationid,
            pending.answer(id, reply: message.payload)
        else { return client.refusals.note(.reply) }
    }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
