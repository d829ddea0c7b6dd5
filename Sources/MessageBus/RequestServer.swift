import FoundationEssentials
public import Logging

/// Serves an actor's operations: each request is answered, also a wrong one, a late one and an unknown one.
///
/// At most ``concurrency`` requests are in work; more wait in the subscription, back to the socket. A repeat of a
/// request in work is passed over: the first one's reply serves both. Operations are idempotent by what they name.
public struct RequestServer: Sendable {
    /// The most requests in work at a time.
    public static let concurrency = 64

    private let client: BusClient
    private let handlers: [String: RequestHandler]
    private let filters: [TopicFilter]
    private let logger: Logger
    private let recent = RequestsInWork()

    /// Makes a server of `request/{actor}/…` at this process's hub.
    ///
    /// - Parameters:
    ///   - client: This process.
    ///   - handlers: The operations.
    ///   - extra: Topics beside the actor's requests that are answered, by the name of their handler.
    ///   - logger: Where refused requests are told.
    /// - Throws: ``BusError`` `invalidTopic`.
    public init(_ client: BusClient, _ handlers: [RequestHandler], extra: [String] = [], logger: Logger) throws {
        self.client = client
        self.handlers = Dictionary(handlers.map { ($0.name, $0) }) { first, _ in first }
        let leaves = ["request/\(client.address.actor)/+"] + extra
        filters = try leaves.map { try TopicFilter(client.address.topic($0)) }
        self.logger = logger
    }

    /// Serves until cancelled; requests in work are finished and answered.
    ///
    /// - Parameter onReady: Called once requests are received.
    /// - Throws: ``BusError`` when the requests cannot be subscribed.
    public func run(onReady: @Sendable () -> Void = {}) async throws {
        let subscription = try await client.bus.subscribe(to: filters, capacity: 512)
        onReady()
        await withDiscardingTaskGroup { group in
            let gate = BoundedQueue<Void>(capacity: Self.concurrency)
            for await message in subscription {
                await gate.send(())
                group.addTask {
                    // A task of its own: the server's end must not cancel what is half done.
                    await Task { await serve(message) }.value
                    _ = await gate.next()
                }
            }
        }
        subscription.cancel()
    }

    private func serve(_ message: BusMessage) async {
        let header: Envelope<IgnoredPayload>
        do {
            header = try Envelope<IgnoredPayload>.decode(message.payload)
        } catch {
            return await refuseUnreadable(message, error)
        }
        guard let address = replyAddress(header) else {
            return logger.warning("request without a reply topic of this site", metadata: ["topic": "\(message.topic)"])
        }
        guard recent.begin(header.id) else { return }
        await TraceParent.$current.withValue(header.traceparent.flatMap(TraceParent.init)) {
            await answer(message, header, address)
        }
        recent.end(header.id)
    }

    private func answer(_ message: BusMessage, _ header: Envelope<IgnoredPayload>, _ address: ReplyAddress) async {
        let name = String(message.topic.split(separator: "/").last ?? "")
        do {
            if let deadline = header.deadline, deadline < client.environment.now() {
                return try await refuse(address, BusError(.deadlineExceeded, "'\(name)' arrived after its deadline"))
            }
            guard let handler = handlers[name] else {
                let known = handlers.keys.sorted().joined(separator: ", ")
                let error = BusError(
                    .unknownOperation, "\(client.address.actor) has no operation '\(name.prefix(64))'; it has \(known)"
                )
                return try await refuse(address, error)
            }
            let context = RequestContext(id: header.id, source: header.source, deadline: header.deadline)
            _ = try await handler.respond(message.payload, context, client, address)
        } catch {
            logger.warning("a reply was not sent", metadata: ["operation": "\(name)", "error": "\(error)"])
        }
    }

    private func refuse(_ address: ReplyAddress, _ error: BusError) async throws {
        let payload = ReplyPayload<IgnoredPayload>(error: WireFault(error))
        let descriptor = TopicDescriptor(
            name: "\(client.address.actor).error.reply", template: "reply/{client}", content: .words([]), writers: [],
            readers: []
        )
        _ = try await address.send(payload, as: descriptor, by: client)
    }

    private func replyAddress(_ header: Envelope<IgnoredPayload>) -> ReplyAddress? {
        guard let topic = header.replyto, isReplyTopic(topic) else { return nil }
        return ReplyAddress(topic: topic, correlation: header.correlationid, traceparent: header.traceparent)
    }

    /// A request that is no envelope still has MQTT's own response topic, if its sender set one.
    private func refuseUnreadable(_ message: BusMessage, _ error: any Error) async {
        logger.warning(
            "unreadable request", metadata: ["topic": "\(message.topic)", "bytes": "\(message.payload.count)"])
        guard let topic = message.properties.responseTopic, isReplyTopic(topic) else { return }
        let address = ReplyAddress(topic: topic, correlation: message.properties.correlationData, traceparent: nil)
        try? await refuse(address, BusError.from(error, serving: message.topic))
    }

    private func isReplyTopic(_ topic: String) -> Bool {
        TopicFilter.matches(filter: "\(BusAddress.root)/\(client.address.site)/+/reply/+", topic: topic[...])
            && !topic.contains("+") && !topic.contains("#")
    }
}
