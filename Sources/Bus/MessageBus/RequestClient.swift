import FoundationEssentials

/// Calls operations of other actors and matches their replies.
///
/// ``run()`` must be running while calls are made. At most ``pendingLimit`` calls wait at a time; one more is `busy`.
public actor RequestClient {
    /// The most calls that wait for a reply at a time.
    public static let pendingLimit = 4096

    private let client: BusClient
    private var pending: [String: CheckedContinuation<[UInt8], any Error>] = [:]
    private var isReady = false
    private let started = WakeUpAll()

    /// Makes a caller under a process's own name.
    public init(_ client: BusClient) {
        self.client = client
    }

    /// Receives replies until cancelled.
    ///
    /// - Throws: ``BusError`` when the reply topic cannot be subscribed.
    public func run() async throws {
        let topic = try TopicFilter(replyTopic)
        let subscription = try await client.bus.subscribe(to: [topic], capacity: 1024)
        isReady = true
        started.open()
        for await message in subscription { receive(message) }
        subscription.cancel()
        failAll(BusError(.draining, "this process stops"))
    }

    /// Calls an operation.
    ///
    /// - Parameters:
    ///   - operation: What to call.
    ///   - hub: The hub of the actor that serves it.
    ///   - body: The request's content.
    ///   - id: The request's id; the same id again is the same request.
    ///   - timeout: How long an answer is of use; waiting for ``run()`` counts.
    /// - Throws: ``BusError``: what the server answered, `noResponder`, `deadlineExceeded`, or why it could not be sent.
    public func call<Body, Reply>(
        _ operation: Operation<Body, Reply>,
        hub: String,
        _ body: Body,
        id: String? = nil,
        timeout: Duration = .seconds(10)
    ) async throws -> Reply {
        let raw = try await callRaw(operation.request, hub: hub, body, id: id, timeout: timeout)
        let reply = try Envelope<ReplyPayload<Reply>>.decode(raw).data
        if let fault = reply.error { throw fault.error }
        guard let result = reply.ok else { throw BusError(.malformed, "the reply has neither 'ok' nor 'error'") }
        return result
    }

    /// Sends a payload on a topic of the contract that is answered, and returns the reply's bytes.
    ///
    /// - Throws: ``BusError`` as ``call(_:hub:_:id:timeout:)``, but what the server answered is returned.
    public func callRaw<Body>(
        _ topic: Topic<Body>,
        _ values: [String: String] = [:],
        hub: String,
        _ body: Body,
        id: String? = nil,
        timeout: Duration = .seconds(10)
    ) async throws -> [UInt8] {
        let target = client.address.topic(client.ownLeaf(topic.descriptor, values), hub: hub)
        let left = try await timeout - waitForStart(atMost: timeout, target)
        guard pending.count < Self.pendingLimit else {
            throw BusError(.busy, "\(Self.pendingLimit) calls wait for a reply already")
        }
        var envelope = client.envelope(topic.descriptor.type, id: id, data: body)
        let correlation = client.environment.newID()
        envelope.correlationid = correlation
        envelope.replyto = replyTopic
        envelope.deadline = envelope.time.addingTimeInterval(left.seconds)
        return try await exchange(envelope, correlation, target, topic.descriptor, left)
    }

    /// Waits until replies can be received, and says how long it took.
    private func waitForStart(atMost limit: Duration, _ target: String) async throws -> Duration {
        guard !isReady else { return .zero }
        let (started, clock) = (started, client.environment.clock)
        return try await clock.measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await started.wait() }
                group.addTask {
                    try await clock.sleep(for: limit)
                    throw BusError(.deadlineExceeded, "no replies could be received for \(target) within \(limit)")
                }
                try await group.next()
            }
        }
    }

    private func exchange<Body>(
        _ envelope: Envelope<Body>,
        _ correlation: String,
        _ target: String,
        _ descriptor: TopicDescriptor,
        _ timeout: Duration
    ) async throws -> [UInt8] {
        let deadline = Task { [client, weak self] in
            try await client.environment.clock.sleep(for: timeout)
            await self?.fail(correlation, BusError(.deadlineExceeded, "no reply on \(target) within \(timeout)"))
        }
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending[correlation] = continuation
                // The send must not delay the registration above: a reply may come before the broker's acknowledgement.
                Task { await self.send(envelope, correlation, target, descriptor) }
            }
        } onCancel: {
            Task { await self.fail(correlation, CancellationError()) }
        }
    }

    private var replyTopic: String { client.address.replyTopic }

    private func send<Body>(
        _ envelope: Envelope<Body>,
        _ correlation: String,
        _ target: String,
        _ descriptor: TopicDescriptor
    ) async {
        do {
            let receipt = try await client.send(envelope, to: target, descriptor)
            guard receipt == .noSubscribers else { return }
            fail(correlation, BusError(.noResponder, "nobody serves \(target): is the actor running?"))
        } catch {
            fail(correlation, error)
        }
    }

    private func receive(_ message: BusMessage) {
        // MQTT 5 repeats the correlation id beside the payload, which spares reading the payload twice.
        if let id = message.properties.correlationData, let caller = pending.removeValue(forKey: id) {
            return caller.resume(returning: message.payload)
        }
        // Absent is nil: no reply of this process.
        guard let header = try? Envelope<IgnoredPayload>.decode(message.payload), let id = header.correlationid,
            let caller = pending.removeValue(forKey: id)
        else { return client.refusals.note(.reply) }
        caller.resume(returning: message.payload)
    }

    private func fail(_ correlation: String, _ error: any Error) {
        pending.removeValue(forKey: correlation)?.resume(throwing: error)
    }

    private func failAll(_ error: BusError) {
        let waiting = pending
        pending = [:]
        for continuation in waiting.values { continuation.resume(throwing: error) }
    }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
