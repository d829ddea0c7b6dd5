public import FoundationEssentials

/// The context of a request for its handler.
public struct RequestContext: Sendable {
    /// The request's id.
    public let id: String
    /// The caller's own claim, `/site/hub/actor/instance`; rights never depend on it.
    public let source: String
    /// The time of the request, by the caller's clock.
    public let time: Date
    /// The deadline for the answer.
    public let deadline: Date?
    /// The caller proved by the broker's rights, which alone can read the answer; permissions may depend on it.
    public let caller: BusAddress
}

/// An operation of the contract and its handler.
public struct RequestHandler: Sendable {
    /// The operation's name.
    public let name: String
    let answer: @Sendable (EnvelopeText, RequestContext, (any ReachGuard)?) async -> Answer

    /// A finished answer, which may go to several callers of the same request.
    typealias Answer = @Sendable (ReplyAddress, BusClient) async throws -> PublishReceipt

    /// Serves an operation; the handler runs on Swift's thread pool, so that it cannot delay the bus.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - handle: Answers a request; a ``BusError`` is passed to the caller unchanged, any other error as
    ///     `internalError`.
    public init<Body, Reply>(
        _ operation: Operation<Body, Reply>,
        _ handle: @escaping @Sendable (Body, RequestContext) async throws -> Reply
    ) {
        self.init(name: operation.name, request: operation.request, reply: operation.reply, handle)
    }

    /// Serves a topic that has an answer, for example a queue's acknowledgements.
    public init<Body, Reply>(
        name: String,
        request: Topic<Body>,
        reply: Topic<ReplyPayload<Reply>>,
        _ handle: @escaping @Sendable (Body, RequestContext) async throws -> Reply
    ) {
        self.name = name
        answer = { text, context, reach in
            let payload: ReplyPayload<Reply>
            do {
                let body = try text.data(as: Body.self)
                try await reach?.check(body, of: request.descriptor.name, by: context.caller)
                payload = ReplyPayload(ok: try await handle(body, context))
            } catch {
                payload = ReplyPayload(error: WireFault(BusError.from(error, serving: operationName(reply))))
            }
            return { address, client in try await address.send(payload, as: reply.descriptor, by: client) }
        }
    }
}

/// Checks a request's content against its sender's permissions, before its handler runs.
public protocol ReachGuard: Sendable {
    /// Checks a request's content.
    ///
    /// - Parameters:
    ///   - body: The content.
    ///   - request: The name of the request's message, such as `session-manager.submitRecords.request`.
    ///   - caller: The caller, proved by the topic.
    /// - Throws: ``BusError`` `notAuthorized`, with the field and the permitted values.
    func check(_ body: any Sendable, of request: String, by caller: BusAddress) async throws
}

private func operationName<Reply>(_ reply: Topic<Reply>) -> String { reply.descriptor.name }

/// An error with its own representation on the bus.
public protocol BusErrorConvertible: Error {
    /// The error for another process: a code and plain words, without secrets.
    var busError: BusError { get }
}

extension BusError {
    static func from(_ error: any Error, serving name: String) -> BusError {
        if let error = error as? BusError { return error }
        if let error = error as? any BusErrorConvertible { return error.busError }
        return BusError(.internalError, message: "\(name) failed with \(error.typeName); the server's log has details")
    }
}

/// The topic of a reply, and the correlation that it repeats.
struct ReplyAddress: Sendable {
    let topic: String
    let correlation: String?
    let traceparent: String?

    func isSame(as other: ReplyAddress) -> Bool {
        topic == other.topic && correlation == other.correlation
    }

    func send<Result>(
        _ payload: ReplyPayload<Result>,
        as descriptor: TopicDescriptor,
        by client: BusClient
    ) async throws -> PublishReceipt {
        var envelope = client.envelope(descriptor.type, data: payload)
        envelope.correlationid = correlation
        if let traceparent { envelope.traceparent = traceparent }
        do {
            return try await client.send(envelope, to: topic, descriptor: descriptor)
        } catch let error as BusError where error.code == .payloadTooLarge {
            var short = client.envelope(descriptor.type, data: ReplyPayload<Result>(error: WireFault(error)))
            short.correlationid = correlation
            return try await client.send(short, to: topic, descriptor: descriptor)
        }
    }
}
