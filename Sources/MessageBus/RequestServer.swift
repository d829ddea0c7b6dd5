import FoundationEssentials
public import Logging

/// Serves an actor's operations: each request is answered, also a wrong one, a late one and an unknown one.
///
/// At most ``concurrency`` requests are in work; more wait in the subscription, back to the socket. A repeat of a
/// request in work (same source, id and topic) is not done twice: the first one's answer goes to both. Operations are
/// idempotent by what they name.
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
    ///   - isServing: Whether anything is served; otherwise no topic is subscribed.
    ///   - logger: Where refused requests are told.
    /// - Throws: ``BusError`` `invalidTopic`.
    public init(
        _ client: BusClient,
        _ handlers: [RequestHandler],
        extra: [String] = [],
        isServing: Bool = true,
        logger: Logger
    ) throws {
        self.client = client
        self.handlers = Dictionary(handlers.map { ($0.name, $0) }) { first, _ in first }
        let leaves = isServing ? ["request/\(client.address.actor)/+"] + extra : []
        filters = try leaves.map { try TopicFilter(client.address.topic($0)) }
        self.logger = logger
    }

    /// Serves until cancelled; requests in work are finished and answered.
    ///
    /// - Parameter onReady: Called once requests are received.
    /// - Throws: ``BusError`` when the requests cannot be subscribed.
    public func run(onReady: @Sendable () -> Void = {}) async throws {
        guard !filters.isEmpty else { return onReady() }
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
        guard let address = replyAddress(header.replyto, header.correlationid, header.traceparent) else {
            return logger.warning("request without a reply topic of this site", metadata: ["topic": "\(message.topic)"])
        }
        await TraceParent.$current.withValue(header.traceparent.flatMap(TraceParent.init)) {
            await answer(message, header, address)
        }
    }

    private func answer(_ message: BusMessage, _ header: Envelope<IgnoredPayload>, _ address: ReplyAddress) async {
        let handler: RequestHandler
        do {
            handler = try self.handler(of: message, header)
        } catch {
            return await send(to: address, message) { try await refuse(address, error) }
        }
        let key = RequestsInWork.Key(source: header.source, id: header.id, topic: message.topic)
        guard recent.begin(key, address) else { return }
        let context = RequestContext(
            id: header.id,
            source: header.source,
            time: header.time,
            deadline: header.deadline,
            client: address.topic.split(separator: "/").last.map(String.init)
        )
        let reply = await handler.answer(message.payload, context)
        for waiting in recent.end(key) {
            await send(to: waiting, message) { _ = try await reply(waiting, client) }
        }
    }

    private func handler(of message: BusMessage, _ header: Envelope<IgnoredPayload>) throws(BusError) -> RequestHandler
    {
        let name = operationName(message)
        if let deadline = header.deadline, deadline < client.environment.now() {
            throw BusError(.deadlineExceeded, "'\(name)' arrived after its deadline")
        }
        guard let handler = handlers[name] else {
            let known = handlers.keys.sorted().joined(separator: ", ")
            throw BusError(
                .unknownOperation,
                "\(client.address.actor) has no operation '\(name.prefix(64))'; it has \(known)"
            )
        }
        return handler
    }

    private func operationName(_ message: BusMessage) -> String {
        String(message.topic.split(separator: "/").last ?? "")
    }

    private func send(
        to address: ReplyAddress,
        _ request: BusMessage,
        _ send: () async throws -> Void
    ) async {
        do {
            try await send()
        } catch {
            logger.warning(
                "a reply was not sent",
                metadata: ["operation": "\(operationName(request))", "to": "\(address.topic)", "error": "\(error)"]
            )
        }
    }

    private func refuse(_ address: ReplyAddress, _ error: BusError) async throws {
        let payload = ReplyPayload<IgnoredPayload>(error: WireFault(error))
        let descriptor = TopicDescriptor(
            name: "\(client.address.actor).error.reply",
            template: "reply/{client}",
            content: .words([]),
            writers: [],
            readers: []
        )
        _ = try await address.send(payload, as: descriptor, by: client)
    }

    private func replyAddress(_ topic: String?, _ correlation: String?, _ traceparent: String?) -> ReplyAddress? {
        guard let topic, isReplyTopic(topic) else { return nil }
        return ReplyAddress(topic: topic, correlation: correlation, traceparent: traceparent)
    }

    /// A request that is no whole envelope is answered where what is left of it says, else at MQTT's response topic.
    private func refuseUnreadable(_ message: BusMessage, _ error: any Error) async {
        let header = RequestHeader(lenient: message.payload)
        logger.warning(
            "unreadable request",
            metadata: [
                "topic": "\(message.topic)", "bytes": "\(message.payload.count)",
                "id": "\((header.id ?? "none").prefix(64))", "source": "\((header.source ?? "none").prefix(128))",
            ]
        )
        let correlation = header.correlationid ?? message.properties.correlationData
        let address =
            replyAddress(header.replyto, correlation, header.traceparent)
            ?? replyAddress(message.properties.responseTopic, correlation, header.traceparent)
        guard let address else { return }
        await send(to: address, message) { try await refuse(address, BusError.from(error, serving: message.topic)) }
    }

    private func isReplyTopic(_ topic: String) -> Bool {
        TopicFilter.matches(filter: "\(BusAddress.root)/\(client.address.site)/+/reply/+", topic: topic[...])
            && !topic.contains("+") && !topic.contains("#")
    }
}
