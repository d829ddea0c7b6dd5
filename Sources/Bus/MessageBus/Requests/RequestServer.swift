import FoundationEssentials
public import Logging

/// Serves an actor's operations; every request gets an answer, even a wrong, late or unknown one.
///
/// At most ``concurrency`` requests are in progress; more wait in a separate line per caller (``WaitingRequests``), and
/// requests without room there are answered `busy`. A repeat of a request in progress (same source, id and topic) is
/// not executed twice: both get the first one's answer. Operations are idempotent by the things that they name.
public struct RequestServer: Sendable {
    /// The limit of requests in progress.
    public static let concurrency = 64

    private let client: BusClient
    private let handlers: [String: RequestHandler]
    private let filters: [TopicFilter]
    /// The reply topics of the site.
    private let replies: TopicFilter
    private let reach: (any ReachGuard)?
    private let logger: Logger
    private let recent = RequestsInWork()
    private let desk = RequestDesk(workers: Self.concurrency)

    /// Creates a server of `request/{actor}/…` at this process's hub.
    ///
    /// - Parameters:
    ///   - client: This process.
    ///   - handlers: The operations.
    ///   - extra: Further topics to answer, by the name of their handler.
    ///   - isServing: Whether anything is served; otherwise no topic is subscribed.
    ///   - reach: Checks a request's content against its sender; nil permits everything.
    ///   - logger: The logger for refused requests.
    /// - Throws: ``BusError`` `invalidTopic`.
    public init(
        _ client: BusClient,
        handlers: [RequestHandler],
        extra: [String] = [],
        isServing: Bool = true,
        reach: (any ReachGuard)? = nil,
        logger: Logger
    ) throws {
        self.client = client
        self.handlers = Dictionary(handlers.map { ($0.name, $0) }) { first, _ in first }
        let own = "request/\(client.address.actor)/+"
        let leaves = isServing ? [own, "\(own)/+"] + extra : []
        filters = try leaves.map { try TopicFilter(client.address.topic($0)) }
        replies = try TopicFilter("\(BusAddress.root)/\(client.address.site)/+/reply/+")
        self.reach = reach
        self.logger = logger
    }

    /// Serves until cancelled; requests in progress are finished and answered.
    ///
    /// - Parameter onReady: Called once requests are received.
    /// - Throws: ``BusError`` if the requests cannot be subscribed.
    public func run(onReady: @Sendable () -> Void = {}) async throws {
        guard !filters.isEmpty else { return onReady() }
        try await withTaskExecutorPreference(client.bus.taskExecutor) {
            let subscription = try await client.bus.subscribe(to: filters, capacity: 512)
            desk.open()
            onReady()
            await withDiscardingTaskGroup { group in
                // A retained request would arrive again at every start.
                for await message in subscription where client.isSaidNow(message) {
                    let (refused, needsWorker) = desk.add(message)
                    if let refused { refuseBusy(refused, group: &group) }
                    if needsWorker { group.addTask { await work() } }
                }
                desk.close()
            }
            subscription.cancel()
        }
    }

    private func work() async {
        // A separate task: the server's end must not cancel half-finished work.
        await Task(executorPreference: client.bus.taskExecutor) {
            while let message = desk.next() {
                await serve(message)
                // Lets other tasks run before a flood's next request.
                await Task.yield()
            }
        }.value
    }

    /// Answers `busy` to a caller for whom a flood left no room; the log names the caller as the request states it.
    private func refuseBusy(_ message: BusMessage, group: inout DiscardingTaskGroup) {
        if let count = desk.told("busy", at: client.environment.now()) {
            let said = { RequestHeader(lenient: message.payload).source ?? "none" }
            let source = RequestPlace(message.topic).caller?.source ?? said()
            logger.warning(
                "rejecting requests: too many at a time",
                metadata: [
                    "count": "\(count)", "operation": "\(operationName(message).prefix(64))",
                    "bytes": "\(message.payload.count)", "source": "\(source.prefix(128))",
                    "to": "\((message.properties.responseTopic ?? "none").prefix(256))",
                ]
            )
        }
        guard desk.beginRefusal() else { return }
        group.addTask {
            defer { desk.endRefusal() }
            guard let address = busyAddress(message) else { return }
            let error = BusError(
                .busy,
                message: "\(client.address.actor) has too many requests: try again later"
            )
            await send(to: address, request: message) { try await refuse(address, error: error) }
        }
    }

    /// The reply topic and correlation, from MQTT's properties if present: decoding the payload costs more.
    private func busyAddress(_ message: BusMessage) -> ReplyAddress? {
        let (properties, place) = (message.properties, RequestPlace(message.topic))
        if properties.correlationData != nil,
            let address = replyAddress(
                properties.responseTopic,
                correlation: properties.correlationData,
                traceparent: nil,
                place: place
            )
        {
            return address
        }
        let header = RequestHeader(lenient: message.payload)
        return replyAddress(
            header.replyto,
            correlation: header.correlationid,
            traceparent: header.traceparent,
            place: place
        )
    }

    private func serve(_ message: BusMessage) async {
        let text: EnvelopeText
        do {
            text = try EnvelopeText(message.payload)
        } catch {
            return await refuseUnreadable(message, error: error)
        }
        let header = text.header
        let place = RequestPlace(message.topic)
        guard
            let address = replyAddress(
                header.replyto,
                correlation: header.correlationid,
                traceparent: header.traceparent,
                place: place
            )
        else {
            client.refusals.note(.replyTopic)
            guard let count = desk.told("no reply topic", at: client.environment.now()) else { return }
            return logger.warning(
                "rejected a request without a reply topic of this site",
                metadata: ["topic": "\(message.topic)", "source": "\(header.source.prefix(128))", "count": "\(count)"]
            )
        }
        // Permissions, refusals and memory must not depend on a sender's mere claim.
        guard let caller = BusAddress(source: header.source), caller.replyTopic == address.topic, place.mayBe(caller)
        else {
            client.refusals.note(.source)
            guard let count = desk.told("source", at: client.environment.now()) else { return }
            return logger.warning(
                "rejected a request: its source is not its sender",
                metadata: ["topic": "\(message.topic)", "source": "\(header.source.prefix(128))", "count": "\(count)"]
            )
        }
        await TraceParent.$current.withValue(header.traceparent.flatMap(TraceParent.init)) {
            await answer(message, text: text, address: address, caller: caller)
        }
    }

    private func answer(
        _ message: BusMessage,
        text: EnvelopeText,
        address: ReplyAddress,
        caller: BusAddress
    ) async {
        let header = text.header
        let handler: RequestHandler
        do {
            handler = try self.handler(of: message, header: header)
        } catch {
            return await send(to: address, request: message) { try await refuse(address, error: error) }
        }
        let key = RequestsInWork.Key(source: header.source, id: header.id, topic: message.topic)
        guard recent.begin(key, address: address) else { return }
        let context = RequestContext(
            id: header.id,
            source: header.source,
            time: header.time,
            deadline: header.deadline,
            caller: caller
        )
        // Not on the bus's thread, so that a handler's work with disks, pictures and the processor delays no message.
        let reply = await withTaskExecutorPreference(globalConcurrentExecutor) {
            await handler.answer(text, context, reach)
        }
        for waiting in recent.end(key) {
            await send(to: waiting, request: message) { try await reply(waiting, client) }
        }
    }

    private func handler(of message: BusMessage, header: Envelope<IgnoredPayload>) throws(BusError) -> RequestHandler {
        let name = operationName(message)
        guard WireID.isValid(header.id) else {
            throw BusError(.malformed, message: "the request's 'id' is not a valid id: \(WireID.rule)")
        }
        if let deadline = header.deadline, deadline < client.environment.now() {
            let (made, now) = (header.time.formatted(.iso8601), client.environment.now().formatted(.iso8601))
            throw BusError(
                .deadlineExceeded,
                message:
                    "'\(name.prefix(64))' arrived after its deadline: sent at \(made) by the caller's clock, received at \(now) by this one; "
                    + "set the clock that is wrong"
            )
        }
        guard let handler = handlers[name] else {
            let known = handlers.keys.sorted().joined(separator: ", ")
            throw BusError(
                .unknownOperation,
                message: "\(client.address.actor) has no operation '\(name.prefix(64))'; it has \(known)"
            )
        }
        return handler
    }

    private func operationName(_ message: BusMessage) -> String {
        RequestPlace(message.topic).operation
    }

    private func send(
        to address: ReplyAddress,
        request: BusMessage,
        _ send: () async throws -> PublishReceipt
    ) async {
        do {
            desk.note(address.topic, receipt: try await send())
        } catch {
            guard let count = desk.told("reply", at: client.environment.now()) else { return }
            logger.warning(
                "could not send a reply",
                metadata: [
                    "count": "\(count)", "operation": "\(operationName(request))", "to": "\(address.topic)",
                    "error": "\(error)",
                ]
            )
        }
    }

    private func refuse(_ address: ReplyAddress, error: BusError) async throws -> PublishReceipt {
        let payload = ReplyPayload<IgnoredPayload>(error: WireFault(error))
        let descriptor = TopicDescriptor(
            name: "\(client.address.actor).error.reply",
            template: "reply/{client}",
            content: .words([]),
            writers: [],
            readers: []
        )
        return try await address.send(payload, as: descriptor, by: client)
    }

    private func replyAddress(
        _ topic: String?,
        correlation: String?,
        traceparent: String?,
        place: RequestPlace
    ) -> ReplyAddress? {
        guard let topic, isReplyTopic(topic), place.mayBeAnswered(at: topic) else { return nil }
        return ReplyAddress(topic: topic, correlation: correlation, traceparent: traceparent)
    }

    /// An incomplete request envelope is answered at its own reply topic if readable, else at MQTT's response topic.
    private func refuseUnreadable(_ message: BusMessage, error: any Error) async {
        client.refusals.note(.unreadable)
        let header = RequestHeader(lenient: message.payload)
        let count = desk.told("unreadable", at: client.environment.now())
        if let count {
            logger.warning(
                "unreadable request",
                metadata: [
                    "count": "\(count)", "topic": "\(message.topic)", "bytes": "\(message.payload.count)",
                    "id": "\((header.id ?? "none").prefix(64))", "source": "\((header.source ?? "none").prefix(128))",
                ]
            )
        }
        let correlation = header.correlationid ?? message.properties.correlationData
        let place = RequestPlace(message.topic)
        let address =
            replyAddress(header.replyto, correlation: correlation, traceparent: header.traceparent, place: place)
            ?? replyAddress(
                message.properties.responseTopic,
                correlation: correlation,
                traceparent: header.traceparent,
                place: place
            )
        guard let address else { return }
        await send(to: address, request: message) {
            try await refuse(address, error: BusError.from(error, serving: message.topic))
        }
    }

    private func isReplyTopic(_ topic: String) -> Bool {
        replies.matches(topic) && !topic.utf8.contains(UInt8(ascii: "+")) && !topic.utf8.contains(UInt8(ascii: "#"))
    }
}
